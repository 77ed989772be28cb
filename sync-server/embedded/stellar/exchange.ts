import type { AssetWire, ClaimAtomWire, OfferEntryWire } from "@stellar/stellar-sdk/xdr";
import type { ExchangeRounding } from "#schemas/values/exchange.ts";
import { exchange, poolStrictReceive, poolStrictSend } from "#schemas/values/exchange.ts";
import { POOL_FEE_BASIS_POINTS, poolIdOf } from "./ledger/assets.ts";
import { addToAccount } from "./ledger/accounts.ts";
import { poolKey, sameAsset } from "./ledger/keys.ts";
import { PoolFlag } from "./ledger/limits.ts";
import { addToLine, loadLine } from "./ledger/lines.ts";
import type { Line } from "./ledger/lines.ts";
import {
  acquireLiabilities,
  adjustOffer,
  buyableAmount,
  releaseLiabilities,
  removeOffer,
  sellableAmount,
} from "./ledger/offers.ts";
import { hasPoolFlag, loadPool } from "./ledger/pools.ts";
import { mustLoad } from "./ledger/sponsorship.ts";
import type { LedgerState } from "./ledger/state.ts";

/** From here on, offers that were crossed for nothing, as the pool was better, count against the limit as well. */
const DISCARDED_COUNT_PROTOCOL = 27;

/** Trade of one asset into another: how much at most, by which rounding, and which offers stop it. */
export interface Conversion {
  readonly send: AssetWire;
  readonly maxSend: bigint;
  readonly receive: AssetWire;
  readonly maxReceive: bigint;
  readonly rounding: ExchangeRounding;
  readonly filter: (offer: OfferEntryWire) => "keep" | "stop-bad-price" | "stop-cross-self";
  readonly maxOffers: number;
}

export type ConversionEnd = "done" | "partial" | "stop-bad-price" | "stop-cross-self" | "crossed-too-many";

export interface Converted {
  readonly end: ConversionEnd;
  readonly sent: bigint;
  readonly received: bigint;
  readonly trail: readonly ClaimAtomWire[];
  /** What counts against the limit of offers to cross. */
  readonly crossed: number;
}

/** Trades through the order book or, for path payments, the pool of the pair, whichever is the better. */
export function convert(state: LedgerState, conversion: Conversion): Converted {
  const pool = quotePool(state, conversion);
  const scope = state.begin();
  const book = convertWithOffers(state, conversion);
  // The pool wins ties: the book must be strictly better to be used.
  if (!pool || (book.end === "done" && pool.sent * book.received > pool.received * book.sent)) {
    scope.commit();
    return book;
  }
  scope.rollback();
  if (state.header.ledgerVersion < DISCARDED_COUNT_PROTOCOL) return convertWithPool(state, conversion, pool);
  const discarded = book.trail.length;
  if (discarded >= conversion.maxOffers)
    return { end: "crossed-too-many", sent: 0n, received: 0n, trail: [], crossed: 0 };
  const done = convertWithPool(state, conversion, pool);
  return { ...done, crossed: done.crossed + discarded };
}

function convertWithOffers(state: LedgerState, conversion: Conversion): Converted {
  const { send, receive, rounding, filter, maxOffers } = conversion;
  const trail: ClaimAtomWire[] = [];
  let { maxSend, maxReceive } = conversion;
  let [sent, received] = [0n, 0n];
  const ended = (end: ConversionEnd): Converted => ({ end, sent, received, trail, crossed: trail.length });
  if (maxReceive > 0n && maxSend > 0n && maxOffers === 0) return ended("crossed-too-many");
  while (maxReceive > 0n && maxSend > 0n) {
    const key = state.book.best(receive, send);
    const resting = key === undefined ? undefined : state.peek(key);
    if (key === undefined || resting?.data.type !== 2) return ended("partial");
    const verdict = filter(resting.data.offer);
    if (verdict !== "keep") return ended(verdict);
    if (trail.length >= maxOffers) return ended("crossed-too-many");
    const crossed = crossOffer(state, key, maxSend, maxReceive, rounding);
    trail.push(crossed.atom);
    sent += crossed.sent;
    received += crossed.received;
    maxSend -= crossed.sent;
    maxReceive -= crossed.received;
    if (crossed.wheatStays) return ended("done");
    if (!crossed.taken && maxReceive > 0n && maxSend > 0n) return ended("partial");
  }
  return ended("done");
}

