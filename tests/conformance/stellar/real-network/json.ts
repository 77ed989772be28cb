/** What an answer is made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** What stands at these keys, one below the other; undefined where nothing does. */
export function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

/** The text at these keys; "" where there is none. */
export function textAt(value: Json | undefined, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : "";
}

/** The records of a page of Horizon's; none where it is no page. */
export function recordsOf(page: Json | undefined): readonly Json[] {
  const records = at(page, "_embedded", "records");
  return isList(records) ? records : [];
}
