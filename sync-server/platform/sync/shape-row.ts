import * as v from "valibot";
import { SYNC_ROWS, type SyncCollection, type SyncRow } from "#schemas/protocol.ts";

/**
 * The row of a stored document: the fields of the row schema and no others, dates as ISO texts, `deleted` as `_deleted`.
 * Throws when a stored document does not fit, naming its field and never its value.
 */
export function shapeRow<C extends SyncCollection>(
  collection: C,
  document: Readonly<Record<string, unknown>>,
): SyncRow<C> {
  const schema: v.GenericSchema = SYNC_ROWS[collection];
  const picked: Record<string, unknown> = {};
  for (const field of Object.keys(SYNC_ROWS[collection].entries)) {
    const value = field === "_deleted" ? document["deleted"] : document[field];
    if (value !== undefined) picked[field] = value instanceof Date ? value.toISOString() : value;
    else if (field === "editedAt") picked[field] = {};
  }
  const parsed = v.safeParse(schema, picked);
  if (parsed.success) return parsed.output as SyncRow<C>;
  const [issue] = parsed.issues;
  throw new Error(
    `document ${String(document["uid"])} of ${collection} does not fit its row at ${v.getDotPath(issue) ?? "the top"}`,
  );
}
