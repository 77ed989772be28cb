import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { csvOf } from "./csv.ts";
import type { List } from "./use-list.ts";

/** What is done with several rows at once: they are saved. Nothing that moves money is done by the dozen. */
export function SelectionBar<Row>({ list, fileName }: { readonly list: List<Row>; readonly fileName: string }) {
  const { table, columns } = list;
  const chosen = table.getSelectedRowModel().rows.map(({ original }) => original);
  if (chosen.length === 0) return null;
  const count = formatCount(chosen.length);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface-2 px-3 py-1.5">
      <p role="status" className="text-sm">
        {plural(chosen.length, { one: `${count} on this page is chosen`, other: `${count} on this page are chosen` })}
      </p>
      <span className="ms-auto flex gap-1">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveFile(`${fileName}.csv`, "text/csv", csvOf(columns, chosen))}
        >
          <Trans>Save as CSV</Trans>
        </Button>
        <Button variant="ghost" size="sm" onClick={() => table.resetRowSelection(true)}>
          {t({ message: "Clear", context: "choose nothing any more" })}
        </Button>
      </span>
    </div>
  );
}
