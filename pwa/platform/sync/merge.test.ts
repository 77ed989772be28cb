import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeRows } from "./merge.ts";

const FIELDS = ["name", "memo"] as const;

interface Row {
  readonly uid: string;
  readonly id: number;
  readonly _deleted: boolean;
  readonly name: string;
  readonly memo: string;
  readonly editedAt: Readonly<Partial<Record<string, number>>>;
}

const time = fc.integer({ min: 1, max: 6 });
const row: fc.Arbitrary<Row> = fc.record({
  uid: fc.constant("u"),
  id: fc.constant(1),
  _deleted: fc.boolean(),
  name: fc.constantFrom("a", "b", "c"),
  memo: fc.constantFrom("x", "y"),
  editedAt: fc.record({ name: time, memo: time, _deleted: time }, { requiredKeys: [] }),
});

function aRow(fields: Partial<Row> = {}): Row {
  return { uid: "u", id: 1, _deleted: false, name: "a", memo: "x", editedAt: {}, ...fields };
}

function merge(base: Row | undefined, mine: Row, theirs: Row): Row {
  return mergeRows<Row>(FIELDS, base, mine, theirs);
}

test("merging is commutative", () => {
  fc.assert(
    fc.property(fc.option(row, { nil: undefined }), row, row, (base, mine, theirs) => {
      expect(merge(base, mine, theirs)).toEqual(merge(base, theirs, mine));
    }),
  );
});

test("merging a row with itself changes nothing", () => {
  fc.assert(
    fc.property(fc.option(row, { nil: undefined }), row, (base, mine) => {
      expect(merge(base, mine, mine)).toEqual(mine);
    }),
  );
});

test("every merged field is what one of the two sides had", () => {
  fc.assert(
    fc.property(row, row, row, (base, mine, theirs) => {
      const merged = merge(base, mine, theirs);
      for (const field of FIELDS) expect([mine[field], theirs[field]]).toContain(merged[field]);
    }),
  );
});

test("edits of different fields both stand, whatever the clocks say", () => {
  const base = aRow({ editedAt: { name: 50, memo: 50 } });
  const mine = aRow({ name: "b", editedAt: { name: 10, memo: 50 } });
  const theirs = aRow({ memo: "y", editedAt: { name: 50, memo: 60 } });
  expect(merge(base, mine, theirs)).toMatchObject({ name: "b", memo: "y" });
});

test("of two edits of one field the later stands", () => {
  const mine = aRow({ name: "b", editedAt: { name: 10 } });
  const theirs = aRow({ name: "c", editedAt: { name: 11 } });
  expect(merge(aRow(), mine, theirs).name).toBe("c");
});

test("a delete beats an edit made before it", () => {
  const mine = aRow({ name: "b", editedAt: { name: 10 } });
  const theirs = aRow({ _deleted: true, editedAt: { _deleted: 11 } });
  expect(merge(aRow(), mine, theirs)._deleted).toBe(true);
});

test("an edit made after a delete brings the document back", () => {
  const mine = aRow({ name: "b", editedAt: { name: 12 } });
  const theirs = aRow({ _deleted: true, editedAt: { _deleted: 11 } });
  expect(merge(aRow(), mine, theirs)).toMatchObject({ _deleted: false, name: "b" });
});

test("fields that devices do not write are the server's", () => {
  expect(merge(aRow(), aRow({ id: 0, name: "b" }), aRow({ id: 7 })).id).toBe(7);
});
