import { baseFor, type Costs, feeOf, type Fill, priceWithin, quoteFor, roomIn, stopWithin } from "./fills.ts";
import { type Candle, type Holding, type Intent, WHOLE_SHARE } from "./strategy.ts";

/** What an owner set beside the strategy. Stroops of the quote asset. */
export interface Limits {
  /** What one trade gives at most. */
  readonly perTrade: bigint;
  /** What the purchases of a day (UTC) give at most. */
  readonly perDay: bigint;
  /** Candles without a purchase after one that ended in a loss. */
  readonly cooldown: number;
}

export interface Terms {
  readonly costs: Costs;
  readonly limits: Limits;
}

/** What somebody has of a pair, and what is wanted next of it. */
export interface Book {
  readonly holding: Holding;
  /** Wanted since the last close: what takes is gone after the next candle, what rests is replaced by the next word. */
  readonly open: readonly Intent[];
  readonly stop: number | null;
  /** What was paid for the base that is held, fees among it. */
  readonly cost: bigint;
  /** The day (UTC, days since the epoch) of which `spent` tells what its purchases gave. */
  readonly day: number;
  readonly spent: bigint;
  /** Before then (ms since the epoch) nothing is bought. */
  readonly coolsUntil: number;
}

const MILLION = BigInt(WHOLE_SHARE);
const DAY_MS = 86_400_000;

/** A book of which nothing was traded yet. */
export function newBook(holding: Holding): Book {
  return { holding, open: [], stop: null, cost: 0n, day: 0, spent: 0n, coolsUntil: 0 };
}

/** With what a strategy says after a candle: a new word takes the place of what rests. */
export function withWord(book: Book, intents: readonly Intent[]): Book {
  if (intents.length > 0) return { ...book, open: intents };
  return book.open.length === 0 ? book : { ...book, open: book.open.filter(rests) };
}

export function rests({ limit }: Intent): boolean {
  return limit !== null;
}

/** What a stop wants: all of it sold. */
export function stopIntent(stop: number): Intent {
  const why = { code: "stopped", facts: { stop } };
  return { side: "sell", share: WHOLE_SHARE, limit: null, stop: null, confidence: 1, why };
}

/**
 * How much an intent may give, in stroops of what it gives: its share of what is there, within the limits, the operator's fee apart. Why it may
 * give nothing otherwise.
 */
export function givenBy(
  book: Book,
  { side, share }: Intent,
  { price, at, terms }: { readonly price: number; readonly at: number; readonly terms: Terms },
): bigint | "cooling" | "daily-limit" | "nothing" {
  const { perTrade, perDay } = terms.limits;
  const part = BigInt(share);
  if (side === "sell") {
    const base = (book.holding.base * part) / MILLION;
    const most = baseFor(perTrade, price);
    // What is sold at a stop is sold whole: a limit that kept it would cost more than it saves.
    const given = share === WHOLE_SHARE || base < most ? base : most;
    return given > 0n ? given : "nothing";
  }
  if (at < book.coolsUntil) return "cooling";
  const left = perDay - spentOn(book, at);
  if (left <= 0n) return "daily-limit";
  const wanted = least((book.holding.quote * part) / MILLION, perTrade, left);
  const given = withoutFee(wanted, terms.costs);
  return given > 0n ? given : "nothing";
}

/** What the purchases of a day gave so far. */
export function spentOn({ day, spent }: Book, at: number): bigint {
  return day === dayOf(at) ? spent : 0n;
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

function least(one: bigint, ...others: readonly bigint[]): bigint {
  return others.reduce((found, other) => (other < found ? other : found), one);
}

function withoutFee(quote: bigint, { feePpm, flat }: Costs): bigint {
  const rest = quote - flat;
  return rest <= 0n ? 0n : (rest * MILLION) / (MILLION + BigInt(feePpm));
}

/** What a trade changes, whoever carried it out. */
export function afterFill(book: Book, fill: Fill, candleMs: number, { limits }: Pick<Terms, "limits">): Book {
  const { holding, cost } = book;
  if (fill.side === "buy") {
    const paid = fill.quote + fill.fee;
    const after = { base: holding.base + fill.base, quote: holding.quote - paid };
    return { ...book, holding: after, cost: cost + paid, day: dayOf(fill.at), spent: spentOn(book, fill.at) + paid };
  }
  const after = { base: holding.base - fill.base, quote: holding.quote + fill.quote - fill.fee };
  const isLoss = gainOf(book, fill) < 0n;
  return {
    ...book,
    holding: after,
    cost: cost - costOf(book, fill.base),
    stop: after.base > 0n ? book.stop : null,
    coolsUntil: isLoss ? fill.at + (limits.cooldown + 1) * candleMs : book.coolsUntil,
  };
}

/** What a sale brought beyond what was paid for what was sold, in stroops of quote. */
export function gainOf(book: Book, { base, quote, fee }: Fill): bigint {
  return quote - fee - costOf(book, base);
}

/** Of what was paid for all, the part of so much base. */
function costOf({ holding, cost }: Book, base: bigint): bigint {
  return holding.base === 0n ? 0n : (cost * base) / holding.base;
}

/** What becomes of a book in a candle after its last word; what is met is handed to `onFill`. Of a stop and a limit that are both touched the stop comes first. */
export function meet(
  book: Book,
  candle: Candle,
  terms: Terms,
  onFill: (fill: Fill, before: Book, intent: Intent) => void,
): Book {
  if (book.open.length === 0 && (book.stop === null || candle.low > book.stop)) return book;
  const { costs } = terms;
  let now = book;
  let room = roomIn(candle, costs);
  const take = (intent: Intent, price: number): void => {
    const fill = fillOf(now, intent, { price, room, candle, terms });
    if (fill === null) return;
    onFill(fill, now, intent);
    room -= fill.base;
    now = afterFill(now, fill, candle.ms, terms);
    if (fill.side === "buy" && intent.stop !== null) now = { ...now, stop: intent.stop };
  };
  if (now.stop !== null && now.holding.base > 0n) {
    const price = stopWithin(candle, now.stop, costs);
    if (price !== null) take(stopIntent(now.stop), price);
  }
  const met = new Set<Intent>();
  for (const intent of book.open) {
    const price = priceWithin(candle, intent, costs);
    if (price === null) continue;
    met.add(intent);
    take(intent, price);
  }
  return { ...now, open: book.open.filter((intent) => rests(intent) && !met.has(intent)) };
}

interface Chance {
  readonly price: number;
  /** Stroops of base. */
  readonly room: bigint;
  readonly candle: Candle;
  readonly terms: Terms;
}

function fillOf(book: Book, intent: Intent, { price, room, candle, terms }: Chance): Fill | null {
  const { side, why } = intent;
  const given = givenBy(book, intent, { price, at: candle.at, terms });
  if (typeof given === "string") return null;
  const wanted = side === "sell" ? given : baseFor(given, price);
  const base = wanted < room ? wanted : room;
  if (base <= 0n) return null;
  const quote = quoteFor(base, price, side);
  // A sale's fee is taken of what comes, since the rest of what was sold is gone.
  const fee = feeOf(quote, terms.costs);
  if (quote === 0n || (side === "buy" ? quote + fee > book.holding.quote : fee >= quote)) return null;
  return { at: candle.at, side, price, base, quote, fee, why };
}
