import { formatAmount, parseVolume, type Price } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import type { OrderKind, OrderSide } from "#schemas/trading.ts";
import type { AskedTrade } from "#server/platform/network/asked-trades.ts";
import { type AssetName, assetKey, isSameAsset } from "#server/platform/network/assets.ts";
import type { LedgerOffer, LedgerTrade } from "#server/platform/network/markets.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import type { PlacedAs } from "#server/platform/submissions/trade-steps.ts";
import { baseLeft, type FillFields, type StoredOrder } from "./order-rows.ts";
import { exchangedBy, type OfferChange, type OwnTrading, sellerOf } from "#server/platform/ingest/own-trading.ts";

/** An order as whoever placed it sees it; amounts in stroops. */
interface Placing {
  readonly kind: OrderKind;
  readonly side: OrderSide;
  readonly base: AssetName;
  readonly quote: AssetName;
  readonly price: Price;
  /** Of the base asset. */
  readonly amount: bigint;
}

/** Where in the ledger something happened. */
export type Place = Pick<NetworkTransaction, "hash" | "ledger" | "closedAt">;

/** What an operation asked for as an order; null where it asked for none, or took one back. */
export function placingOf(asked: AskedTrade | null, placedAs: PlacedAs | null): Placing | null {
  if (!asked) return null;
  if (asked.type === "path")
    return (
      placedAs && {
        ...placedAs,
        ...seenFrom(placedAs.side, asked.send, asked.receive),
        price: { n: 1, d: 1 },
        amount: 0n,
      }
    );
  if (asked.amount === 0n) return null;
  const { selling, buying, amount, price } = asked;
  const kind = placedAs?.kind ?? (asked.type === "passive" ? "passive" : "limit");
  if (asked.type === "buy") return { kind, side: "buy", base: buying, quote: selling, price, amount };
  const side = placedAs?.side ?? "sell";
  const turned = side === "sell" ? price : { n: price.d, d: price.n };
  return { kind, side, ...seenFrom(side, selling, buying), price: turned, amount: baseLeft(side, amount, turned) };
}

/** The pair in which whoever gives the one asset for the other buys or sells. */
function seenFrom(side: OrderSide, given: AssetName, got: AssetName) {
  return side === "sell" ? { base: given, quote: got } : { base: got, quote: given };
}

/** Trades of an operation by which an account's offer was taken, or, where the operation is its own, all that it took. */
export function tradesOf(operation: OwnTrading, change: OfferChange): readonly LedgerTrade[] {
  const { offerId, seller } = change;
  const isOwn = isOwnOffer(operation, change);
  return operation.trades.filter(({ maker, taker }) =>
    isOwn ? taker === seller : maker.kind === "offer" && maker.offerId === offerId,
  );
}

/** Whether an operation placed, edited or cancelled this very offer. */
export function isOwnOffer({ source, asked }: OwnTrading, { offerId, seller, before }: OfferChange): boolean {
  if (source !== seller || !asked || asked.type === "path") return false;
  return asked.offerId === offerId || (asked.offerId === "0" && before === null);
}

/** The order after an operation that changed its offer. `former` is null where nothing was known of it. */
export function orderAfter(
  former: StoredOrder | null,
  operation: OwnTrading,
  change: OfferChange,
  placedAs: PlacedAs | null,
  place: Place,
): StoredOrder | null {
  const offer = change.after ?? change.before;
  if (!offer) return null;
  const isOwn = isOwnOffer(operation, change);
  const placing = isOwn ? placingOf(operation.asked, placedAs) : null;
  const start = former ?? newOrder(placing?.side ?? "sell", placing?.kind ?? "limit", offer, place);
  const sums = addedUp(start, tradesOf(operation, change), change.seller);
  const moved = {
    ...start,
    ...sums,
    ledger: place.ledger,
    changedAt: place.closedAt,
    lastOperation: operation.operationId,
  };
  const placed = placing ? { placedAmount: formatAmount(placing.amount) } : {};
  if (change.after) return { ...moved, ...placed, ...standing(start.side, change.after), state: "open" };
  const state = isOwn
    ? placing
      ? "filled"
      : "cancelled"
    : tradesOf(operation, change).length > 0
      ? "filled"
      : "removed";
  return { ...moved, ...placed, amount: formatAmount(0n), offered: formatAmount(0n), state };
}

