import type { PairQuery, Ticker } from "#schemas/market-data.ts";
import { priceText, readPrice } from "#schemas/values/price.ts";

/** What a pair was traded at last, seen from its base asset; null where nobody knows. */
export function lastPrice(tickers: readonly Ticker[], { base, quote }: PairQuery): string | null {
  const same = tickers.find((ticker) => ticker.base === base && ticker.quote === quote);
  if (same !== undefined) return same.last;
  const turned = tickers.find((ticker) => ticker.base === quote && ticker.quote === base)?.last;
  const price = readPrice(turned ?? "");
  return price === null ? null : priceText(price.d, price.n);
}

const BELOW = 0.8;
const ABOVE = 1.2;
/** Of a price that nobody pays, but only begins with. */
const DIGITS = 4;

/** The foot and the top of a ladder, a fifth below and above a price. */
export function aroundPrice(price: string): Readonly<Record<"lowest" | "highest", number>> {
  const [lowest = 0, highest = 0] = [BELOW, ABOVE].map((times) => Number((Number(price) * times).toPrecision(DIGITS)));
  return { lowest, highest };
}
