import { adjustedOfferAmount } from "#schemas/values/exchange.ts";
import { atPrice, MAX_STROOPS, mulDiv, type Price } from "#schemas/values/money.ts";
import type { LeftOut, PayStep, TickFacts } from "./facts.ts";
import { balanced, type Fund, fundsFor, offeredOf } from "./funds.ts";
import { pricesOf, sharesOf, sizeOf, walletOf } from "./ladder.ts";
import { changedBy, compareExact, type Exact, exactOf, meets, PPM, roundedAway, type Side } from "./prices.ts";
import type { ReadPool } from "./terms.ts";

/** A place of the ladder, and what is to stand there. */
export interface Slot {
  readonly wallet: string;
  readonly side: Side;
  readonly price: Price;
  /** Stroops of what it gives, as the ledger will hold it. */
  readonly selling: bigint;
}

export interface Slots {
  /** The best first of each side. */
  readonly slots: readonly Slot[];
  /** What each wallet has of a side once the payments are made. */
  readonly funds: Readonly<Record<Side, readonly Fund[]>>;
  readonly payments: readonly PayStep[];
  readonly leftOut: LeftOut | null;
}

/** Where offers are to stand, in which wallet, and for how much. */
export function slotsOf(facts: TickFacts, reference: Exact): Slots {
  const sell = sideOf(facts, reference, "sell");
  const buy = sideOf(facts, reference, "buy");
  const reasons = new Set([...sell.reasons, ...buy.reasons]);
  return {
    slots: [...sell.slots, ...buy.slots],
    funds: { sell: sell.funds, buy: buy.funds },
    payments: [...sell.payments, ...buy.payments],
    leftOut: REASONS.find((reason) => reasons.has(reason)) ?? null,
  };
}

/** The gravest first. */
const REASONS = ["crosses-own", "outside", "small"] as const satisfies readonly LeftOut[];

function sideOf(facts: TickFacts, reference: Exact, side: Side) {
  const { pool } = facts;
  const reasons: LeftOut[] = [];
  const share = sharesOf(pool, reference, { base: totalOf(facts, "sell"), quote: totalOf(facts, "buy") })[side];
  const wanted: Slot[] = [];
  for (const [level, exact] of pricesOf(pool, reference, side).entries()) {
    const wallet = facts.wallets[walletOf(side, level, pool.levels, pool.walletCount)];
    if (!wallet?.isHealthy) continue;
    const price = placed(facts, exact, reference, side);
    if (typeof price === "string") {
      reasons.push(price);
      continue;
    }
    const selling = sellingOf(pool, price, side, share);
    if (selling > 0n) wanted.push({ wallet: wallet.address, side, price, selling });
    else reasons.push("small");
  }
  const funds = fundsFor(facts, side);
  const paid = pool.autoRebalance ? balanced(funds, needOf(wanted), side) : { funds, payments: [] };
  const slots = wanted.flatMap((slot) => fitted(pool, slot, wanted, paid.funds));
  if (slots.length < wanted.length) reasons.push("small");
  return { slots, ...paid, reasons };
}

function totalOf(facts: TickFacts, side: Side): bigint {
  return fundsFor(facts, side).reduce((sum, fund) => sum + offeredOf(fund), 0n);
}

/** A level's price, strictly outside of the others' offers; why it is left out otherwise. */
function placed(
  { book, pool }: TickFacts,
  exact: Exact,
  reference: Exact,
  side: Side,
): Price | "crosses-own" | "outside" {
  const sign = side === "sell" ? 1n : -1n;
  const [other, owners] = side === "sell" ? [book.bestBid, book.ownerBid] : [book.bestAsk, book.ownerAsk];
  let price = roundedAway(exact, side);
  if (price && other && meets(side, price, other)) {
    const moved = changedBy(exactOf(other), sign, PPM);
    const farthest = changedBy(reference, sign * pool.depthPpm, PPM);
    price = compareExact(moved, farthest) * Number(sign) > 0 ? null : roundedAway(moved, side);
  }
  if (!price) return "outside";
  return meets(side, price, owners) ? "crosses-own" : price;
}

/** What an offer gives, by the rounding of the ledger; zero where that is below the pool's smallest. */
function sellingOf(pool: ReadPool, price: Price, side: Side, share: bigint): bigint {
  const amount = sizeOf(pool, price, side, share);
  if (amount === 0n) return 0n;
  const value = side === "sell" ? amount : atPrice(amount, price, "down");
  return adjusted(price, side, value < share ? value : share);
}

/** What the ledger makes of an offer that is to give so much. */
export function adjusted(price: Price, side: Side, selling: bigint): bigint {
  const turned = side === "sell" ? price : { n: price.d, d: price.n };
  return adjustedOfferAmount(turned, selling, MAX_STROOPS);
}

/** Base of an offer that gives so much, rounded up. */
export function amountOf(price: Price, side: Side, selling: bigint): bigint {
  return side === "sell" ? selling : mulDiv(selling, BigInt(price.d), BigInt(price.n), "up");
}

function needOf(slots: readonly Slot[]): Map<string, bigint> {
  const need = new Map<string, bigint>();
  for (const { wallet, selling } of slots) need.set(wallet, (need.get(wallet) ?? 0n) + selling);
  return need;
}

/** A slot with no more than its part of what its wallet has; none where that is too little. */
function fitted(pool: ReadPool, slot: Slot, slots: readonly Slot[], funds: readonly Fund[]): Slot[] {
  const fund = funds.find(({ address }) => address === slot.wallet);
  const beside = slots.filter(({ wallet }) => wallet === slot.wallet).length;
  const part = fund ? offeredOf(fund) / BigInt(beside) : 0n;
  if (part >= slot.selling) return [slot];
  const selling = sellingOf(pool, slot.price, slot.side, part);
  return selling === 0n ? [] : [{ ...slot, selling }];
}

/** What the plan's offers of a side may come to in a wallet, in stroops. */
export function coverOf(funds: Slots["funds"], wallet: string, side: Side): bigint {
  return funds[side].find(({ address }) => address === wallet)?.has ?? 0n;
}
