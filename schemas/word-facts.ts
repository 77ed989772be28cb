import type { SaidFacts } from "./said.ts";
import { utcText } from "./values/instants.ts";
import { directionOf, formatTag, type Language } from "./values/languages.ts";

/** For whom facts are written: in which language, and in whose time. */
export interface Reader {
  readonly language: Language;
  /** A device writes instants in its own time, the server in everybody's. */
  readonly time: "own" | "UTC";
  /** What Intl writes numbers and dates by, where that is more than the language. */
  readonly tag?: string;
}

type Form = "amount" | "price" | "instant" | "said";

/** How a fact is written, by its name; one of any other name is written as it is. */
const FORMS: Readonly<Record<string, Form>> = {
  amount: "amount",
  before: "amount",
  after: "amount",
  fee: "amount",
  left: "amount",
  limit: "amount",
  minimum: "amount",
  missing: "amount",
  reserve: "amount",
  room: "amount",
  shares: "amount",
  spendable: "amount",
  price: "price",
  seen: "price",
  at: "instant",
  from: "instant",
  until: "instant",
  first: "said",
  second: "said",
  says: "said",
  why: "said",
};

/** A decimal number, as it is stored or as English writes it. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Facts as a sentence in the reader's language has them. `chosenBy` are those that the sentence chooses or counts by: they stay as
 * they are. `said` puts a fact that is a sentence itself into words.
 */
export function wordFacts(
  facts: SaidFacts,
  reader: Reader,
  chosenBy: ReadonlySet<string>,
  said: (text: string) => string,
): Record<string, string | number> {
  const worded = Object.entries(facts).map(([name, fact]): [string, string | number] => {
    if (chosenBy.has(name)) return [name, fact];
    if (typeof fact === "number") return [name, apart(wordNumber(name, fact, reader), reader.language)];
    // Of a sentence in a sentence the names are set apart already.
    const text = FORMS[name] === "said" ? closed(said(fact)) : wordText(name, fact.replaceAll(TURNING, ""), reader);
    return [name, apart(text, reader.language, TURNING_ONE.test(fact))];
  });
  return Object.fromEntries(worded);
}

function wordNumber(name: string, fact: number, reader: Reader): string {
  return FORMS[name] === "instant" ? instantText(fact, reader) : numberText(String(fact), reader, false);
}

function wordText(name: string, fact: string, reader: Reader): string {
  switch (FORMS[name]) {
    case "amount":
      return numberText(fact, reader, true);
    case "price":
      return numberText(fact, reader, false);
    default:
      return fact;
  }
}

/** A decimal number in running text, with all its digits but the zeros at its end; any other text as it is. */
export function numberText(text: string, { language, tag = formatTag(language) }: Reader, isGrouped: boolean): string {
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  if (!DECIMAL.test(plain)) return text;
  const short = plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
  const [whole = "", decimals] = short.split(".");
  const { group, point } = language === "en" ? ENGLISH : marksOf(tag, whole);
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group) : whole;
  return decimals === undefined ? grouped : `${grouped}${point}${decimals}`;
}

interface Marks {
  readonly group: string;
  readonly point: string;
}

const ENGLISH: Marks = { group: ",", point: "." };
const formats = new Map<string, Intl.NumberFormat>();

/** What stands between the digits of a number; some languages leave four of them together. */
function marksOf(tag: string, whole: string): Marks {
  const format = formats.get(tag) ?? new Intl.NumberFormat(tag);
  formats.set(tag, format);
  const valueIn = (example: number, type: Intl.NumberFormatPartTypes) =>
    format.formatToParts(example).find((part) => part.type === type)?.value ?? "";
  const example = whole.replace("-", "").length > 4 ? 12_345 : 1234;
  return { group: valueIn(example, "group"), point: valueIn(1.5, "decimal") };
}

/** The first and last instants that have a date, with a day to spare for the time of a device. */
const MOST_MS = 8_640_000_000_000_000 - 86_400_000;

function isInstant(ms: number): boolean {
  return Math.abs(ms) <= MOST_MS;
}

/** An instant, in ms, with the time of day; what is no instant is left as it is. */
export function instantText(ms: number, { language, time, tag = formatTag(language) }: Reader): string {
  if (!isInstant(ms)) return String(ms);
  if (language === "en") return time === "UTC" ? utcText(new Date(ms)) : ownText(new Date(ms));
  return new Intl.DateTimeFormat(tag, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    ...(time === "UTC" && { timeZone: "UTC", timeZoneName: "short" }),
  }).format(ms);
}

function ownText(instant: Date): string {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return utcText(shifted).replace(/ UTC$/, "");
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** A mark at its end would be taken for a part of it. */
const LINK = /^https?:\/\/\S+$/;
/** First strong isolate, and pop directional isolate (UAX 9). */
const [ISOLATE, POP] = ["\u2068", "\u2069"];

/** What turns the text around it (UAX 9). */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const TURNING_ONE = new RegExp(TURNING.source);

/** A word that keeps its own direction, and reorders nothing beside it. `isTurned` says so of one whose letters do not. */
export function apart(text: string, language: Language, isTurned = false): string {
  if (text === "" || LINK.test(text)) return text;
  const isPlain = directionOf(language) === "ltr" && !RIGHT_TO_LEFT.test(text) && !isTurned;
  return isPlain ? text : `${ISOLATE}${text}${POP}`;
}

/** A sentence that ends all that it begins, and nothing else: what stands around it goes on as it was. */
function closed(text: string): string {
  let open = 0;
  const kept = text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, (mark) => {
    if (mark < "\u2066") return "";
    if (mark !== POP) open += 1;
    else if (open === 0) return "";
    else open -= 1;
    return mark;
  });
  return `${kept}${POP.repeat(open)}`;
}

/** A sentence as Lingui compiles it: its texts, and of its places the name, the sort and the cases. */
type Token = string | readonly [name: string, sort?: string, cases?: unknown];

/** The names of the facts that a compiled sentence chooses or counts by. */
export function chosenBy(sentence: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens as readonly Token[]) {
      if (typeof token === "string" || token[1] === undefined) continue;
      names.add(token[0]);
      if (typeof token[2] === "object" && token[2] !== null) Object.values(token[2]).forEach(visit);
    }
  };
  visit(sentence);
  return names;
}

/** Whether all is known that a compiled sentence says in these cases: one with gaps in it helps nobody. */
export function hasFacts(sentence: unknown, facts: SaidFacts): boolean {
  if (!Array.isArray(sentence)) return true;
  return (sentence as readonly Token[]).every((token) => {
    if (typeof token === "string") return true;
    const [name, sort, cases] = token;
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact === undefined) return false;
    if (FORMS[name] === "instant" && typeof fact === "number" && !isInstant(fact)) return false;
    if (sort === undefined) return true;
    if (sort !== "select" && !Number.isFinite(Number(fact))) return false;
    const known: Readonly<Record<string, unknown>> = { ...Object(cases) };
    const said = sort === "select" ? [Object.hasOwn(known, fact) ? known[fact] : known["other"]] : Object.values(known);
    return said.every((each) => hasFacts(each, facts));
  });
}
