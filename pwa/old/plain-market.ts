import type { BookLevelRow } from "#schemas/market-data.ts";
import { priceText } from "#schemas/values/price.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { formatAmount, mulDiv } from "#schemas/values/money.ts";
import { comparablePrice } from "#pwa/parts/trading/comparable-price.ts";

/** A level of a book as a plain table says it. */
export interface PlainLevel {
  readonly key: string;
  readonly price: string;
  /** Of the base asset. */
  readonly amount: string;
}

/** Levels as price and amount of the base asset; bids hold the quote asset, and are told by what it buys. */
export function plainLevels(levels: readonly BookLevelRow[], side: "bids" | "asks", most: number): PlainLevel[] {
  return levels.slice(0, most).map(([n, d, text]) => {
    const offered = BigInt(text.replace(".", ""));
    const amount = side === "asks" ? offered : mulDiv(offered, BigInt(d), BigInt(n), "down");
    const price = priceText(BigInt(n), BigInt(d));
    return {
      key: `${n}/${d}`,
      price: price === null ? "-" : comparablePrice(price),
      amount: formatAmountText(formatAmount(amount)),
    };
  });
}
