import * as v from "valibot";
import { Id } from "./values/fields.ts";

/** A stored entity: its collection, its document schema, and the field groups of which no two documents may agree. */
export interface Entity<Entries extends v.ObjectEntries> {
  readonly collection: string;
  readonly schema: v.StrictObjectSchema<Entries & { readonly id: typeof Id }, undefined>;
  readonly unique: readonly (readonly string[])[];
}

/** Declares an entity; every entity has the integer `id` and it is always unique. */
export function entity<const Entries extends v.ObjectEntries>(
  collection: string,
  entries: Entries,
  unique: readonly (readonly string[])[] = [],
): Entity<Entries> {
  return { collection, schema: v.strictObject({ id: Id, ...entries }), unique: [["id"], ...unique] };
}

/** Stored timestamps are dates; they become ISO texts at the border. */
export const StoredDate = v.date();
export const optionalDate = v.optional(v.nullable(v.date()), null);
/** A text the spec names without saying that it must be there. */
export const optionalText = v.optional(v.nullable(v.string()), null);
export const optionalInteger = v.optional(v.nullable(v.pipe(v.number(), v.safeInteger())), null);
