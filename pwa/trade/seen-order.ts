import { stroopsOf } from "#pwa/parts/market-data/figures.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { priceText } from "#schemas/values/price.ts";
import { atPrice, type Price } from "#schemas/values/money.ts";
import type { OrderSide } from "#schemas/trading.ts";

export type OwnOrder = LocalRow<"orders">;
export type OwnFill = LocalRow<"fills">;

/** An order as it looks in a pair; amounts in stroops. */
export interface SeenOrder {
  readonly row: OwnOrder;
  readonly side: OrderSide;
  readonly price: Price;
  /** Of the base asset, what is left to trade. */
  readonly amount: bigint;
  /** Of the base asset, what was traded so far. */
  readonly filled: bigint;
  /** Whether it was placed with base and quote the other way round. */
  readonly isTurned: boolean;
}

/** The order as seen in a pair; null where it is in another one. */
export function orderIn(row: OwnOrder, { base, quote }: PairQuery): SeenOrder | null {
  const { side, price, amount, filledBase, filledQuote } = row;
  if (row.base === base && row.quote === quote)
    return { row, side, price, amount: stroopsOf(amount), filled: stroopsOf(filledBase), isTurned: false };
  if (row.base !== quote || row.quote !== base) return null;
  return {
    row,
    side: otherSide(side),
    price: { n: price.d, d: price.n },
    amount: atPrice(stroopsOf(amount), price, "down"),
    filled: stroopsOf(filledQuote),
    isTurned: true,
  };
}

/** What one exchange of one's own was in a pair; the price is for drawing. Null where it was in another one. */
export function fillIn(
  row: Pick<OwnFill, "base" | "quote" | "side" | "timestamp">,
  { base, quote }: PairQuery,
): { side: OrderSide; atMs: number } | null {
  const atMs = Date.parse(row.timestamp);
  if (row.base === base && row.quote === quote) return { side: row.side, atMs };
  return row.base === quote && row.quote === base ? { side: otherSide(row.side), atMs } : null;
}

export function otherSide(side: OrderSide): OrderSide {
  return side === "buy" ? "sell" : "buy";
}

/** A ledger's price as text. */
export function textOfPrice({ n, d }: Price): string {
  return priceText(BigInt(n), BigInt(d)) ?? "0";
}
