import { readJson, valuesOf } from "#pwa/console/desk/values-of.ts";

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
