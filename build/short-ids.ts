/** How Lingui's macros name a sentence: six characters of a digest, which no compression makes shorter. */
const GENERATED = /^[\w+/-]{6}$/;
/** As a property of what is looked up, and of the element that does it. */
const NAMED = /(?<=\bid:\s*)(?<quote>["'`])(?<id>[\w+/-]{6})\k<quote>/g;
const QUOTED = /(?<quote>["'`])(?<id>[\w+/-]{6})\k<quote>/g;
const RADIX = 36;

/** Of the generated ones among these ids what each goes by in a build: its number among them. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(ids.filter((id) => GENERATED.test(id)).map((id, index) => [id, index.toString(RADIX)]));
}

/** A script with its sentences looked up by their short ids. */
export function shorten(code: string, short: ReadonlyMap<string, string>): string {
  return code.replaceAll(NAMED, (whole, ...rest) => {
    const { id } = rest.at(-1) as { readonly id: string };
    const to = short.get(id);
    return to === undefined ? whole : JSON.stringify(to);
  });
}

/** The generated ids that a script still names. */
export function ownIds(code: string, short: ReadonlyMap<string, string>): readonly string[] {
  return [...code.matchAll(QUOTED)].map(({ groups }) => groups?.["id"] ?? "").filter((id) => short.has(id));
}
