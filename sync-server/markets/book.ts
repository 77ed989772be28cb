import { exchange, exchangeAtAnyError } from "#schemas/values/exchange.ts";
import { inLowestTerms, MAX_STROOPS } from "#schemas/values/money.ts";
import type { BookLevel, LedgerOffer } from "#server/platform/network/markets.ts";

/** Which amount of a payment is fixed: what is sent, or what is received. */
export type Direction = "send" | "receive";

/** What taking offers comes to, in stroops, and how many offers that meets. */
export interface Crossed {
  readonly sent: bigint;
  readonly received: bigint;
  readonly offers: number;
}

/** An offer in its place. Whoever takes all of it sends `sent` and receives `received`. */
export interface Resting {
  readonly offer: LedgerOffer;
  readonly side: BookSide;
  readonly id: bigint;
  /** As a double, as the ledger orders them: prices that are the same double tie. */
  readonly price: number;
  readonly sent: bigint;
  readonly received: bigint;
  /** From how much left to send on it is taken whole. */
  readonly need: bigint;
}

/** Offers are kept in stretches, so that none is moved far for another one. */
const STRETCH = 512;
const NEVER = MAX_STROOPS + 1n;
/** By more than this rounding never favours a taker: where it would, the ledger trades nothing. */
const MOST_GAIN = 100 / 99;

/** The offers that sell one asset for another, best first: by price, then the older first. */
export class BookSide {
  readonly #stretches: Resting[][] = [];
  readonly #best = new BestOffers();
  #gain = 1;

  /**
   * More than this many units for one sent these offers never give, whatever is taken: 0 where there are none. What
   * rounding may favour a taker by, is in it.
   */
  get bestRate(): number {
    const first = this.#stretches[0]?.[0];
    return first ? (first.offer.price.d / first.offer.price.n) * this.#gain : 0;
  }

  add(offer: LedgerOffer): Resting {
    const resting = this.#place(offer);
    const [index, position] = this.#find(resting);
    const stretch = this.#stretches[index];
    if (!stretch) this.#stretches.push([resting]);
    else {
      stretch.splice(position, 0, resting);
      if (stretch.length > STRETCH) this.#stretches.splice(index + 1, 0, stretch.splice(STRETCH / 2));
    }
    this.#best.forgetFrom(resting);
    return resting;
  }

