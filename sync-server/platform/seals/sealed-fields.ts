import type { Database } from "#server/platform/db/database.ts";
import { sealsOf } from "./row-seals.ts";

/** The seals of a row's fields, by the names of the fields: each covers its own value, so that whoever sets one sets its seal. */
export interface FieldSeals {
  readonly seals?: Readonly<Record<string, string>>;
}

type Where = Pick<Database, "db">;
type Id = string | number;

/** The fields and, under `seals`, their seals: what an insertion stores. */
export function withFieldSeals<T extends object>(
  database: Where,
  collection: string,
  id: Id,
  fields: T,
): T & Required<FieldSeals> {
  const entries = Object.entries(fields).map(([name, value]) => [name, sealOf(database, collection, id, name, value)]);
  return { ...fields, seals: Object.fromEntries(entries) };
}

/** The same as an update sets it, beside whatever else is sealed in the row. */
export function setSealed(
  database: Where,
  collection: string,
  id: Id,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const seals = Object.entries(fields).map(([name, value]) => [
    `seals.${name}`,
    sealOf(database, collection, id, name, value),
  ]);
  return { ...fields, ...Object.fromEntries(seals) };
}

/** Whether a field of this row says what the server wrote there. */
export function isFieldSealed(
  database: Where,
  collection: string,
  id: Id,
  row: FieldSeals & Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  return sealsOf(database).isSealed(purposeOf(collection, name), { id, value: row[name] }, row.seals?.[name]);
}

function sealOf(database: Where, collection: string, id: Id, name: string, value: unknown): string {
  return sealsOf(database).seal(purposeOf(collection, name), { id, value });
}

function purposeOf(collection: string, name: string): string {
  return `${collection}.${name}`;
}
