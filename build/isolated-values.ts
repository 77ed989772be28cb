/** A sentence as it is compiled: its words, and what is put into it by name, with cases where it depends on a number or a word. */
export type Compiled = string | readonly Token[];
type Token = string | readonly [name: string, type?: string, format?: unknown];

const APART = "\u2068";
const END = "\u2069";
/** Scripts that run from right to left, by their ISO 15924 codes. */
const TURNED = ["Adlm", "Arab", "Hebr", "Nkoo", "Syrc", "Thaa"];

/** Whether a language runs from right to left. */
export function isTurned(language: string): boolean {
  const { script } = new Intl.Locale(language).maximize();
  return script !== undefined && TURNED.includes(script);
}

/**
 * The same sentence, with whatever is put into it between marks that set it apart (Unicode TR 9, FSI and PDI), each by the direction of
 * its own first letter: an amount, an address or a name in other letters turns nothing beside it.
 */
export function setApart(message: Compiled): Compiled {
  return typeof message === "string" ? message : message.flatMap(tokenApart);
}

function tokenApart(token: Token): Token[] {
  if (typeof token === "string") return [token];
  const [name, type, format] = token;
  if (type === undefined) return [APART, token, END];
  if (typeof format !== "object" || format === null) return [token];
  const cases = Object.entries(format).map(([key, each]) => [key, Array.isArray(each) ? setApart(each) : each]);
  return [[name, type, Object.fromEntries(cases)]];
}
