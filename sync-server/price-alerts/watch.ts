import { ALERT_TERMS, type AlertDirection, type AlertState } from "#schemas/price-alerts.ts";
import { readPrice } from "#schemas/values/price.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { type BestPrices, compare, sortable } from "#server/standing-orders/index.ts";

/** What the server keeps of an alert beside what devices write, some of it in its row. */
export interface KeptBeside {
  readonly state: AlertState;
  readonly toldAt: Date | null;
  readonly toldPrice: string;
  /** Both assets by their keys. */
  readonly pair: string;
  /** As {@link sortable}. */
  readonly trigger: string;
  /** Nothing is told before; null for at any time. */
  readonly restsUntil: Date | null;
}

/** Where a price has to be. */
export interface AlertTerms {
  readonly direction: AlertDirection;
  readonly price: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * What is kept beside an alert as a device writes it: one that is new or set anew is looked at as if it were the first time. What it
 * was told last stays, and so does its rest: setting it again and again does not tell more often.
 */
export function besideAlert(fields: Fields, former: Fields | undefined): Fields {
  const isSame = former?.["deleted"] === false && ALERT_TERMS.every((term) => former[term] === fields[term]);
  if (isSame) return {};
  const price = readPrice(String(fields["price"]));
  const beside = {
    state: "new" as const,
    pair: `${String(fields["base"])}/${String(fields["quote"])}`,
    trigger: price === null ? "" : sortable(price, "down"),
  };
  return former === undefined ? { ...beside, toldAt: null, toldPrice: "", restsUntil: null } : beside;
}

/** The price that decides: what somebody pays, or sells for. */
export function decidingPrice(direction: AlertDirection, { bid, ask }: BestPrices): TradePrice | null {
  return direction === "above" ? bid : ask;
}

/** Whether a price is where an alert waits for it. */
export function isThere({ direction, price }: AlertTerms, seen: TradePrice): boolean {
  const wanted = readPrice(price);
  if (wanted === null) return false;
  const beyond = compare(seen, wanted);
  return direction === "above" ? beyond >= 0n : beyond <= 0n;
}

/** Triggers that a price may be at or beyond, for the index: exactly these is said by {@link isThere}. */
export function reachedBy(direction: AlertDirection, seen: TradePrice): Range {
  return direction === "above" ? { $lte: sortable(seen, "up") } : { $gte: sortable(seen, "down") };
}

/** Triggers that a price may have left, for the index: exactly these {@link isThere} denies. */
export function leftBy(direction: AlertDirection, seen: TradePrice): Range {
  return direction === "above" ? { $gte: sortable(seen, "down") } : { $lte: sortable(seen, "up") };
}

type Range = { readonly $gte: string } | { readonly $lte: string };