  /** Takes in many offers at once, in any order; there must be none yet. */
  fill(offers: readonly LedgerOffer[]): Resting[] {
    const placed = offers.map((offer) => this.#place(offer)).toSorted(inOrder);
    for (let from = 0; from < placed.length; from += STRETCH / 2)
      this.#stretches.push(placed.slice(from, from + STRETCH / 2));
    return placed;
  }

  remove(resting: Resting): void {
    const [index, position] = this.#find(resting);
    const stretch = this.#stretches[index];
    if (stretch?.[position] !== resting) throw new Error(`offer ${resting.offer.offerId} is not where it was placed`);
    this.#best.forgetFrom(resting);
    stretch.splice(position, 1);
    if (stretch.length === 0) this.#stretches.splice(index, 1);
    if (this.#stretches.length === 0) this.#gain = 1;
  }

  *[Symbol.iterator](): Generator<Resting> {
    for (const stretch of this.#stretches) yield* stretch;
  }

  /** What is offered at each of the best prices; of those that tie, the first offer's counts, in lowest terms. */
  levels(limit: number): BookLevel[] {
    const levels: BookLevel[] = [];
    let [price, amount, last] = [{ n: 1, d: 1 }, 0n, Number.NaN];
    for (const { offer, price: value } of this) {
      if (value !== last) {
        if (amount > 0n) levels.push({ price, amount });
        if (levels.length === limit) return levels;
        [price, amount, last] = [inLowestTerms(offer.price), 0n, value];
      }
      amount += offer.amount;
    }
    if (amount > 0n) levels.push({ price, amount });
    return levels;
  }

  /**
   * Takes offers until all is sent, or received, that shall be. Null where the ledger would not: there are too few, more
   * than `mostOffers` would be met, or `own`, which is the payer's best, is among them.
   */
  cross(direction: Direction, amount: bigint, own: Resting | undefined, mostOffers: number): Crossed | null {
    const best = this.#best;
    let offers = best.countWhole(direction, amount, this);
    let sent = best.sentBefore(offers);
    let received = best.receivedBefore(offers);
    const isOwnTaken = own !== undefined && offers > 0 && !comesBefore(best.offerAt(offers - 1, this), own);
    if (offers > mostOffers || isOwnTaken) return null;
    let left = amount - (direction === "send" ? sent : received);
    while (left > 0n) {
      const next = best.offerAt(offers, this);
      if (next === undefined || next === own || offers === mostOffers) return null;
      const crossed = crossOne(next.offer, direction, left);
      if (!crossed) return null;
      sent += crossed.sent;
      received += crossed.received;
      left -= direction === "send" ? crossed.sent : crossed.received;
      offers += 1;
      if (crossed.stays && left > 0n) return null;
    }
    return sent <= MAX_STROOPS && received <= MAX_STROOPS ? { sent, received, offers } : null;
  }

  /** The same without somebody's offers. */
  without(seller: string | null): BookSide {
    const side = new BookSide();
    side.fill([...this].map(({ offer }) => offer).filter((offer) => offer.seller !== seller));
    return side;
  }

  /** The offer at a place, from 0 for the best. */
  at(place: number): Resting | undefined {
    let rest = place;
    for (const stretch of this.#stretches) {
      if (rest < stretch.length) return stretch[rest];
      rest -= stretch.length;
    }
    return undefined;
  }

  #place(offer: LedgerOffer): Resting {
    const { n, d } = offer.price;
    const all = { maxWheatSend: offer.amount, maxWheatReceive: MAX_STROOPS };
    const whole = exchangeAtAnyError(offer.price, { ...all, ...ANY_SHEEP }, "normal");
    const { wheatReceived: received, sheepSent: sent } = whole;
    // The ledger keeps offers so that all of them can be taken; with any other it is as it is met.
    const isWhole = received === offer.amount && sent > 0n;
    this.#gain = Math.max(this.#gain, isWhole ? (Number(received) * n) / (Number(sent) * d) : MOST_GAIN);
    const need = isWhole ? (offer.amount * BigInt(n) + BigInt(d) - 1n) / BigInt(d) : NEVER;
    return { offer, side: this, id: BigInt(offer.offerId), price: n / d, sent, received, need };
  }

  /** Where an offer stands, or would: its stretch, and its place within it. */
  #find(resting: Resting): readonly [number, number] {
    let [low, high] = [0, this.#stretches.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#stretches[middle]?.at(-1);
      if (last && comesBefore(last, resting)) low = middle + 1;
      else high = middle;
    }
    return [low, placeIn(this.#stretches[low] ?? [], resting)];
  }
}

const ANY_SHEEP = { maxSheepSend: MAX_STROOPS, maxSheepReceive: MAX_STROOPS };

/** The best offers of a side with what taking all before them comes to, as far as anybody has asked. */
class BestOffers {
  readonly #offers: Resting[] = [];
  /** Before each of them, so that the sums of all stand at the end. */
  readonly #sent: bigint[] = [0n];
  readonly #received: bigint[] = [0n];
  /** From how much on each is taken whole along with all before it. */
  readonly #needsSent: bigint[] = [];
  readonly #needsReceived: bigint[] = [];

  sentBefore(place: number): bigint {
    return this.#sent[place] ?? 0n;
  }

  receivedBefore(place: number): bigint {
    return this.#received[place] ?? 0n;
  }

  offerAt(place: number, side: BookSide): Resting | undefined {
    while (this.#offers.length <= place && this.#takeIn(side));
    return this.#offers[place];
  }

  /** How many of the best offers are taken whole. */
  countWhole(direction: Direction, amount: bigint, side: BookSide): number {
    const needs = direction === "send" ? this.#needsSent : this.#needsReceived;
    for (let last = needs.at(-1); last === undefined || last <= amount; last = needs.at(-1))
      if (!this.#takeIn(side)) return needs.length;
    let [low, high] = [0, needs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((needs[middle] ?? NEVER) <= amount) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** An offer comes or goes: what was summed up from there on is no longer so. */
  forgetFrom(changed: Resting): void {
    const place = placeIn(this.#offers, changed);
    if (place === this.#offers.length) return;
    this.#offers.length = place;
    this.#needsSent.length = place;
    this.#needsReceived.length = place;
    this.#sent.length = place + 1;
    this.#received.length = place + 1;
  }

  #takeIn(side: BookSide): boolean {
    const place = this.#offers.length;
    const next = side.at(place);
    if (!next) return false;
    const [sent, received] = [this.sentBefore(place), this.receivedBefore(place)];
    this.#offers.push(next);
    this.#sent.push(sent + next.sent);
    this.#received.push(received + next.received);
    this.#needsSent.push(larger(this.#needsSent.at(-1), sent + next.need));
    this.#needsReceived.push(
      larger(this.#needsReceived.at(-1), next.need === NEVER ? NEVER : received + next.received),
    );
    return true;
  }
}

/** Takes as much of one offer as there is, or as is left to take; null where the ledger would fail. */
function crossOne({ price, amount }: LedgerOffer, direction: Direction, left: bigint) {
  const limits = {
    maxWheatSend: amount,
    maxWheatReceive: direction === "send" ? MAX_STROOPS : left,
    maxSheepSend: direction === "send" ? left : MAX_STROOPS,
    maxSheepReceive: MAX_STROOPS,
  };
  try {
    const done = exchange(price, limits, direction === "send" ? "strict-send" : "strict-receive");
    return { sent: done.sheepSent, received: done.wheatReceived, stays: done.wheatStays };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function placeIn(offers: readonly Resting[], wanted: Resting): number {
  let [low, high] = [0, offers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(offers[middle], wanted)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inOrder(left: Resting, right: Resting): number {
  return comesBefore(left, right) ? -1 : 1;
}

function comesBefore(left: Resting | undefined, right: Resting): boolean {
  if (!left) return false;
  return left.price === right.price ? left.id < right.id : left.price < right.price;
}

/** The own best offer of a payer, of some. */
export function bestOf(offers: readonly Resting[]): Resting | undefined {
  return offers.toSorted(inOrder)[0];
}

function larger(left: bigint | undefined, right: bigint): bigint {
  return left !== undefined && left > right ? left : right;
}
