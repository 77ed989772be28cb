import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import type { Row as TableRow } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { type Column, nextSorting } from "./columns.ts";
import type { Place } from "./place.ts";
import type { Taken } from "#schemas/queues.ts";
import { TakenBadge } from "./taken.tsx";
import type { List } from "./use-list.ts";

interface RowsProps<Row> {
  readonly list: List<Row>;
  readonly place: Place;
  readonly titleOf: (id: number) => string;
  readonly label: string;
  /** What other operators have open, by row. */
  readonly taken: ReadonlyMap<number, Taken>;
  readonly isChosenFrom: boolean;
  readonly renderCard: (row: Row) => ReactNode;
}

/** Dense, at a desk. */
export function ListTable<Row>({ list, place, titleOf, label, taken, isChosenFrom }: RowsProps<Row>) {
  const { table, columns, hidden } = list;
  const shown = columns.filter(({ name }) => !hidden.includes(name));
  return (
    <Table caption={label}>
      <thead>
        <tr>
          {isChosenFrom ? <MarkAll list={list} /> : null}
          {shown.map((column) => (
            <Head key={column.name} column={column} list={list} place={place} />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <Line
            key={row.id}
            row={row}
            columns={shown}
            place={place}
            titleOf={titleOf}
            isChosenFrom={isChosenFrom}
            by={taken.get(Number(row.id)) ?? null}
          />
        ))}
      </tbody>
    </Table>
  );
}

function MarkAll<Row>({ list: { table } }: { readonly list: List<Row> }) {
  return (
    <HeadCell className="w-9 ps-2!">
      <input
        type="checkbox"
        aria-label={t`Choose all on this page`}
        checked={table.getIsAllRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
        className="block size-4.5 accent-accent"
      />
    </HeadCell>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly list: List<Row>;
  readonly place: Place;
}

function Head<Row>({ column: { name, label, sortBy, isNumeric = false }, list: { sorting }, place }: HeadProps<Row>) {
  if (sortBy === undefined) return <HeadCell numeric={isNumeric}>{label}</HeadCell>;
  const isSorted = sorting?.column === name;
  const Arrow = sorting?.isDescending === true ? ArrowDown : ArrowUp;
  return (
    <HeadCell numeric={isNumeric} aria-sort={isSorted ? (sorting.isDescending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 hover:text-ink"
        onClick={() => place.go({ sort: nextSorting(sorting, name) }, "replace")}
      >
        {label}
        {isSorted ? <Arrow aria-hidden="true" className="size-3.5" /> : null}
      </button>
    </HeadCell>
  );
}

interface LineProps<Row> {
  readonly row: TableRow<Row>;
  readonly columns: readonly Column<Row>[];
  readonly place: Place;
  readonly titleOf: (id: number) => string;
  readonly isChosenFrom: boolean;
  /** Who else has it open. */
  readonly by: Taken | null;
}

function Line<Row>({ row, columns, place, titleOf, isChosenFrom, by }: LineProps<Row>) {
  const id = Number(row.id);
  const isOpen = place.place.open === id;
  return (
    <tr
      data-line=""
      className={classNames(
        "relative transition-colors duration-150 focus-within:bg-surface-2",
        isOpen ? "bg-accent-soft" : row.getIsSelected() ? "bg-surface-2" : "hover:bg-surface-2",
      )}
    >
      {isChosenFrom ? (
        <Cell className="py-1.5 ps-2!">
          <Mark row={row} title={titleOf(id)} />
        </Cell>
      ) : null}
      {columns.map(({ name, cell, isNumeric = false, namesRow = false }, index) => (
        <Cell key={name} numeric={isNumeric} className="py-2">
          {index === 0 ? (
            <span className="inline-flex items-center gap-2">
              <RowLink id={id} place={place} title={namesRow ? undefined : titleOf(id)}>
                {cell(row.original)}
              </RowLink>
              {by === null ? null : <TakenBadge by={by} />}
            </span>
          ) : (
            cell(row.original)
          )}
        </Cell>
      ))}
    </tr>
  );
}

/** Above the link that lies over the whole line. */
function Mark<Row>({ row, title }: { readonly row: TableRow<Row>; readonly title: string }) {
  return (
    <input
      type="checkbox"
      data-mark=""
      aria-label={t`Choose ${title}`}
      checked={row.getIsSelected()}
      onChange={row.getToggleSelectedHandler()}
      className="relative z-10 block size-4.5 accent-accent"
    />
  );
}

interface RowLinkProps {
  readonly id: number;
  readonly place: Place;
  /** Absent where the content says it. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** Opens the row, wherever in its line one taps. */
function RowLink({ id, place: { place }, title, children }: RowLinkProps) {
  return (
    <Link
      to="."
      // From where the address is by now: what was just searched for may not be drawn yet.
      search={(now: Readonly<Record<string, unknown>>) => ({ ...now, open: id })}
      resetScroll={false}
      data-row={id}
      aria-label={title}
      aria-current={place.open === id ? "true" : undefined}
      className="after:absolute after:inset-0"
    >
      {children}
    </Link>
  );
}

/** On a phone, where nothing is chosen to be saved. */
export function ListCards<Row>({ list, place, titleOf, label, taken, renderCard }: RowsProps<Row>) {
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {list.table.getRowModel().rows.map((row) => {
        const id = Number(row.id);
        const title = titleOf(id);
        const by = taken.get(id) ?? null;
        return (
          <li
            key={row.id}
            data-line=""
            className="relative rounded-md border border-line bg-surface p-3 shadow-raised focus-within:border-line-strong"
          >
            <div className="mb-1.5 flex flex-wrap items-center gap-2">
              <RowLink id={id} place={place} title={title}>
                <span className="text-sm font-semibold">{title}</span>
              </RowLink>
              {by === null ? null : <TakenBadge by={by} />}
            </div>
            {renderCard(row.original)}
          </li>
        );
      })}
    </ul>
  );
}
