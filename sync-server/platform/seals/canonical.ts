/**
 * One text per content, whatever the order of its fields and however the database hands it back: what is absent is not told
 * from undefined, a date or a bigint never from a text that looks like it. Throws for what no row of ours holds.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "bigint") return `n${value}`;
  if (value instanceof Date) return `d${value.getTime()}`;
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each ?? null)).join(",")}]`;
  if (isRecord(value)) return recordText(value);
  throw new Error(`a ${typeof value} cannot be sealed`);
}

function recordText(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Error("a number that is none cannot be sealed");
  return String(value);
}

/** Plain objects alone: a class's instance would lose what its fields do not say. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
