import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeRows } from "#pwa/platform/sync/merge.ts";
import {
  bounded,
  type Edits,
  KEPT_MS,
  MOST_LOST,
  MOST_WRITTEN,
  NO_EDITS,
  noteSeen,
  noteWritten,
  withoutLost,
} from "./lost-edits.ts";

const FIELDS = ["name", "memo"] as const;
type Field = (typeof FIELDS)[number];

interface Row {
  readonly uid: string;
  readonly _deleted: boolean;
  readonly name: string;
  readonly memo: string;
  readonly editedAt: Readonly<Partial<Record<string, number>>>;
}

const AT = { collection: "contacts", uid: "u" };
const ROW: Row = { uid: "u", _deleted: false, name: "Ana", memo: "", editedAt: {} };

function wrote(edits: Edits, changes: Partial<Record<Field, string>> | { _deleted: true }, nowMs = 1000): Edits {
  return noteWritten(edits, AT, changes, nowMs);
}

function saw(edits: Edits, row: Partial<Row>, nowMs = 2000): Edits {
  return noteSeen(edits, "contacts", { ...ROW, ...row }, nowMs);
}

test("what another device wrote in the place of what was written here is noted with both values", () => {
  const edits = saw(wrote(NO_EDITS, { name: "Desk name" }), { name: "Phone name" });
  expect(edits.written).toEqual([]);
  expect(edits.lost).toEqual([
    { kind: "replaced", ...AT, field: "name", lost: "Desk name", won: "Phone name", atMs: 2000 },
  ]);
});

test("rows that were not written here, and those that say what was, cost and change nothing", () => {
  const edits = wrote(NO_EDITS, { name: "Desk name" });
  expect(noteSeen(edits, "contacts", { ...ROW, uid: "other" }, 2000)).toBe(edits);
  expect(noteSeen(edits, "settings", { ...ROW }, 2000)).toBe(edits);
  expect(saw(edits, { name: "Desk name", memo: "theirs" }).lost).toEqual([]);
  expect(saw(edits, { name: "Desk name", memo: "theirs" }).written).toEqual(edits.written);
});

test("a loss is settled by writing the field here, by the value's return, and by the person who leaves it", () => {
  const edits = saw(wrote(NO_EDITS, { name: "Desk name" }), { name: "Phone name" });
  expect(wrote(edits, { name: "Desk name" }).lost).toEqual([]);
  expect(wrote(edits, { memo: "rent" }).lost).toEqual(edits.lost);
  expect(saw(edits, { name: "Desk name" }).lost).toEqual([]);
  const [lost] = edits.lost;
  expect(lost && withoutLost(edits, lost).lost).toEqual([]);
});

test("what returned by itself and is replaced again is told again", () => {
  const lost = saw(wrote(NO_EDITS, { name: "Desk name" }), { name: "Phone name" });
  const back = saw(lost, { name: "Desk name" });
  expect(back.lost).toEqual([]);
  expect(saw(back, { name: "Phone name" }, 3000).lost).toMatchObject([{ lost: "Desk name", won: "Phone name" }]);
});

test("what was changed here and deleted elsewhere is kept as the row it would be; deleted together, nothing is lost", () => {
  const edits = wrote(wrote(NO_EDITS, { name: "Desk name" }), { memo: "rent" });
  const replaced = saw(edits, { name: "Phone name", memo: "rent" });
  const [lost] = saw(replaced, { _deleted: true, name: "Phone name" }).lost;
  expect(lost).toEqual({ kind: "deleted", ...AT, row: { name: "Desk name", memo: "rent" }, atMs: 2000 });
  expect(saw(wrote(edits, { _deleted: true }), { _deleted: true }).lost).toEqual([]);
  expect(saw(NO_EDITS, { _deleted: true })).toBe(NO_EDITS);
});

test("what was deleted here and changed elsewhere is told to be there again", () => {
  const edits = saw(wrote(NO_EDITS, { _deleted: true }), { name: "Phone name" });
  expect(edits.lost).toEqual([{ kind: "returned", ...AT, row: { name: "Phone name", memo: "" }, atMs: 2000 }]);
  expect(saw(edits, { _deleted: true }).lost).toEqual([]);
});

test("no more is kept than the last losses of 30 days", () => {
  let edits = NO_EDITS;
  for (let n = 0; n < MOST_WRITTEN + 5; n += 1)
    edits = noteWritten(edits, { collection: "contacts", uid: `u${n}` }, { name: "mine" }, n);
  expect(edits.written).toHaveLength(MOST_WRITTEN);
  for (const { uid } of edits.written) edits = noteSeen(edits, "contacts", { ...ROW, uid, name: "theirs" }, 1000);
  expect(edits.lost.map(({ uid }) => uid)).toEqual(
    Array.from({ length: MOST_LOST }, (_, n) => `u${MOST_WRITTEN + 5 - MOST_LOST + n}`),
  );
  expect(bounded(edits, 1000 + KEPT_MS)).toEqual(NO_EDITS);
});

const step = fc.oneof(
  fc.record({
    who: fc.constantFrom("here" as const, "elsewhere" as const),
    field: fc.constantFrom("name" as const, "memo" as const, "_deleted" as const),
    value: fc.constantFrom("a", "b", "c", "d"),
    at: fc.integer({ min: 1, max: 50 }),
  }),
  fc.constant("sync" as const),
);

function edited(row: Row, field: Field | "_deleted", value: string, at: number): Row {
  if (field === "_deleted") return { ...row, _deleted: true, editedAt: { ...row.editedAt, _deleted: at } };
  if (row._deleted || row[field] === value) return row;
  return {
    ...row,
    [field]: value,
    editedAt: { ...row.editedAt, [field]: Math.max(at, (row.editedAt[field] ?? 0) + 1) },
  };
}

test("a value written here is the row's value or noted as lost, whatever other devices write and when", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let server: Row = ROW;
      let base: Row = ROW;
      let mine: Row = ROW;
      let edits = NO_EDITS;
      const written = new Map<Field | "_deleted", string>();
      for (const one of [...steps, "sync" as const]) {
        if (one === "sync") {
          const merged = base === server ? mine : mergeRows<Row>(FIELDS, base, mine, server);
          // What comes in is told only where it changes the row.
          if (JSON.stringify(merged) !== JSON.stringify(mine)) edits = noteSeen(edits, "contacts", { ...merged }, 2000);
          base = mine = server = merged;
        } else if (one.who === "elsewhere") server = edited(server, one.field, one.value, one.at);
        else {
          const next = edited(mine, one.field, one.value, one.at);
          if (next === mine || mine._deleted) continue;
          mine = next;
          if (one.field === "_deleted") {
            written.clear();
            edits = noteWritten(edits, AT, { _deleted: true }, 1000);
          } else edits = noteWritten(edits, AT, { [one.field]: one.value }, 1000);
          written.delete("_deleted");
          written.set(one.field, one.value);
        }
      }
      for (const [field, value] of written) {
        const isThere = field === "_deleted" ? mine._deleted : !mine._deleted && mine[field] === value;
        const isLost = edits.lost.some((lost) =>
          field === "_deleted"
            ? lost.kind === "returned"
            : lost.kind === "replaced"
              ? lost.field === field && lost.lost === value
              : lost.kind === "deleted" && lost.row[field] === value,
        );
        expect([field, value, isThere || isLost]).toEqual([field, value, true]);
      }
    }),
    { numRuns: 2000 },
  );
});