interface Crossed {
  readonly sent: bigint;
  readonly received: bigint;
  readonly wheatStays: boolean;
  /** Whether the offer is gone from the book. */
  readonly taken: boolean;
  readonly atom: ClaimAtomWire;
}

/** Crosses one resting offer, which sells "wheat" for "sheep". */
function crossOffer(
  state: LedgerState,
  key: string,
  maxSheepSend: bigint,
  maxWheatReceive: bigint,
  rounding: ExchangeRounding,
): Crossed {
  const { header } = state;
  const entry = state.load(key);
  if (entry?.data.type !== 2) throw new Error("offer is missing");
  const { offer } = entry.data;
  const { selling: wheat, buying: sheep, sellerId } = offer;
  releaseLiabilities(state, offer);
  const account = wheat.type === 0 || sheep.type === 0 ? mustLoad(state, sellerId) : undefined;
  const sheepLine = sheep.type === 0 ? undefined : loadLine(state, sellerId, sheep);
  const wheatLine = wheat.type === 0 ? undefined : loadLine(state, sellerId, wheat);
  adjustOffer(header, offer, account, wheatLine, sheepLine);
  const sellable = sellableAmount(header, account, wheat, wheatLine);
  const limits = {
    maxWheatSend: offer.amount < sellable ? offer.amount : sellable,
    maxWheatReceive,
    maxSheepSend,
    maxSheepReceive: buyableAmount(account, sheep, sheepLine),
  };
  const { wheatReceived, sheepSent, wheatStays } = exchange(offer.price, limits, rounding);
  const add = (line: Line | undefined, delta: bigint) =>
    delta === 0n || (line ? addToLine(line, delta) : account !== undefined && addToAccount(header, account, delta));
  if (!add(sheepLine, sheepSent) || !add(wheatLine, -wheatReceived))
    throw new Error("offer exchanged beyond its limits");
  if (wheatStays) {
    offer.amount -= wheatReceived;
    adjustOffer(header, offer, account, wheatLine, sheepLine);
  } else {
    offer.amount = 0n;
  }
  const taken = offer.amount === 0n;
  if (taken) removeOffer(state, offer);
  else acquireLiabilities(state, offer);
  return {
    sent: sheepSent,
    received: wheatReceived,
    wheatStays,
    taken,
    atom: {
      type: 1,
      orderBook: {
        sellerId,
        offerId: offer.offerId,
        assetSold: wheat,
        amountSold: wheatReceived,
        assetBought: sheep,
        amountBought: sheepSent,
      },
    },
  };
}

interface PoolQuote {
  readonly poolId: Uint8Array;
  readonly sent: bigint;
  readonly received: bigint;
}

function quotePool(state: LedgerState, conversion: Conversion): PoolQuote | undefined {
  const { send, receive, rounding, maxSend, maxReceive, maxOffers } = conversion;
  if (rounding === "normal" || maxOffers === 0 || hasPoolFlag(state.header, PoolFlag.tradingDisabled)) return undefined;
  const poolId = poolIdOf(send, receive);
  const entry = state.peek(poolKey(poolId));
  if (entry?.data.type !== 5) return undefined;
  const { params, reserveA, reserveB } = entry.data.liquidityPool.body.constantProduct;
  if (reserveA <= 0n || reserveB <= 0n) return undefined;
  const [to, from] = sameAsset(params.assetA, send) ? [reserveA, reserveB] : [reserveB, reserveA];
  const trade =
    rounding === "strict-send"
      ? poolStrictSend(to, from, maxSend, POOL_FEE_BASIS_POINTS)
      : poolStrictReceive(to, from, maxReceive, POOL_FEE_BASIS_POINTS);
  return trade && { poolId, ...trade };
}

function convertWithPool(state: LedgerState, { send, receive }: Conversion, quote: PoolQuote): Converted {
  const { poolId, sent, received } = quote;
  const pool = loadPool(state, poolId);
  if (!pool) throw new Error("liquidity pool is missing");
  const sendsA = sameAsset(pool.params.assetA, send);
  pool.reserveA += sendsA ? sent : -received;
  pool.reserveB += sendsA ? -received : sent;
  const liquidityPool = {
    liquidityPoolId: poolId,
    assetSold: receive,
    amountSold: received,
    assetBought: send,
    amountBought: sent,
  };
  return { end: "done", sent, received, trail: [{ type: 2, liquidityPool }], crossed: 1 };
}
