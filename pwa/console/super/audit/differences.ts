/** One value of what was changed, by where it stands in it; undefined where there is none. */
export interface Difference {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isSame: boolean;
}

/** What an act changed, value by value, as its row of the log has it: before and after as JSON. Null for what is no such text. */
export function differencesIn(change: string): readonly Difference[] | null {
  const parsed = readJson(change);
  if (typeof parsed !== "object" || parsed === null || !("before" in parsed) || !("after" in parsed)) return null;
  const [before, after] = [valuesOf(parsed.before), valuesOf(parsed.after)];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    return { name, before: one, after: other, isSame: one === other };
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Every value by the names that lead to it, such as `settings.minAmount`. Lists of plain values are one value. */
function valuesOf(value: unknown, name = "", into = new Map<string, string>()): Map<string, string> {
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
