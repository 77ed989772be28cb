import * as v from "valibot";
import { SYNC_ROWS, type SyncCollection, type SyncRow } from "#schemas/protocol.ts";

/** A stored document does not fit its row at `field`. Neither says the value. */
export class MisfitError extends Error {
  readonly field: string;

  constructor(collection: SyncCollection, uid: string, field: string) {
    super(`document ${uid} of ${collection} does not fit its row at ${field}`);
    this.name = "MisfitError";
    this.field = field;
  }
}

/**
 * The row of a stored document: the fields of the row schema and no others, dates as ISO texts, `deleted` as `_deleted`.
 * Throws {@link MisfitError}.
 */
export function shapeRow<C extends SyncCollection>(
  collection: C,
  document: Readonly<Record<string, unknown>>,
): SyncRow<C> {
  const schema: v.GenericSchema = SYNC_ROWS[collection];
  const picked: Record<string, unknown> = {};
  for (const field of ROW_FIELDS[collection]) {
    const value = field === "_deleted" ? document["deleted"] : document[field];
    if (value !== undefined) picked[field] = value instanceof Date ? value.toISOString() : value;
    else if (field === "editedAt") picked[field] = {};
  }
  const parsed = v.safeParse(schema, picked);
  if (parsed.success) return parsed.output as SyncRow<C>;
  throw new MisfitError(collection, String(document["uid"]), v.getDotPath(parsed.issues[0]) ?? "the top");
}

const ROW_FIELDS = byCollection((fields) => fields);

/** What of a stored document the sync reads. */
export const STORED_FIELDS = byCollection((fields) => ({
  _id: 0 as const,
  ...Object.fromEntries(fields.map((field) => [field === "_deleted" ? "deleted" : field, 1 as const])),
  userId: 1 as const,
  revision: 1 as const,
}));

function byCollection<T>(make: (fields: readonly string[]) => T): Readonly<Record<SyncCollection, T>> {
  const made = Object.entries(SYNC_ROWS).map(([collection, { entries }]) => [collection, make(Object.keys(entries))]);
  // The very collections of the table, which Object.entries does not tell.
  return Object.fromEntries(made) as Record<SyncCollection, T>;
}
