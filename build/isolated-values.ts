import type { Plugin } from "vite";

/** A sentence as it is compiled: its words, and what is put into it by name, with cases where it depends on a number or a word. */
export type Compiled = string | readonly Token[];
type Token = string | readonly [name: string, type?: string, format?: unknown];

const APART = "\u2068";
const END = "\u2069";
/** Scripts that run from right to left, by their ISO 15924 codes. */
const TURNED = ["Adlm", "Arab", "Hebr", "Nkoo", "Syrc", "Thaa"];
const CATALOGUE = /[\\/]locales[\\/](?<language>[a-z]+)[\\/][\w-]+\.po$/;

/**
 * Sets what is put into sentences of languages that run from right to left apart from the words around it, each by the direction of its
 * own first letter: an amount, an address or a name in other letters turns nothing beside it. Goes after what compiles catalogues.
 */
export function isolatedValues(): Plugin {
  return {
    name: "astrolabe:isolated-values",
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const language = CATALOGUE.exec(id)?.groups?.["language"] ?? "";
        const { script } = new Intl.Locale(language).maximize();
        if (script === undefined || !TURNED.includes(script)) return null;
        const written = /JSON\.parse\((?<text>"(?:[^"\\]|\\.)*")\)/s.exec(code)?.groups?.["text"];
        if (written === undefined) throw new Error(`${id} is not compiled as it was: its values cannot be set apart.`);
        const messages: Record<string, Compiled> = JSON.parse(JSON.parse(written));
        const apart = Object.fromEntries(Object.entries(messages).map(([key, each]) => [key, setApart(each)]));
        return { code: code.replace(written, () => JSON.stringify(JSON.stringify(apart))), map: null };
      },
    },
  };
}

/** The same sentence, with whatever is put into it between marks that set it apart (Unicode TR 9, FSI and PDI). */
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
