import type { AssetName } from "#server/platform/network/assets.ts";
import { bestOf, type BookSide, type Direction, type Resting } from "./book.ts";
import { findPath } from "./find-paths.ts";
import { exchangeHop, type Hop, type OwnOffers, sideFor } from "./hop.ts";
import type { MarketIndex } from "./market-index.ts";

/** One exchange on the way; amounts in stroops. */
export interface QuotedHop {
  readonly from: AssetName;
  readonly to: AssetName;
  readonly sent: bigint;
  readonly received: bigint;
  readonly via: "book" | "pool";
}

/** What a path payment does if the ledger takes it next; amounts in stroops. */
export interface Quote {
  readonly sendAmount: bigint;
  readonly receiveAmount: bigint;
  readonly hops: readonly QuotedHop[];
  /** How much worse than the price of the very first stroop, in hundredths of a percent. */
  readonly priceImpact: bigint;
}

interface Payment {
  readonly direction: Direction;
  /** Stroops of what is sent or received, as the direction says; more than zero. */
  readonly amount: bigint;
  /** G...: whoever's offers are not to be met; null for nobody's. */
  readonly payer: string | null;
}

/**
 * The best way to send, or receive, exactly so much; null where there is none. Exact as long as the ledger is that of the
 * index, save where a seller's trustline has room for no more than an offer asks: of that one the ledger may sell a stroop
 * less.
 */
export function findQuote(index: MarketIndex, question: Question): Quote | null {
  return findWith(index, question, ownOffersOf(index, question.payer));
}

/** The same as it would be once the payer had taken all of their own offers back. */
export function findQuoteWithoutOwn(index: MarketIndex, question: Question): Quote | null {
  const own = ownOffersOf(index, question.payer);
  if (own.size === 0) return null;
  const without = [...own.keys()].map((side) => [side, side.without(question.payer)] as const);
  return findWith(index, question, new Map(without));
}

type Question = Payment & { readonly send: AssetName; readonly receive: AssetName };

function findWith(index: MarketIndex, { send, receive, ...payment }: Question, own: OwnOffers): Quote | null {
  const [from, to] = [index.numberOf(send), index.numberOf(receive)];
  if (from === undefined || to === undefined || from === to || payment.amount <= 0n) return null;
  const [start, goal] = payment.direction === "send" ? [from, to] : [to, from];
  const path = findPath(index, { ...payment, start, goal, own });
  return path && quotePath(index, payment, path, own);
}

/** The same along a way that is given, from what is sent to what is received, both of them in it. */
export function quoteAlong(
  index: MarketIndex,
  { assets, ...payment }: Payment & { readonly assets: readonly AssetName[] },
): Quote | null {
  const path = assets.map((asset) => index.numberOf(asset)).filter((number) => number !== undefined);
  if (path.length < assets.length || new Set(path).size < path.length || path.length < 2 || payment.amount <= 0n)
    return null;
  return quotePath(index, payment, path, ownOffersOf(index, payment.payer));
}

function quotePath(
  index: MarketIndex,
  { direction, amount }: Payment,
  path: readonly number[],
  own: OwnOffers,
): Quote | null {
  const ways = path.slice(1).map((to, place) => [path[place] ?? to, to] as const);
  const hops: Hop[] = [];
  let [next, crossed] = [amount, 0];
  for (const [from, to] of direction === "send" ? ways : ways.toReversed()) {
    const hop = exchangeHop(index, direction, from, to, next, own, crossed);
    if (!hop) return null;
    hops.push(hop);
    next = direction === "send" ? hop.received : hop.sent;
    crossed += hop.crossed;
  }
  if (next <= 0n) return null;
  if (direction === "receive") hops.reverse();
  const [sendAmount, receiveAmount] = direction === "send" ? [amount, next] : [next, amount];
  return {
    sendAmount,
    receiveAmount,
    hops: hops.flatMap((hop, place) => quotedHop(index, hop, ways[place])),
    priceImpact: impactOf(index, ways, own, sendAmount, receiveAmount),
  };
}

function quotedHop(index: MarketIndex, { sent, received, via }: Hop, way: readonly [number, number] | undefined) {
  const [from, to] = [index.assets[way?.[0] ?? -1], index.assets[way?.[1] ?? -1]];
  return from && to ? [{ from, to, sent, received, via }] : [];
}

/** What the first stroop would have brought at the price it has, beside what all of it brings. */
function impactOf(
  index: MarketIndex,
  ways: readonly (readonly [number, number])[],
  own: OwnOffers,
  sendAmount: bigint,
  receiveAmount: bigint,
): bigint {
  let [n, d] = [1n, 1n];
  for (const [from, to] of ways) {
    const rate = firstRate(index, from, to, own);
    n *= rate.n;
    d *= rate.d;
  }
  const atFirst = sendAmount * n;
  const lost = atFirst - receiveAmount * d;
  // Rounding may be in the payer's favour.
  return lost <= 0n ? 0n : (lost * 2n * IN_ALL + atFirst) / (2n * atFirst);
}

const IN_ALL = 10_000n;

/** What one stroop brings where the next exchange begins: of the best offer and the pool the better. */
function firstRate(index: MarketIndex, from: number, to: number, own: OwnOffers) {
  const view = index.poolBetween(from, to);
  const pool = view && {
    n: view.reserveFrom * (IN_ALL - BigInt(view.pool.feeBasisPoints)),
    d: view.reserveTo * IN_ALL,
  };
  const met = sideFor(index.side(from, to), own);
  const first = met.side?.at(0);
  const offer = first && first !== met.own ? first.offer.price : undefined;
  const book = offer && { n: BigInt(offer.d), d: BigInt(offer.n) };
  const better = book && (!pool || book.n * pool.d > pool.n * book.d) ? book : pool;
  if (!better) throw new Error("an exchange was made where there is neither an offer nor a pool");
  return better;
}

function ownOffersOf(index: MarketIndex, payer: string | null): ReadonlyMap<BookSide, Resting> {
  const bySide = Map.groupBy(payer === null ? [] : index.offersBy(payer), ({ side }) => side);
  const own = new Map<BookSide, Resting>();
  for (const [side, offers] of bySide) {
    const best = bestOf(offers);
    if (best) own.set(side, best);
  }
  return own;
}
