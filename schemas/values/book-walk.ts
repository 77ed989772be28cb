import { exchange, type ExchangeRounding, poolStrictReceive, poolStrictSend } from "./exchange.ts";
import { MAX_STROOPS, type Price } from "./money.ts";

/** So much at one price of a book, or one offer of it, as takers meet it: it gives `amount` for `price` of what they send each. */
export interface Rung {
  readonly price: Price;
  /** Stroops of what takers receive. */
  readonly amount: bigint;
  /** What one's own offer is called; null of everybody else's. */
  readonly own: string | null;
}

/** What comes to a book; amounts in stroops. */
export interface Taker {
  readonly maxSent: bigint;
  readonly maxReceived: bigint;
  /** The worst price still taken, of what is sent for one received; null for any. */
  readonly worst: Price | null;
  /** Whether that very price is left alone. */
  readonly isPassive: boolean;
  readonly rounding: ExchangeRounding;
}

/** What taking comes to. */
export interface Taken {
  readonly sent: bigint;
  readonly received: bigint;
  /** One's own offers that it comes to, the first first: the ledger refuses all of it at the first. */
  readonly met: readonly string[];
  /** Whether all was taken that was wanted, to within what rounding leaves. */
  readonly isDone: boolean;
}

/** Takers that come to one book one after another, each where the one before left it. `rungs` are the best first. */
export class BookWalk {
  readonly #rungs: Iterator<Rung, undefined>;
  readonly #met: Rung[] = [];
  #next: Rung | undefined;

  constructor(rungs: Iterable<Rung>) {
    this.#rungs = (function* (): Generator<Rung, undefined> {
      yield* rungs;
    })();
    this.#next = this.#rungs.next().value;
  }

  /**
   * Takes as the ledger does, save that one's own offers are stepped over, as if they were taken back. A taker has come to an offer
   * as soon as anything is left to take when all before it is gone.
   */
  take({ maxSent, maxReceived, worst, isPassive, rounding }: Taker): Taken {
    let [sent, received, isDone] = [0n, 0n, false];
    const met: string[] = [];
    while (!isDone && sent < maxSent && received < maxReceived) {
      const rung = this.#next;
      if (!rung || (worst && isBeyond(rung.price, worst, isPassive))) break;
      if (rung.own !== null) {
        met.push(rung.own);
        this.#met.push(rung);
        this.#next = this.#rungs.next().value;
        continue;
      }
      const done = crossed(rung, { maxSent: maxSent - sent, maxReceived: maxReceived - received, rounding });
      if (!done) break;
      sent += done.sheepSent;
      received += done.wheatReceived;
      isDone = done.wheatStays;
      const amount = done.wheatStays ? rung.amount - done.wheatReceived : 0n;
      this.#next = amount > 0n ? { ...rung, amount } : this.#rungs.next().value;
    }
    return { sent, received, met, isDone: isDone || sent >= maxSent || received >= maxReceived };
  }

  /** What is left to be taken, with one's own offers that were stepped over. Nothing may be taken afterwards. */
  *rest(): Generator<Rung, undefined> {
    yield* this.#met;
    for (let next = this.#next; next; next = this.#rungs.next().value) yield next;
  }
}

/** Null where the ledger would fail. */
function crossed({ price, amount }: Rung, { maxSent, maxReceived, rounding }: Omit<Taker, "worst" | "isPassive">) {
  const limits = {
    maxWheatSend: amount,
    maxWheatReceive: maxReceived,
    maxSheepSend: maxSent,
    maxSheepReceive: MAX_STROOPS,
  };
  try {
    return exchange(price, limits, rounding);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isBeyond(price: Price, worst: Price, isPassive: boolean): boolean {
  const difference = BigInt(price.n) * BigInt(worst.d) - BigInt(worst.n) * BigInt(price.d);
  return isPassive ? difference >= 0n : difference > 0n;
}

/** One exchange on the way of a payment: the offers of a market as their takers meet them, and its pool. */
export interface Market {
  readonly rungs: () => Iterable<Rung>;
  /** What is sent goes to `to`, what is received comes out of `from`; null where there is none. */
  readonly pool: { readonly to: bigint; readonly from: bigint; readonly feeBasisPoints: number } | null;
}

/** A path payment to oneself; amounts in stroops. */
export interface Payment {
  readonly direction: "send" | "receive";
  /** What leaves: exactly, or at most. */
  readonly sendAmount: bigint;
  /** What arrives: at least, or exactly. */
  readonly receiveAmount: bigint;
}

/** What a payment comes to if the ledger takes it next. */
export interface Paid {
  readonly sent: bigint;
  readonly received: bigint;
  /** By the place of the market on the way, one's own offers that would have to be gone first. */
  readonly met: readonly (readonly string[])[];
}

/**
 * Works out a payment through markets, from what is sent to what is received. Where one's own offer is come to the ledger has only
 * the pool, so that it is in the way only where the payment would not go through, or not within its bounds. Null where it would not
 * without one's own offers either.
 */
export function payThrough(markets: readonly Market[], payment: Payment): Paid | null {
  const asItIs = pay(markets, payment, false);
  if (asItIs && isWithin(asItIs, payment)) return asItIs;
  const ifGone = pay(markets, payment, true);
  return ifGone && isWithin(ifGone, payment) && ifGone.met.some((met) => met.length > 0) ? ifGone : asItIs;
}

/** Whether a payment as worked out keeps its bounds. */
export function isWithin({ sent, received }: Pick<Paid, "sent" | "received">, bounds: Payment): boolean {
  return bounds.direction === "send" ? received >= bounds.receiveAmount : sent <= bounds.sendAmount;
}

function pay(markets: readonly Market[], { direction, sendAmount, receiveAmount }: Payment, isGone: boolean) {
  const order = direction === "send" ? markets : markets.toReversed();
  const met: (readonly string[])[] = [];
  let next = direction === "send" ? sendAmount : receiveAmount;
  for (const market of order) {
    const hop = hopThrough(market, direction, next, isGone);
    if (!hop) return null;
    met.push(hop.met);
    next = direction === "send" ? hop.received : hop.sent;
  }
  const ends = direction === "send" ? { sent: sendAmount, received: next } : { sent: next, received: receiveAmount };
  return { ...ends, met: direction === "send" ? met : met.toReversed() };
}

/** All of it through the offers or all of it through the pool, which wins ties. */
function hopThrough({ rungs, pool }: Market, direction: Payment["direction"], amount: bigint, isGone: boolean) {
  const trade = direction === "send" ? poolStrictSend : poolStrictReceive;
  const byPool = pool ? trade(pool.to, pool.from, amount, pool.feeBasisPoints) : undefined;
  const isSending = direction === "send";
  const book = new BookWalk(rungs()).take({
    maxSent: isSending ? amount : MAX_STROOPS,
    maxReceived: isSending ? MAX_STROOPS : amount,
    worst: null,
    isPassive: false,
    rounding: isSending ? "strict-send" : "strict-receive",
  });
  const isExact = (isSending ? book.sent : book.received) === amount;
  const byBook = isExact && (isGone || book.met.length === 0) ? book : null;
  if (byBook && (!byPool || byPool.sent * byBook.received > byPool.received * byBook.sent)) return byBook;
  return byPool && { ...byPool, met: [] };
}
