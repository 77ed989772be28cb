import { readFilter, type TransactionFilter, writeFilter } from "./filter.ts";

/** The filter as it is shown, and what of the page's address it comes from. */
export interface ShownFilter {
  readonly filter: TransactionFilter;
  /** The filter of the address, as last seen. */
  readonly told: string;
  /** Filters that were written into the address and are not seen there yet, the oldest first. */
  readonly sent: readonly string[];
}

type Search = Readonly<Record<string, unknown>>;

export function openShown(search: Search): ShownFilter {
  const filter = readFilter(search);
  return { filter, told: textOf(filter), sent: [] };
}

/** What somebody chose is shown at once; its address follows. */
export function typed(shown: ShownFilter, filter: TransactionFilter): ShownFilter {
  const text = textOf(filter);
  const last = shown.sent.at(-1) ?? shown.told;
  return { ...shown, filter, sent: text === last ? shown.sent : [...shown.sent, text] };
}

/** What is shown at an address: what was chosen since, where the address comes of that; else what the address says. */
export function addressed(shown: ShownFilter, search: Search): ShownFilter {
  const filter = readFilter(search);
  const told = textOf(filter);
  if (told === shown.told) return shown;
  const place = shown.sent.indexOf(told);
  return place < 0 ? { filter, told, sent: [] } : { ...shown, told, sent: shown.sent.slice(place + 1) };
}

function textOf(filter: TransactionFilter): string {
  return JSON.stringify(writeFilter(filter));
}
