import Papa from "papaparse";
import { expect, test } from "vitest";
import type { Column } from "./columns.ts";
import { csvOf } from "./csv.ts";

const COLUMNS: readonly Column<string>[] = [
  { name: "text", label: "Text, as typed", cell: String, text: (row) => row },
  { name: "length", label: "Length", cell: String, text: (row) => String(row.length) },
];

test("a spreadsheet reads the very rows, and runs none of them", () => {
  const rows = ["plain", 'with "quotes", commas\nand lines', "=HYPERLINK(1)"];
  const { data, errors } = Papa.parse<string[]>(csvOf(COLUMNS, rows).trimEnd());
  expect(errors).toEqual([]);
  expect(data).toEqual([
    ["Text, as typed", "Length"],
    ["plain", "5"],
    ['with "quotes", commas\nand lines', "31"],
    ["'=HYPERLINK(1)", "13"],
  ]);
});
