import { t } from "@lingui/core/macro";
import { Inbox } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMedia } from "#pwa/platform/device/media.ts";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import type { Queue, Taken } from "#schemas/queues.ts";
import type { ViewList } from "#schemas/saved-views.ts";
import type { Asked } from "./ask.ts";
import { AT_DESK } from "./at-desk.ts";
import { AskedState } from "./asked-state.tsx";
import type { Column } from "./columns.ts";
import { ListBar } from "./list-bar.tsx";
import type { ListEnds } from "./list-ends.ts";
import { ListCards, ListTable } from "./list-rows.tsx";
import { Pager } from "./pager.tsx";
import type { Place } from "./place.ts";
import { RowPanel } from "./row-panel.tsx";
import { SavedViews } from "./saved-views.tsx";
import { isNarrowedBy, searchedBy, type Served } from "./served-list.ts";
import { type AllMatching, chosenNow } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { OpenRow, useTaken } from "./taken.tsx";
import { useList } from "./use-list.ts";
import { placeOfView, savedPlaceOf, unknownIn } from "./view-place.ts";

interface ListViewProps<Row> {
  /** Names the list, for who does not see it. */
  readonly label: string;
  /** For files of its rows. */
  readonly fileName: string;
  /** Under what its views are saved; where that is nothing, none are. */
  readonly views?: ViewList;
  /** The filters that `show` of the address chooses among. */
  readonly shows?: readonly string[];
  /** What the server does with its rows together; where that is nothing, the device itself saves what is chosen. */
  readonly ends?: ListEnds | undefined;
  /** Whether rows are chosen for what is done with several: not where none of it is. */
  readonly isChosenFrom?: boolean;
  /** Which queue it is, where its rows wait for one operator each: who opens one has it for a while. */
  readonly queue?: Queue;
  readonly asked: Asked<unknown>;
  /** What the server has on this page, and what of that a search here leaves; in its order. */
  readonly all: readonly Row[];
  readonly rows: readonly Row[];
  /** Kept between renders; the first one leads to the row. */
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => number;
  /** "Deposit 7". */
  readonly titleOf: (id: number) => string;
  readonly place: Place;
  /** Where the server searches and narrows all of the list; `rows` is what it answers with. */
  readonly served?: Served;
  /** The most that the server has on a page of what is searched here, page by page; null where it has all on one. */
  readonly pageSize?: number | null;
  readonly renderCard: (row: Row) => ReactNode;
  readonly searchLabel: string;
  readonly filters?: ReactNode;
  /** What it says where nothing waits. */
  readonly empty: { readonly title: string; readonly text: string };
  /** What is shown of the open row. */
  readonly renderOpen: (id: number) => ReactNode;
}

/** A list of operators: a table at a desk with the open row beside it, cards with a sheet on a phone. All of it stands in the address. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const {
    asked,
    all,
    rows,
    columns,
    idOf,
    titleOf,
    place,
    label,
    served,
    pageSize = null,
    isChosenFrom = true,
  } = props;
  const query = served?.query ?? searchedBy(place.place);
  const isDesk = useMedia(AT_DESK);
  const list = useList({ rows, columns, idOf, place: place.place });
  const { open } = place.place;
  const [allMatching, setAllMatching] = useState<AllMatching | null>(null);
  const taken = useTaken(props.queue, open);
  useAskWhenGivenBack(taken, asked.again);
  const ids = list.table.getSelectedRowModel().rows.map(({ id }) => Number(id));
  const chosen = chosenNow(ids, ids.length === rows.length ? allMatching : null, query);
  const Rows = isDesk ? ListTable : ListCards;
  const isMissed = served === undefined ? all.length > 0 : (served.isNarrowed ?? isNarrowedBy(query));
  const last = all.at(-1);
  const next = pageSize !== null && all.length >= pageSize && last !== undefined ? idOf(last) : null;
  return (
    <div className={open !== undefined && isDesk ? "grid grid-cols-[minmax(0,1fr)_25rem] items-start gap-6" : ""}>
      <section aria-label={label} className="min-w-0">
        <ListBar
          asked={asked}
          list={list}
          place={place}
          query={query}
          isDesk={isDesk}
          views={
            props.views === undefined ? null : (
              <SavedViews
                list={props.views}
                place={savedPlaceOf(place.place, place.by)}
                go={(view) => place.go(placeOfView(view, place.by))}
                unknownOf={(view) => unknownIn(view, columns, props.shows, place.by)}
              />
            )
          }
          fileName={props.fileName}
          ends={props.ends ?? null}
          searchLabel={props.searchLabel}
          filters={props.filters}
        />
        <AskedState asked={asked}>
          {rows.length > 0 ? (
            <>
              <SelectionBar
                list={list}
                query={query}
                chosen={chosen}
                fileName={props.fileName}
                ends={props.ends ?? null}
                onAll={(all) => {
                  setAllMatching(all);
                  list.table.toggleAllRowsSelected(all !== null);
                }}
              />
              <Rows
                list={list}
                place={place}
                titleOf={titleOf}
                label={label}
                taken={taken}
                isChosenFrom={isChosenFrom}
                renderCard={props.renderCard}
              />
            </>
          ) : isMissed ? (
            <EmptyState
              title={t`Nothing matches`}
            >{t`Change or clear the search and the filters to see more.`}</EmptyState>
          ) : (
            <EmptyState icon={<Inbox />} title={props.empty.title}>
              {props.empty.text}
            </EmptyState>
          )}
          <Pager
            place={place}
            next={served === undefined ? next : served.next}
            isShort={rows.length === 0}
            searchedHere={rows.length < all.length ? all.length : null}
          />
        </AskedState>
      </section>
      {open === undefined ? null : (
        <RowPanel key={open} title={titleOf(open)} isDesk={isDesk} onClose={() => place.go({ open: undefined })}>
          <OpenRow by={taken.get(open) ?? null}>{props.renderOpen(open)}</OpenRow>
        </RowPanel>
      )}
    </div>
  );
}

/** What another one gives back may be decided by then. */
function useAskWhenGivenBack(taken: ReadonlyMap<number, Taken>, again: () => void): void {
  const former = useRef(taken);
  useEffect(() => {
    const isGivenBack = [...former.current.keys()].some((id) => !taken.has(id));
    former.current = taken;
    if (isGivenBack) again();
  }, [taken, again]);
}
