import { isSamePair } from "#pwa/parts/market-data/pair.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { priceText } from "#schemas/values/price.ts";
import type { OrderRow } from "#schemas/trading.ts";
import { readSaid } from "#schemas/said.ts";

type Order = Pick<OrderRow, "offerId" | "side" | "base" | "quote" | "price">;

/**
 * Of one's open orders the one that a refusal names; null where it names none. It comes as code and facts, or, of old, as an English
 * sentence: the table of those is too heavy for a first load, and a test holds the two alike.
 */
export function orderInTheWay<Row extends Order>(open: readonly Row[], pair: PairQuery, reason: string): Row | null {
  const said = readSaid(reason);
  const isNamed = (row: Row) => {
    const { n, d } = row.price;
    const price = priceText(BigInt(n), BigInt(d)) ?? `${n}/${d}`;
    if (said === null) return reason.startsWith(`Your own order to ${row.side} at ${price} is in the way:`);
    const { code, facts } = said;
    return code === "order-crosses-own" && facts["side"] === row.side && facts["price"] === price;
  };
  return open.find((order) => isSamePair(order, pair) && isNamed(order)) ?? null;
}
