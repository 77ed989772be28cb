import * as v from "valibot";
import { EpochMs, RowId, Uid } from "./values/fields.ts";

/** A replicated document: `uid` is the primary key, `id` the server's (0 until given), `_deleted` a tombstone. */
export function syncRow<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject({ uid: Uid, id: RowId, _deleted: v.boolean(), ...entries });
}

/**
 * `editedAt` of a document that devices may write: when each field, and the deletion, was last edited (ms since the epoch).
 * Absent means never since it was made. The merge decides same-field conflicts by it.
 */
export function editedFields<const Names extends readonly string[]>(names: Names) {
  return { editedAt: v.record(v.picklist([...names, "_deleted"]), EpochMs) };
}
