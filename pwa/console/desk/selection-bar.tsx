import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import * as v from "valibot";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { pathOf } from "#pwa/platform/api/call.ts";
import { requestJson } from "#pwa/platform/api/request.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { ListCountOutput } from "#schemas/console-lists.ts";
import { csvOf } from "./csv.ts";
import { ExportSheet } from "./export-sheet.tsx";
import type { ListEnds } from "./list-ends.ts";
import { useMay } from "./may.ts";
import type { ServedQuery } from "./served-list.ts";
import { type AllMatching, type Chosen, queryOf } from "./selection.ts";
import type { List } from "./use-list.ts";

interface SelectionBarProps<Row> {
  readonly list: List<Row>;
  /** By what the list is narrowed. */
  readonly query: ServedQuery;
  readonly chosen: Chosen;
  readonly fileName: string;
  /** Null where the server does nothing with several of them. */
  readonly ends: ListEnds | null;
  readonly onAll: (all: AllMatching | null) => void;
}

/** What is done with several rows at once. Nothing that moves money is done by the dozen (`bulk.ts`). */
export function SelectionBar<Row>({ list, query, chosen, fileName, ends, onAll }: SelectionBarProps<Row>) {
  const { table } = list;
  const [act, setAct] = useState<string | null>(null);
  const may = useMay();
  if (chosen.kind === "rows" && chosen.ids.length === 0) return null;
  const clear = () => {
    onAll(null);
    table.resetRowSelection(true);
  };
  const saveHere = () => {
    const rows = table.getSelectedRowModel().rows.map(({ original }) => original);
    saveFile(`${fileName}.csv`, "text/csv", csvOf(list.columns, rows));
  };
  const acts = (ends?.bulk ?? []).filter(({ endpoint }) => chosen.kind === "rows" && may(endpoint));
  const { Sheet } = acts.find(({ name }) => name === act) ?? {};
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface-2 px-3 py-1.5">
      <p role="status" className="text-sm">
        {chosenWords(chosen)}
      </p>
      {chosen.kind === "rows" && ends !== null ? <ChooseAll query={query} ends={ends} onAll={onAll} /> : null}
      <span className="ms-auto flex flex-wrap gap-1">
        {acts.map(({ name, label }) => (
          <Button key={name} variant="secondary" size="sm" onClick={() => setAct(name)}>
            {label}
          </Button>
        ))}
        {ends === null || may(ends.exportAt) ? (
          <Button variant="secondary" size="sm" onClick={() => (ends === null ? saveHere() : setAct("export"))}>
            <Trans>Save as CSV</Trans>
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={clear}>
          {t({ message: "Clear", context: "choose nothing any more" })}
        </Button>
      </span>
      {act === "export" && ends !== null ? (
        <ExportSheet
          title={t`Save what is chosen`}
          endpoint={ends.exportAt}
          query={queryOf(chosen, query)}
          fileName={fileName}
          onClose={() => setAct(null)}
        />
      ) : null}
      {Sheet !== undefined && chosen.kind === "rows" ? (
        <Sheet ids={chosen.ids} onDone={clear} onClose={() => setAct(null)} />
      ) : null}
    </div>
  );
}

function chosenWords(chosen: Chosen): string {
  const most = chosen.kind === "all" ? chosen.count : chosen.ids.length;
  const count = formatCount(most);
  return chosen.kind === "all"
    ? plural(most, { one: `The one that matches is chosen`, other: `All ${count} that match are chosen` })
    : plural(most, { one: `${count} on this page is chosen`, other: `${count} on this page are chosen` });
}

/** Asks how many there are on all pages, and chooses them: what is done with them is refused once they are more or fewer. */
function ChooseAll({
  query,
  ends,
  onAll,
}: Pick<SelectionBarProps<never>, "query" | "onAll"> & {
  readonly ends: ListEnds;
}) {
  const action = useAction();
  const choose = () =>
    action.run(async () => {
      // Each list has filters of its own, which its count takes.
      const answer = await requestJson(pathOf(ends.countAt.path, undefined, query));
      onAll({ count: v.parse(ListCountOutput, answer).count, query });
    });
  return (
    <>
      <Button variant="link" size="inline" disabled={action.isBusy} onClick={choose}>
        <Trans>Choose all that match, on every page</Trans>
      </Button>
      {action.notice === null ? null : <p className="text-sm text-down">{action.notice}</p>}
    </>
  );
}
