/** The array index that `$` stands for in an update or a projection, and which condition said so. */
export type Position = { index: number | undefined; by?: Condition };
export type Condition = { readonly rank: number; readonly path: string };

/** MongoDB asks the conditions on a document in this order, and the last one that met an array's element counts. */
const ORDER =
  "$elemMatch $size $eq $lte $lt $gt $gte $regex $mod $exists $in $bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear $type".split(
    " ",
  );

export function conditionAt(parts: readonly string[], operator: string): Condition {
  return { rank: ORDER.indexOf(operator), path: parts.join(".") };
}

export function recordPlace(position: Position | undefined, index: number | undefined, by: Condition): void {
  if (position === undefined || index === undefined) return;
  if (position.by !== undefined && isBefore(by, position.by)) return;
  position.index = index;
  position.by = by;
}

function isBefore(one: Condition, other: Condition): boolean {
  return one.rank === other.rank ? one.path < other.path : one.rank < other.rank;
}
