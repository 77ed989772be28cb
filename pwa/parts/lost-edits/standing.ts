import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";

/** Those losses that still stand against how the rows are now. */
export function standing(lost: readonly LostEdit[], rows: readonly { readonly uid: string }[]): readonly LostEdit[] {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return lost.filter((one) => {
    const row = byUid.get(one.uid);
    if (one.kind === "deleted") return row === undefined;
    if (row === undefined) return false;
    return one.kind === "returned" || new Map<string, unknown>(Object.entries(row)).get(one.field) !== one.lost;
  });
}
