import { isSamePair } from "#pwa/parts/market-data/pair.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { priceText } from "#schemas/values/price.ts";
import type { OrderRow } from "#schemas/trading.ts";

type Order = Pick<OrderRow, "offerId" | "side" | "base" | "quote" | "price">;

/**
 * Of one's open orders the one that a refusal names, by how its sentence begins; null where it names none. The table of all sentences
 * is too heavy for a first load: a test holds the two alike.
 */
export function orderInTheWay<Row extends Order>(open: readonly Row[], pair: PairQuery, reason: string): Row | null {
  const isNamed = ({ side, price: { n, d } }: Row) =>
    reason.startsWith(`Your own order to ${side} at ${priceText(BigInt(n), BigInt(d)) ?? `${n}/${d}`} is in the way:`);
  return open.find((order) => isSamePair(order, pair) && isNamed(order)) ?? null;
}
