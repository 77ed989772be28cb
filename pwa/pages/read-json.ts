/** Reads JSON of whatever shape: what is not there, or something else, is nothing. */
export type Json = Readonly<Record<string, unknown>>;

export function objectIn(value: unknown, ...path: readonly string[]): Json {
  const found = valueIn(value, ...path);
  return isObject(found) ? found : {};
}

export function textIn(value: unknown, ...path: readonly string[]): string {
  const found = valueIn(value, ...path);
  return typeof found === "string" ? found : "";
}

export function listIn(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueIn(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function textsIn(value: unknown, ...path: readonly string[]): readonly string[] {
  return listIn(value, ...path).filter((each) => typeof each === "string");
}

export function valueIn(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
