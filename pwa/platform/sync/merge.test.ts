import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTACT_FIELDS } from "#schemas/contacts.ts";
import { NOTIFICATION_FIELDS } from "#schemas/notifications.ts";
import { PRICE_ALERT_FIELDS } from "#schemas/price-alerts.ts";
import { WATCHED_FIELDS } from "#schemas/watchlist.ts";
import { SETTINGS_FIELDS } from "#schemas/settings.ts";
import type { WritableCollection } from "#pwa/platform/rxdb/row-schema.ts";
import { type MergeableRow, mergeRows } from "./merge.ts";

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

/** Every collection that devices write, with all of its fields, and values that each can have. */
const COLLECTIONS = {
  contacts: [CONTACT_FIELDS, ["Ana", "Ben", ""]],
  settings: [SETTINGS_FIELDS, [true, false, "dark"]],
  notifications: [NOTIFICATION_FIELDS, [true, false]],
  price_alerts: [PRICE_ALERT_FIELDS, ["0.3", "above", true]],
  watchlist: [WATCHED_FIELDS, ["XLM", "", 3]],
} as const satisfies Record<WritableCollection, readonly [readonly string[], readonly unknown[]]>;

interface AnyRow extends MergeableRow {
  readonly [field: string]: unknown;
}

/** What a device makes of a row: some of the fields, each with the time of the edit, or its deletion. */
type Edits = Readonly<Record<string, unknown>>;

const original = (fields: readonly string[], value: unknown): AnyRow => ({
  uid: "u",
  id: 1,
  _deleted: false,
  ...Object.fromEntries(fields.map((field) => [field, value])),
  editedAt: {},
});

function edited(row: AnyRow, edits: Edits, at: number): AnyRow {
  const times = Object.fromEntries(Object.keys(edits).map((field) => [field, at]));
  return { ...row, ...edits, editedAt: { ...row.editedAt, ...times } };
}

for (const [collection, [fields, values]] of Object.entries(COLLECTIONS)) {
  const value = fc.constantFrom(...values);
  const names: readonly string[] = fields;
  const edits: fc.Arbitrary<Edits> = fc.record(
    { ...Object.fromEntries(names.map((field) => [field, value])), _deleted: fc.constant(true) },
    { requiredKeys: [] },
  );
  const devices = fc.array(fc.tuple(edits, time), { minLength: 1, maxLength: 5 });
  const join = (one: AnyRow, other: AnyRow) => mergeRows<AnyRow>(names, undefined, one, other);

  test(`edits of ${collection} come to the same in whatever order they arrive`, () => {
    const orders = fc.tuple(value, devices).chain(([first, made]) => {
      const base = original(names, first);
      const rows = made.map(([edit, at]) => edited(base, edit, at));
      return fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }));
    });
    fc.assert(
      fc.property(orders, ([rows, shuffled]) => {
        const together = rows.reduce(join);
        expect(shuffled.reduce(join)).toEqual(together);
        // What arrives again, as one of them or as what came of them, changes nothing.
        for (const again of [...rows, together]) expect(join(together, again)).toEqual(together);
        // Nor does it matter who met whom first.
        expect(rows.reduceRight((later, row) => join(row, later))).toEqual(together);
      }),
    );
  });

  test(`of ${collection} nothing is lost that was edited on one device alone`, () => {
    const bothSides = fc.tuple(value, edits, edits, time, time);
    fc.assert(
      fc.property(bothSides, ([first, mine, theirs, mineAt, theirsAt]) => {
        const base = original(names, first);
        const merged = mergeRows(names, base, edited(base, mine, mineAt), edited(base, theirs, theirsAt));
        for (const field of names) {
          if (field in mine && !(field in theirs)) expect(merged[field]).toBe(mine[field]);
          if (field in theirs && !(field in mine)) expect(merged[field]).toBe(theirs[field]);
          if (!(field in mine) && !(field in theirs)) expect(merged[field]).toBe(first);
        }
      }),
    );
  });
}
