import type { StandingTerms } from "#schemas/standing-orders.ts";
import { AppError } from "#schemas/errors.ts";
import { readPrice } from "#schemas/values/price.ts";
import { formatAmount, mulDiv, parseAmount } from "#schemas/values/money.ts";
import type { OrderTerms } from "#schemas/trading.ts";
import { findQuote, findQuoteWithoutOwn, type Quote, quoteAlong } from "#server/markets/index.ts";
import { assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { type ExchangeDeps, type OfferTerms, planOrder, planSwap, type TradePlan } from "#server/trading/index.ts";
import type { LiveMarket } from "./market.ts";

type Twap = Extract<StandingTerms, { readonly kind: "twap" }>;
/** Terms by which something goes out; an order by a price goes out as one of its legs. */
export type RunTerms = Exclude<StandingTerms, { readonly kind: "trailing-stop" | "oco" }>;
type Recurring = Extract<StandingTerms, { readonly kind: "recurring" }>;

/** A run worked out. */
export interface RunPlan {
  readonly trade: TradePlan;
  /** Null of a recurring buy, and where the terms cannot be read. */
  readonly offer: OfferTerms | null;
  /** What the market would give for it now; null where nothing is asked of it. */
  readonly quote: Quote | null;
  /** What the market has against it, by itself. */
  readonly marketRefusals: readonly AppError[];
}

/** Works out run `number` (from 1) as the market stands. Throws `wallet-not-ready` and `network-unreachable`. */
export async function planRun(
  deps: ExchangeDeps,
  market: LiveMarket,
  { userId, address }: { readonly userId: number; readonly address: string },
  terms: RunTerms,
  number: number,
): Promise<RunPlan> {
  if (terms.kind === "recurring") return planBuy(deps, market, { userId, address }, terms);
  const order = orderOf(terms, number);
  const trade = await planOrder(deps, userId, order, noneOfTheirs);
  const offer = trade.offers[0] ?? null;
  if (terms.kind !== "twap" || !offer) return { trade, offer, quote: null, marketRefusals: [] };
  const quote = quoteSlice(market, address, terms, offer);
  const isBeyond = quote === null && !hasOwnInTheWay(trade);
  return { trade, offer, quote, marketRefusals: isBeyond ? [new AppError("durable-price-beyond")] : [] };
}

/** Nobody is there to agree to it. */
function noneOfTheirs(): boolean {
  return false;
}

/** Then the price is not what keeps a run from going out. */
function hasOwnInTheWay({ refusals }: TradePlan): boolean {
  return refusals.some(({ code }) => code === "order-crosses-own" || code === "order-under-way");
}

/** The order of the ledger that run `number` places. */
export function orderOf(terms: Exclude<RunTerms, { readonly kind: "recurring" }>, number: number): OrderTerms {
  const { side, base, quote, price } = terms;
  if (terms.kind !== "twap") return { kind: "limit", side, base, quote, price, amount: terms.amount };
  return { kind: "market", side, base, quote, price, amount: formatAmount(sliceOf(terms, number)) };
}

/** The part of run `number`, in stroops: all alike, the first with what does not divide. */
export function sliceOf({ amount, slices }: Pick<Twap, "amount" | "slices">, number: number): bigint {
  const whole = parseAmount(amount);
  const part = whole / BigInt(slices);
  return number === 1 ? part + (whole - part * BigInt(slices)) : part;
}

/** What the market gives for a part; null where it is beyond the worst price. */
function quoteSlice(
  { index }: LiveMarket,
  payer: string,
  { side, base, quote }: Twap,
  offer: OfferTerms,
): Quote | null {
  const keys = side === "sell" ? [base, quote] : [quote, base];
  const direction = side === "sell" ? "send" : "receive";
  const found = quoteAlong(index, { direction, assets: keys.map(assetOfKey), amount: offer.asked, payer });
  if (!found) return null;
  const isWithin = side === "sell" ? found.receiveAmount >= offer.takes : found.sendAmount <= offer.gives;
  return isWithin ? found : null;
}

async function planBuy(
  deps: ExchangeDeps,
  { index }: LiveMarket,
  { userId, address }: { readonly userId: number; readonly address: string },
  terms: Recurring,
): Promise<RunPlan> {
  const { base, quote: spent, spend, slippage } = terms;
  const sendAmount = parseAmount(spend);
  const [send, receive] = [assetOfKey(spent), assetOfKey(base)];
  const asked = { direction: "send", send, receive, amount: sendAmount, payer: address } as const;
  const quote = findQuote(index, asked) ?? findQuoteWithoutOwn(index, asked);
  const atHighest = terms.highestPrice === null ? 0n : leastAt(sendAmount, terms.highestPrice);
  const isBeyond = quote !== null && quote.receiveAmount < atHighest;
  const marketRefusals = [
    ...(quote ? [] : [new AppError("quote-no-path", { send: send.assetCode, receive: receive.assetCode })]),
    ...(isBeyond ? [new AppError("durable-price-beyond")] : []),
  ];
  const within = mulDiv(quote?.receiveAmount ?? 1n, BigInt(10_000 - slippage), 10_000n, "down");
  const least = [within, isBeyond ? 0n : atHighest, 1n].reduce((most, one) => (one > most ? one : most));
  const trade = await planSwap(
    deps,
    userId,
    {
      direction: "send",
      send: spent,
      receive: base,
      sendAmount: spend,
      receiveAmount: formatAmount(least),
      path: quote ? quote.hops.slice(1).map(({ from }) => assetKey(from)) : [],
    },
    noneOfTheirs,
  );
  return { trade, offer: null, quote, marketRefusals };
}

/** The least of the base asset that so much comes to at a price. */
function leastAt(spent: bigint, price: string): bigint {
  const highest = readPrice(price);
  if (!highest) throw new RangeError("a stored price is none");
  return mulDiv(spent, highest.d, highest.n, "up");
}

/** The average that a quote comes to: units of the quote asset for one of the base asset. */
export function averageOf(terms: StandingTerms, { sendAmount, receiveAmount }: Quote): TradePrice {
  const isSelling = terms.kind !== "recurring" && terms.side === "sell";
  return isSelling ? { n: receiveAmount, d: sendAmount } : { n: sendAmount, d: receiveAmount };
}
