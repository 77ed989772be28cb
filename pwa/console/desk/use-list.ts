import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type RowSelectionState,
  type Table,
  useReactTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { type Column, compareValues, readHidden, readSorting, type Sorting } from "./columns.ts";
import type { ListPlace } from "./place.ts";

export interface List<Row> {
  readonly table: Table<Row>;
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | null;
  readonly hidden: readonly string[];
}

interface ListOptions<Row> {
  readonly rows: readonly Row[];
  /** Kept between renders. */
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => number;
  readonly place: ListPlace;
}

/** A list as its address has it: in that order, with those columns. What is chosen in it is forgotten with the page. */
export function useList<Row>({ rows, columns, idOf, place }: ListOptions<Row>): List<Row> {
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const sorting = readSorting(place.sort, columns);
  const hidden = readHidden(place.hide, columns);
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  // oxlint-disable-next-line react/incompatible-library -- what it answers changes with every draw, and nothing here memoizes it.
  const table = useReactTable({
    data,
    columns: definitions,
    state: {
      rowSelection,
      sorting: sorting === null ? [] : [{ id: sorting.column, desc: sorting.isDescending }],
      columnVisibility: Object.fromEntries(hidden.map((name) => [name, false])),
    },
    onRowSelectionChange: setRowSelection,
    // It has no pages and opens no rows itself; putting them back would draw it anew without end.
    autoResetAll: false,
    getRowId: (row) => String(idOf(row)),
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  return { table, columns, sorting, hidden };
}

function definitionOf<Row>({ name, cell, sortBy }: Column<Row>): ColumnDef<Row> {
  return {
    id: name,
    cell: ({ row }) => cell(row.original),
    enableSorting: sortBy !== undefined,
    ...(sortBy !== undefined && {
      accessorFn: sortBy,
      sortingFn: (one, other) => compareValues(sortBy(one.original), sortBy(other.original)),
    }),
  };
}
