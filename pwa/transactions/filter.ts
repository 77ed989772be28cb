import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { isOfAsset, movementOf, type MovementType } from "#pwa/parts/history/movement.ts";
import { TYPE_NAMES } from "#pwa/parts/history/movement-words.ts";

/** What the history is narrowed to; an empty text does not narrow. */
export interface TransactionFilter {
  readonly type: MovementType | "";
  /** "XLM" or "CODE-ISSUER". */
  readonly asset: string;
  /** Part of a contact's name, of a username or of an address. */
  readonly who: string;
  /** First and last local day, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  /** Part of a memo or of a hash. */
  readonly text: string;
}

export const NO_FILTER: TransactionFilter = { type: "", asset: "", who: "", from: "", to: "", text: "" };

export const FILTER_FIELDS = [
  "type",
  "asset",
  "who",
  "from",
  "to",
  "text",
] as const satisfies readonly (keyof TransactionFilter)[];

export interface FilterContext {
  readonly ownAddress: string | undefined;
  nameOf(address: string): string | null;
}

/** Reads the filter out of the page's address; what does not belong there is ignored. */
export function readFilter(search: Readonly<Record<string, unknown>>): TransactionFilter {
  const text = (name: string) =>
    typeof search[name] === "string" || typeof search[name] === "number" ? String(search[name]) : "";
  const day = (name: string) => (isDay(text(name)) ? text(name) : "");
  const type = text("type");
  return {
    type: isMovementType(type) ? type : "",
    asset: text("asset"),
    who: text("who"),
    from: day("from"),
    to: day("to"),
    text: text("text"),
  };
}

/** The parts of a filter that narrow, for the page's address. */
export function writeFilter(filter: TransactionFilter): Partial<Record<keyof TransactionFilter, string>> {
  const entries = FILTER_FIELDS.filter((name) => filter[name].trim() !== "").map(
    (name) => [name, filter[name]] as const,
  );
  return Object.fromEntries(entries);
}

export function isFiltering(filter: TransactionFilter): boolean {
  return FILTER_FIELDS.some((name) => filter[name].trim() !== "");
}

/**
 * Makes the test that decides whether a row is shown. Made once per filter, so that a hundred thousand rows cost one
 * comparison each and a name is looked up once per address.
 */
export function makeMatcher(filter: TransactionFilter, context: FilterContext): (row: MovementRow) => boolean {
  const who = filter.who.trim().toLowerCase();
  const text = filter.text.trim().toLowerCase();
  const start = filter.from === "" ? "" : startOfDay(filter.from);
  const end = filter.to === "" ? "" : startOfDay(filter.to, 1);
  const verdicts = new Map<string, boolean>();
  const isWho = (address: string) => {
    const known = verdicts.get(address);
    if (known !== undefined) return known;
    const verdict =
      address.toLowerCase().includes(who) || (context.nameOf(address)?.toLowerCase().includes(who) ?? false);
    verdicts.set(address, verdict);
    return verdict;
  };
  return (row) => {
    if (filter.type !== "" && row.type !== filter.type) return false;
    if (filter.asset !== "" && !isOfAsset(row, filter.asset)) return false;
    if (start !== "" && row.timestamp < start) return false;
    // Movements that are missing are those of a time, which may reach into what is asked for.
    if (end !== "" && (row.event?.since ?? row.timestamp) >= end) return false;
    if (who !== "") {
      const { counterparty } = movementOf(row, context.ownAddress);
      if (counterparty === "") return false;
      if (!isWho(counterparty) && !`@${row.partyName.toLowerCase()}`.includes(who)) return false;
    }
    return text === "" || row.memo.toLowerCase().includes(text) || row.hash.includes(text);
  };
}

/** The UTC instant at which a local day, or the one `daysLater`, begins. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function isMovementType(text: string): text is MovementType {
  return Object.hasOwn(TYPE_NAMES, text);
}
