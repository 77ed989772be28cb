/** What a text of JSON says; null for what is no such text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Every value by the names that lead to it, such as `settings.minAmount`. Lists of plain values are one value. */
export function valuesOf(value: unknown, name = "", into = new Map<string, string>()): Map<string, string> {
  if (!isNested(value)) {
    // Nothing at all stood there.
    if (name !== "" || value !== null) into.set(name, typeof value === "string" ? value : JSON.stringify(value));
    return into;
  }
  for (const [key, inner] of Object.entries(value)) valuesOf(inner, name === "" ? key : `${name}.${key}`, into);
  return into;
}

function isNested(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const inner = Object.values(value);
  return Array.isArray(value) ? inner.some((each) => typeof each === "object" && each !== null) : inner.length > 0;
}
