import { isSamePair } from "#pwa/parts/market-data/pair.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { priceText } from "#schemas/values/price.ts";
import type { OrderRow } from "#schemas/trading.ts";
import { readSaid } from "#schemas/said.ts";

type Order = Pick<OrderRow, "offerId" | "side" | "base" | "quote" | "price">;

/** Of one's open orders the one that a stored refusal names; null where it names none. */
export function orderInTheWay<Row extends Order>(open: readonly Row[], pair: PairQuery, reason: string): Row | null {
  const named = namedIn(reason);
  const isNamed = ({ side, price: { n, d } }: Row) =>
    named?.["side"] === side && named["price"] === (priceText(BigInt(n), BigInt(d)) ?? `${n}/${d}`);
  return open.find((order) => isSamePair(order, pair) && isNamed(order)) ?? null;
}

/** How it was stored before there were codes. */
const FORMER = /^Your own order to (?<side>buy|sell) at (?<price>\S+) is in the way:/;

function namedIn(reason: string): Readonly<Record<string, unknown>> | undefined {
  const said = readSaid(reason);
  if (said === null) return FORMER.exec(reason)?.groups;
  return said.code === "error.order-crosses-own" ? said.facts : undefined;
}