/** An order that traded all at once and never came into the book; null where the operation placed none such. */
export function orderAtOnce(operation: OwnTrading, placedAs: PlacedAs | null, place: Place): StoredOrder | null {
  const { asked, source, offers, trades, operationId } = operation;
  const placing = placingOf(asked, placedAs);
  if (!placing || !asked || (asked.type !== "path" && asked.offerId !== "0")) return null;
  if (offers.some(({ seller, before, after }) => seller === source && before === null && after !== null)) return null;
  const { kind, side, base, quote, amount } = placing;
  const nothing = formatAmount(0n);
  const taken = trades.filter(({ taker }) => taker === source);
  const empty = { base: assetKey(base), quote: assetKey(quote), filledBase: nothing, filledQuote: nothing };
  const sums = addedUp(empty, taken, source);
  return {
    offerId: "",
    kind,
    side,
    ...empty,
    ...sums,
    price: asked.type === "path" ? averageOf(sums) : placing.price,
    amount: nothing,
    offered: nothing,
    placedAmount: asked.type === "path" ? sums.filledBase : formatAmount(amount),
    state: taken.length > 0 ? "filled" : "removed",
    hash: place.hash,
    ledger: place.ledger,
    placedAt: place.closedAt,
    changedAt: place.closedAt,
    lastOperation: operationId,
  };
}

/** An order of which nothing but its offer is known yet. */
export function newOrder(side: OrderSide, kind: OrderKind, offer: LedgerOffer, place: Place): StoredOrder {
  const { base, quote } = seenFrom(side, offer.selling, offer.buying);
  const nothing = formatAmount(0n);
  const stands = standing(side, offer);
  return {
    offerId: offer.offerId,
    kind,
    side,
    base: assetKey(base),
    quote: assetKey(quote),
    ...stands,
    placedAmount: stands.amount,
    filledBase: nothing,
    filledQuote: nothing,
    state: "open",
    hash: place.hash,
    ledger: place.ledger,
    placedAt: place.closedAt,
    changedAt: place.closedAt,
    lastOperation: "0",
  };
}

/** What stands in the book, as its owner sees it. */
export function standing(side: OrderSide, { amount, price: { n, d } }: LedgerOffer) {
  const price = side === "sell" ? { n, d } : { n: d, d: n };
  return { price, amount: formatAmount(baseLeft(side, amount, price)), offered: formatAmount(amount) };
}

type Sums = Pick<StoredOrder, "base" | "quote" | "filledBase" | "filledQuote">;

function addedUp(order: Sums, trades: readonly LedgerTrade[], account: string) {
  let [filledBase, filledQuote] = [parseVolume(order.filledBase), parseVolume(order.filledQuote)];
  for (const trade of trades) {
    const { given, givenAmount, gotAmount } = exchangedBy(trade, account);
    const isBase = assetKey(given) === order.base;
    filledBase += isBase ? givenAmount : gotAmount;
    filledQuote += isBase ? gotAmount : givenAmount;
  }
  return { filledBase: formatAmount(filledBase), filledQuote: formatAmount(filledQuote) };
}

/** A trade as an account that took part sees it; `order` is its order's row, null for a swap. */
export function fillOf(
  trade: LedgerTrade,
  account: string,
  order: { readonly uid: string; readonly base: string } | null,
  { hash, ledger, closedAt }: Place,
): FillFields {
  const { given, givenAmount, got, gotAmount } = exchangedBy(trade, account);
  const sells = order === null || assetKey(given) === order.base;
  const [base, quote] = sells ? [given, got] : [got, given];
  const [baseAmount, quoteAmount] = sells ? [givenAmount, gotAmount] : [gotAmount, givenAmount];
  return {
    orderUid: order?.uid ?? "",
    base: assetKey(base),
    quote: assetKey(quote),
    side: sells ? "sell" : "buy",
    price: priceText(quoteAmount, baseAmount) ?? priceOf(trade, base),
    baseAmount: formatAmount(baseAmount),
    quoteAmount: formatAmount(quoteAmount),
    role: sellerOf(trade.maker) === account ? "maker" : "taker",
    via: trade.maker.kind,
    hash,
    ledger,
    timestamp: closedAt,
  };
}

/** The offer's own price, where rounding left one side with nothing. */
function priceOf({ sold, price: { n, d } }: LedgerTrade, base: AssetName): string {
  return (isSameAsset(sold, base) ? priceText(n, d) : priceText(d, n)) ?? "1";
}

/** What was paid on average, as near as a price of the ledger comes to it. */
function averageOf({ filledBase, filledQuote }: Pick<StoredOrder, "filledBase" | "filledQuote">): Price {
  let [n, d] = [parseVolume(filledQuote), parseVolume(filledBase)];
  while (n > MAX_PART || d > MAX_PART) [n, d] = [n >> 1n, d >> 1n];
  return { n: Math.max(1, Number(n)), d: Math.max(1, Number(d)) };
}

const MAX_PART = 2_147_483_647n;

/** Whether others traded with an order, or the network removed it: its owner did nothing. */
export function wasChangedByOthers(operation: OwnTrading, change: OfferChange): boolean {
  if (isOwnOffer(operation, change)) return false;
  return change.after === null || tradesOf(operation, change).length > 0;
}
