import { t } from "@lingui/core/macro";
import { Columns3, Download, RefreshCw } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import type { Asked } from "./ask.ts";
import { ExportSheet } from "./export-sheet.tsx";
import type { ListEnds } from "./list-ends.ts";
import { useMay } from "./may.ts";
import type { Place } from "./place.ts";
import { SearchBox } from "./search-box.tsx";
import type { ServedQuery } from "./served-list.ts";
import type { List } from "./use-list.ts";

interface ListBarProps<Row> {
  readonly asked: Asked<unknown>;
  readonly list: List<Row>;
  readonly place: Place;
  /** By what the list is narrowed. */
  readonly query: ServedQuery;
  readonly isDesk: boolean;
  readonly fileName: string;
  readonly ends: ListEnds | null;
  readonly views: ReactNode;
  readonly searchLabel: string;
  readonly filters: ReactNode;
}

/** Over a list: what is searched for in it, filters, its columns, and asking anew. */
export function ListBar<Row>({
  asked,
  list,
  place,
  query,
  isDesk,
  fileName,
  ends,
  views,
  searchLabel,
  filters,
}: ListBarProps<Row>) {
  const [isChoosing, setChoosing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const may = useMay();
  const { go } = place;
  const find = useCallback((text: string | undefined) => go({ find: text }, "replace"), [go]);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-0 grow basis-48 sm:max-w-xs">
        <SearchBox label={searchLabel} most={100} shown={place.place.find ?? ""} onFind={find} />
      </div>
      {filters}
      <span className="ms-auto flex items-center">
        {views}
        {isDesk ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Columns`}
            title={t`Columns`}
            onClick={() => setChoosing(true)}
          >
            <Columns3 aria-hidden="true" className="size-4.5" />
          </Button>
        ) : null}
        {ends !== null && may(ends.exportAt) ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Save all that match as CSV`}
            title={t`Save all that match as CSV`}
            onClick={() => setExporting(true)}
          >
            <Download aria-hidden="true" className="size-4.5" />
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Ask the server again`}
          title={t`Ask the server again`}
          onClick={asked.again}
        >
          <RefreshCw aria-hidden="true" className={classNames("size-4.5", asked.isAsking && "animate-spin")} />
        </Button>
      </span>
      {isExporting && ends !== null ? (
        <ExportSheet
          title={t`Save all that match as CSV`}
          endpoint={ends.exportAt}
          query={query}
          fileName={fileName}
          onClose={() => setExporting(false)}
        />
      ) : null}
      {isChoosing ? <ColumnSheet list={list} place={place} onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}

function ColumnSheet<Row>({
  list: { columns, hidden },
  place: { go },
  onClose,
}: {
  readonly list: List<Row>;
  readonly place: Place;
  readonly onClose: () => void;
}) {
  const choose = (name: string, isShown: boolean) => {
    const next = isShown ? hidden.filter((each) => each !== name) : [...hidden, name];
    go({ hide: next.length === 0 ? undefined : next.join(",") }, "replace");
  };
  return (
    <Sheet size="sm" title={t`Columns`} onClose={onClose}>
      <div className="flex flex-col gap-1">
        {columns
          .filter(({ isFixed = false }) => !isFixed)
          .map(({ name, label }) => (
            <SwitchField
              key={name}
              label={label}
              checked={!hidden.includes(name)}
              onCheckedChange={(isShown) => choose(name, isShown)}
            />
          ))}
      </div>
    </Sheet>
  );
}
