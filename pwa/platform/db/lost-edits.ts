import * as v from "valibot";

/** What one field of a row holds. */
const Value = v.union([v.string(), v.boolean(), v.number()]);
const Values = v.record(v.string(), Value);

const Place = { collection: v.string(), uid: v.string() };

/** What was written here: still what the row says, as far as this device knows. */
const WrittenField = v.object({ ...Place, field: v.string(), value: Value, atMs: v.number() });
export type WrittenField = v.InferOutput<typeof WrittenField>;

/** What was written here and is the row's no more, by what was written elsewhere. */
export const LostEdit = v.variant("kind", [
  /** Both wrote the field. */
  v.object({ kind: v.literal("replaced"), ...Place, field: v.string(), lost: Value, won: Value, atMs: v.number() }),
  /** Changed here, deleted elsewhere: `row` is as it would be by what was written here. */
  v.object({ kind: v.literal("deleted"), ...Place, row: Values, atMs: v.number() }),
  /** Deleted here, changed elsewhere, so that it is there again. */
  v.object({ kind: v.literal("returned"), ...Place, row: Values, atMs: v.number() }),
]);
export type LostEdit = v.InferOutput<typeof LostEdit>;

export const Edits = v.object({ written: v.array(WrittenField), lost: v.array(LostEdit) });
export type Edits = v.InferOutput<typeof Edits>;

export const NO_EDITS: Edits = { written: [], lost: [] };

/** How long a loss could matter to anybody, and how many are kept; of what was written, as of the last ones. */
export const KEPT_MS = 30 * 86_400_000;
export const MOST_LOST = 50;
export const MOST_WRITTEN = 100;

/** A row as it stands, deleted or not. */
export type SeenRow = Readonly<Record<string, unknown>>;

/**
 * Notes what a person wrote here. Whatever was lost of these fields before is settled by it; a deletion settles all of its row.
 */
export function noteWritten(
  { written, lost }: Edits,
  { collection, uid }: { readonly collection: string; readonly uid: string },
  changes: Readonly<Record<string, v.InferOutput<typeof Value>>>,
  nowMs: number,
): Edits {
  const isOf = isOfRow(collection, uid);
  const fields = Object.keys(changes);
  const isSettled = (field: string) => fields.includes(field) || fields.includes("_deleted") || field === "_deleted";
  return bounded(
    {
      written: [
        ...written.filter((one) => !isOf(one) || !isSettled(one.field)),
        ...Object.entries(changes).map(([field, value]) => ({ collection, uid, field, value, atMs: nowMs })),
      ],
      lost: lost.filter((one) => !isOf(one) || (one.kind === "replaced" && !isSettled(one.field))),
    },
    nowMs,
  );
}

/**
 * What is known after a row came in that this device did not write: each value written here is the row's still, or lost now.
 * The same object where nothing was.
 */
export function noteSeen(edits: Edits, collection: string, row: SeenRow, nowMs: number): Edits {
  const isOf = isOfRow(collection, String(row["uid"]));
  if (!edits.written.some(isOf) && !edits.lost.some(isOf)) return edits;
  const mine = { written: edits.written.filter(isOf), lost: edits.lost.filter(isOf) };
  const next = row["_deleted"] === true ? afterDeletion(mine, row, nowMs) : afterEdit(mine, row, nowMs);
  return bounded(
    {
      written: [...edits.written.filter((one) => !isOf(one)), ...next.written],
      lost: [...edits.lost.filter((one) => !isOf(one)), ...next.lost],
    },
    nowMs,
  );
}

/** Without one loss that a person has seen and leaves as it is. */
export function withoutLost({ written, lost }: Edits, seen: LostEdit): Edits {
  const key = JSON.stringify(seen);
  return { written, lost: lost.filter((one) => JSON.stringify(one) !== key) };
}

/** Without what is too old to matter, and no more than is kept at most. */
export function bounded({ written, lost }: Edits, nowMs: number): Edits {
  const isYoung = ({ atMs }: { readonly atMs: number }) => nowMs - atMs < KEPT_MS;
  return { written: written.filter(isYoung).slice(-MOST_WRITTEN), lost: lost.filter(isYoung).slice(-MOST_LOST) };
}

function isOfRow(collection: string, uid: string) {
  return (one: { readonly collection: string; readonly uid: string }) =>
    one.uid === uid && one.collection === collection;
}

/** All that was written here and not deleted here comes into one note, as the row that it would be. */
function afterDeletion({ written, lost }: Edits, row: SeenRow, nowMs: number): Edits {
  const former = lost.filter(({ kind }) => kind === "deleted");
  const [first] = [...written, ...lost.filter(({ kind }) => kind !== "returned")];
  const isWanted = written.some(({ field }) => field === "_deleted");
  if (isWanted || first === undefined || (written.length === 0 && former.length > 0)) return { written, lost: former };
  const wanted = valuesOf(row);
  for (const one of lost) if (one.kind === "replaced") wanted[one.field] = one.lost;
  for (const { field, value } of written) wanted[field] = value;
  const { collection, uid } = first;
  return { written: [], lost: [{ kind: "deleted", collection, uid, row: wanted, atMs: nowMs }] };
}

function afterEdit({ written, lost }: Edits, row: SeenRow, nowMs: number): Edits {
  const kept: WrittenField[] = [];
  const gone: LostEdit[] = [];
  for (const one of written) {
    const { collection, uid, field, value } = one;
    const won = v.safeParse(Value, row[field]);
    if (field === "_deleted") gone.push({ kind: "returned", collection, uid, row: valuesOf(row), atMs: nowMs });
    else if (row[field] === value || !won.success) kept.push(one);
    else gone.push({ kind: "replaced", collection, uid, field, lost: value, won: won.output, atMs: nowMs });
  }
  const still = lost.flatMap((one) => stillLost(one, row));
  return { written: [...kept, ...lost.flatMap((one) => returned(one, row))], lost: [...still, ...gone] };
}

/** What the row says again of what was lost: it is watched as what was written here is, since it can be replaced again. */
function returned(one: LostEdit, row: SeenRow): WrittenField[] {
  if (one.kind !== "replaced" || row[one.field] !== one.lost) return [];
  const { collection, uid, field, lost: value, atMs } = one;
  return [{ collection, uid, field, value, atMs }];
}

/** A loss as it is told of the row of now: none where the row says again what was written here. */
function stillLost(one: LostEdit, row: SeenRow): LostEdit[] {
  if (one.kind === "returned") return [one];
  if (one.kind === "deleted") return lostOfReturned(one, row);
  const won = v.safeParse(Value, row[one.field]);
  if (!won.success || won.output === one.lost) return [];
  return [{ ...one, won: won.output }];
}

/** What was deleted is there again: what it had here and has no more is lost still. */
function lostOfReturned(
  { collection, uid, row: wanted, atMs }: Extract<LostEdit, { kind: "deleted" }>,
  row: SeenRow,
): LostEdit[] {
  return Object.entries(wanted).flatMap(([field, lost]) => {
    const won = v.safeParse(Value, row[field]);
    if (!won.success || won.output === lost) return [];
    return [{ kind: "replaced", collection, uid, field, lost, won: won.output, atMs }];
  });
}

/** What people write of a row: not what the server adds, nor when it was. */
function valuesOf(row: SeenRow): Record<string, v.InferOutput<typeof Value>> {
  const values: Record<string, v.InferOutput<typeof Value>> = {};
  for (const [field, value] of Object.entries(row)) {
    if (field.startsWith("_") || field === "uid" || field === "id") continue;
    const read = v.safeParse(Value, value);
    if (read.success) values[field] = read.output;
  }
  return values;
}
