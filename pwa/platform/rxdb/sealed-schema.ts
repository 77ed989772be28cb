import { getPrimaryFieldOfPrimaryKey, type RxDocumentData, type RxJsonSchema } from "rxdb";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { rowSchema } from "./row-schema.ts";
import type { Fields, SealedPlace } from "#pwa/platform/db/row-seal.ts";
import { SMALL_ROWS } from "./small-kinds.ts";

/** The only field of a row that stays readable: histories are read in windows of time. Names and all else do not. */
const CLEAR_FIELDS = ["timestamp"];
const PSEUDONYM_MAX_LENGTH = 32;

export type StoredSchema = RxJsonSchema<RxDocumentData<Fields>>;

/** Which fields of a collection also lie outside of the seals. */
export function clearFieldsOf(collection: string): readonly string[] {
  // By it the rows of a kind are found; the name of a collection tells as much.
  if (collection === SMALL_ROWS) return ["kind"];
  const known = SYNC_COLLECTIONS.find((name) => name === collection);
  const indexed = known ? indexesOf(rowSchema(known)).flat() : [];
  return CLEAR_FIELDS.filter((field) => indexed.includes(field));
}

/** Where the rows of a collection lie once they are sealed. */
export function placeOf(database: string, collection: string, schema: StoredSchema): SealedPlace {
  const primary = String(getPrimaryFieldOfPrimaryKey(schema.primaryKey));
  return { database, collection, primary, clear: clearFieldsOf(collection) };
}

/** The schema of the sealed rows of a collection whose schema RxDB has completed. */
export function sealedSchema(schema: StoredSchema, { primary, clear }: SealedPlace): StoredSchema {
  const isOutside = (field: string) => field === primary || field.startsWith("_") || clear.includes(field);
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([field]) => isOutside(field)));
  const indexes = indexesOf(schema).filter((fields) => fields.every(isOutside));
  const byKey = ["_deleted", primary];
  return {
    version: schema.version,
    type: "object",
    primaryKey: primary,
    properties: {
      ...properties,
      [primary]: { type: "string", maxLength: PSEUDONYM_MAX_LENGTH },
      sealed: { type: "string" },
    },
    // Dexie's storage wants every field of an index to be a required one.
    required: [primary, "sealed", ...clear, "_deleted", "_rev", "_meta", "_attachments"],
    indexes: indexes.some((fields) => fields.join() === byKey.join()) ? indexes : [byKey, ...indexes],
    additionalProperties: false,
    keyCompression: false,
  };
}

function indexesOf({ indexes = [] }: { readonly indexes?: StoredSchema["indexes"] }): string[][] {
  return indexes.map((fields) => (typeof fields === "string" ? [fields] : [...fields]));
}
