import { expect, test } from "vitest";
import { type Column, compareValues, nextSorting, readHidden, readSorting } from "./columns.ts";
import { placeWith, readPlace } from "./place.ts";

const column = (name: string, more: Partial<Column<number>> = {}): Column<number> => ({
  name,
  label: name,
  cell: String,
  text: String,
  ...more,
});
const COLUMNS = [column("id", { isFixed: true }), column("amount", { sortBy: Number }), column("notes")];

test("an address names a column that there is and that has an order, or none", () => {
  expect(readSorting("amount", COLUMNS)).toEqual({ column: "amount", isDescending: false });
  expect(readSorting("-amount", COLUMNS)).toEqual({ column: "amount", isDescending: true });
  for (const text of [undefined, "", "-", "notes", "--amount", "constructor"])
    expect(readSorting(text, COLUMNS)).toBeNull();
});

test("a click leads from rising to falling to the server's own order, and to rising in another column", () => {
  const first = nextSorting(null, "amount");
  const second = nextSorting(readSorting(first, COLUMNS), "amount");
  expect([first, second, nextSorting(readSorting(second, COLUMNS), "amount")]).toEqual([
    "amount",
    "-amount",
    undefined,
  ]);
  expect(nextSorting({ column: "id", isDescending: true }, "amount")).toBe("amount");
});

test("what must be there is not left out, and nothing that is not there", () => {
  expect(readHidden("notes,id,other", COLUMNS)).toEqual(["notes"]);
  expect(readHidden(undefined, COLUMNS)).toEqual([]);
});

test("amounts are ordered by their size, not by their digits", () => {
  expect([9n, 10n, 100n].toSorted(compareValues)).toEqual([9n, 10n, 100n]);
  expect(["b", "a"].toSorted(compareValues)).toEqual(["a", "b"]);
});

test("of an address only what a list understands is read", () => {
  const read = readPlace({ find: 42, show: "", sort: { a: 1 }, after: -1, open: 7, other: "x", hide: "h".repeat(201) });
  expect(JSON.parse(JSON.stringify(read))).toEqual({ find: "42", open: 7 });
  expect(readPlace("nothing")).toEqual({});
});

test("what is no longer said is not left in the address", () => {
  expect(placeWith({ open: 7, find: "ana" }, { open: undefined })).toEqual({ find: "ana" });
  expect(Object.keys(placeWith({ find: "ana" }, { open: undefined }))).toEqual(["find"]);
});
