import type { Price } from "#schemas/values/money.ts";
import type { BookFacts, OwnOffer, TickFacts } from "./facts.ts";
import { type Exact, exactOf, isBetter, meets, PPM, type Side } from "./prices.ts";
import { adjusted, amountOf, coverOf, type Slot, type Slots } from "./slots.ts";

/** What becomes of a slot. */
export interface Filled {
  readonly slot: Slot;
  /** The offer that stands in it, as it is or changed; null where a new one is made. */
  readonly offer: OwnOffer | null;
  readonly price: Price;
  /** Stroops. */
  readonly selling: bigint;
}

export interface Adopted {
  /** In the order of the slots. */
  readonly filled: readonly Filled[];
  /** Offers for which there is no slot. */
  readonly surplus: readonly OwnOffer[];
}

/** Half the spread through this is how far an offer's price may be from its level's. */
const PRICE_PART = 4n;
/** Through this, how far its amount may be from what it is to be. */
const AMOUNT_PART = 5n;
/** In millionths: a price that moved a little makes more base of what a bid gives. */
const OVER_MOST = 10_000n;

/** Finds the ladder in what stands already: nothing is remembered of whose offer was which. */
export function adopt(facts: TickFacts, reference: Exact, { slots, funds }: Pick<Slots, "slots" | "funds">): Adopted {
  const filled: Filled[] = [];
  const surplus: OwnOffer[] = [];
  const wallets = new Set([
    ...facts.wallets.map(({ address }) => address),
    ...facts.offers.map(({ wallet }) => wallet),
  ]);
  for (const wallet of wallets) {
    for (const side of ["sell", "buy"] as const) {
      const own = slots.filter((slot) => slot.wallet === wallet && slot.side === side);
      const offers = facts.offers.filter((offer) => offer.wallet === wallet && offer.side === side).toSorted(inOrder);
      const matched = matchOf(facts, reference, own, offers);
      filled.push(...covered(matched.filled, coverOf(funds, wallet, side)));
      surplus.push(...matched.surplus);
    }
  }
  const places = new Map(slots.map((slot, index) => [slot, index]));
  const placeOf = ({ slot }: Filled) => places.get(slot) ?? 0;
  return { filled: filled.toSorted((one, other) => placeOf(one) - placeOf(other)), surplus };
}

function inOrder(one: OwnOffer, other: OwnOffer): number {
  if (isBetter(one.price, other.price, one.side)) return -1;
  return isBetter(other.price, one.price, one.side) ? 1 : 0;
}

/** First what may stay, then what is left becomes what is missing, in order. */
function matchOf(facts: TickFacts, reference: Exact, slots: readonly Slot[], offers: readonly OwnOffer[]): Adopted {
  const { pool } = facts;
  const left = [...offers];
  const staying = slots.map((slot) => {
    const index = left.findIndex((offer) => fits(facts, reference, slot, offer));
    return index < 0 ? undefined : left.splice(index, 1)[0];
  });
  const filled = slots.map((slot, index): Filled => {
    const stays = staying[index];
    if (stays) return { slot, offer: stays, price: stays.price, selling: stays.selling };
    const offer = left.shift() ?? null;
    const { price, side } = slot;
    // What changes its price alone gives what it gave: so it needs nothing that is not there yet.
    const kept = offer && adjusted(price, side, offer.selling);
    return { slot, offer, price, selling: kept && isSized(pool.maxSize, slot, kept) ? kept : slot.selling };
  });
  return { filled, surplus: left };
}

function fits({ pool, book }: TickFacts, reference: Exact, slot: Slot, { side, price, selling }: OwnOffer): boolean {
  return (
    isNear(exactOf(price), exactOf(slot.price), reference, pool.halfSpreadPpm) &&
    isClear(book, side, price) &&
    isSized(pool.maxSize, { ...slot, price }, selling)
  );
}

/** Whether a price is within a quarter of half the spread of a level's. */
function isNear(price: Exact, level: Exact, reference: Exact, halfSpreadPpm: bigint): boolean {
  const difference = price.n * level.d - level.n * price.d;
  const apart = (difference < 0n ? -difference : difference) * reference.d * PRICE_PART * PPM;
  return apart <= halfSpreadPpm * reference.n * price.d * level.d;
}

/** Whether an offer meets nobody's. */
function isClear(book: BookFacts, side: Side, price: Price): boolean {
  const [others, owners] = side === "sell" ? [book.bestBid, book.ownerBid] : [book.bestAsk, book.ownerAsk];
  return !meets(side, price, others) && !meets(side, price, owners);
}

/** Whether an offer may give so much in a slot, as it does already. */
function isSized(maxSize: bigint, slot: Slot, selling: bigint): boolean {
  const difference = selling > slot.selling ? selling - slot.selling : slot.selling - selling;
  if (difference * AMOUNT_PART > slot.selling) return false;
  return amountOf(slot.price, slot.side, selling) * PPM <= maxSize * (PPM + OVER_MOST);
}

/** Where all that stays is more than its wallet has, it becomes what its slots were to be. */
function covered(filled: readonly Filled[], cover: bigint): Filled[] {
  const sum = filled.reduce((total, { selling }) => total + selling, 0n);
  if (sum <= cover) return [...filled];
  return filled.map((one) => {
    const { price, selling } = one.slot;
    return one.selling > selling ? { ...one, price, selling } : one;
  });
}
