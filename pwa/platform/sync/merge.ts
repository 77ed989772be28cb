/** A document of a collection that devices write, in any of its three states of a merge. */
export interface MergeableRow {
  readonly uid: string;
  readonly _deleted: boolean;
  /** When each field, and the deletion, was last edited, in ms since the epoch. */
  readonly editedAt: Readonly<Partial<Record<string, number>>>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Merges what this device wrote (`mine`) with what the server holds (`theirs`), field by field: a field that one side
 * changed since `base` is that side's; of two edits the later one stands. A deletion stands unless the other side edited
 * after it. All other fields are the server's.
 * Commutative in `mine` and `theirs` for the fields in `writable`, so every device reaches the same result.
 */
export function mergeRows<Row extends MergeableRow>(
  writable: readonly string[],
  base: Row | undefined,
  mine: Row,
  theirs: Row,
): Row {
  const merged: Record<string, unknown> = { ...fieldsOf(theirs) };
  const editedAt: Record<string, number> = {};
  for (const field of writable) {
    const winner = laterEdit(field, base, mine, theirs);
    merged[field] = fieldsOf(winner)[field];
    setTime(
      editedAt,
      field,
      winner === mine && sameValue(field, mine, theirs) ? latest(field, mine, theirs) : winner.editedAt[field],
    );
  }
  merged["_deleted"] = isGone(mine, theirs);
  setTime(editedAt, "_deleted", latest("_deleted", mine, theirs));
  merged["editedAt"] = editedAt;
  // The result has the fields of `theirs`, each with a value that one of the two rows had.
  return merged as unknown as Row;
}

function laterEdit<Row extends MergeableRow>(field: string, base: Row | undefined, mine: Row, theirs: Row): Row {
  if (sameValue(field, mine, theirs)) return mine;
  if (base && isUnchanged(field, base, mine)) return theirs;
  if (base && isUnchanged(field, base, theirs)) return mine;
  const difference = (mine.editedAt[field] ?? 0) - (theirs.editedAt[field] ?? 0);
  if (difference !== 0) return difference > 0 ? mine : theirs;
  return JSON.stringify(fieldsOf(mine)[field]) > JSON.stringify(fieldsOf(theirs)[field]) ? mine : theirs;
}

function isGone(mine: MergeableRow, theirs: MergeableRow): boolean {
  if (mine._deleted === theirs._deleted) return mine._deleted;
  const [gone, kept] = mine._deleted ? [mine, theirs] : [theirs, mine];
  const keptEditedAt = Math.max(
    0,
    ...Object.entries(kept.editedAt).map(([field, time]) => (field === "_deleted" ? 0 : (time ?? 0))),
  );
  return keptEditedAt <= (gone.editedAt["_deleted"] ?? 0);
}

function isUnchanged(field: string, base: MergeableRow, row: MergeableRow): boolean {
  return sameValue(field, base, row) && base.editedAt[field] === row.editedAt[field];
}

function sameValue(field: string, one: MergeableRow, other: MergeableRow): boolean {
  return fieldsOf(one)[field] === fieldsOf(other)[field];
}

function latest(field: string, one: MergeableRow, other: MergeableRow): number | undefined {
  const time = Math.max(one.editedAt[field] ?? -1, other.editedAt[field] ?? -1);
  return time < 0 ? undefined : time;
}

function setTime(editedAt: Record<string, number>, field: string, time: number | undefined): void {
  if (time !== undefined) editedAt[field] = time;
}

function fieldsOf(row: MergeableRow): Fields {
  return { ...row };
}
