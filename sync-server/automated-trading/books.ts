import type { PairHolding } from "#schemas/automated-trading.ts";
import type { Book, Terms } from "#schemas/strategies/book.ts";
import { quoteFor } from "#schemas/strategies/fills.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { toldPrice } from "#schemas/strategies/told-test.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { PricedCandle } from "#server/platform/network/markets.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import type { AutomationDocument, StoredAutomation, StoredBook, Wanted } from "./store.ts";

type Kept = Pick<StoredAutomation, "day" | "spent">;

/** A pair's book, with what the whole automation gave in a day. */
export interface LiveBook extends Book {
  readonly open: readonly Wanted[];
}

export function bookOf({ held, open, stop, cost, coolsUntil }: StoredBook, { day, spent }: Kept): LiveBook {
  const holding = { base: BigInt(held.base), quote: BigInt(held.quote) };
  return { holding, open, stop, cost: BigInt(cost), day, spent: BigInt(spent), coolsUntil };
}

/** A book as it is stored, beside what {@link spentBy} keeps of it. */
export function storedBook(before: StoredBook, { holding, open, stop, cost, coolsUntil }: LiveBook): StoredBook {
  const held = { base: String(holding.base), quote: String(holding.quote) };
  return { ...before, held, open, stop, cost: String(cost), coolsUntil };
}

export function spentBy({ day, spent }: Book): Kept {
  return { day, spent: String(spent) };
}

/** An automation's books with one of them changed. */
export function withBook(books: readonly StoredBook[], changed: StoredBook): StoredBook[] {
  return books.map((book) => (book.base === changed.base ? changed : book));
}

/** By what its books are kept. */
export function termsOf({ terms, costs }: Pick<AutomationDocument, "terms" | "costs">): Terms {
  const { perTrade, perDay, cooldown } = terms;
  return {
    costs: { ...costs, flat: BigInt(costs.flat) },
    limits: { perTrade: parseAmount(perTrade), perDay: parseAmount(perDay), cooldown },
  };
}

export function candleFrom({ startMs, open, high, low, close, baseVolume }: PricedCandle, ms: number): Candle {
  const prices = { open: numberOf(open), high: numberOf(high), low: numberOf(low), close: numberOf(close) };
  return { at: startMs, ms, ...prices, volume: baseVolume };
}

/** A price as a number: it decides, and pays nothing. */
export function numberOf({ n, d }: TradePrice): number {
  return Number(n) / Number(d);
}

/** What all books together are worth in the quote asset, by their last candles, in stroops. */
export function worthOf(books: readonly StoredBook[]): bigint {
  return books.reduce((sum, { held, close }) => sum + worthOfHeld(held, close), 0n);
}

function worthOfHeld({ base, quote }: StoredBook["held"], close: number): bigint {
  return BigInt(quote) + quoteFor(BigInt(base), close, "sell");
}

/** What the owner sees of the books. */
export function toldBooks(
  { terms, height }: Pick<StoredAutomation, "terms" | "height">,
  books: readonly StoredBook[],
  { day, spent }: Kept,
) {
  const worth = worthOf(books);
  const begun = parseAmount(terms.budget) * BigInt(terms.bases.length);
  return {
    books,
    day,
    spent,
    spentDay: day === 0 ? "" : new Date(day * 86_400_000).toISOString().slice(0, 10),
    spentToday: formatAmount(BigInt(spent)),
    holdings: books.map(toldBook),
    profitLoss: signed(worth - begun),
    height: worth > parseSigned(height) ? signed(worth) : height,
  };
}

function toldBook({ base, held, stop, coolsUntil, candleAt, close }: StoredBook): PairHolding {
  return {
    base,
    baseAmount: formatAmount(BigInt(held.base)),
    quoteAmount: formatAmount(BigInt(held.quote)),
    worth: signed(worthOfHeld(held, close)),
    stop: stop === null ? null : toldPrice(stop),
    coolsUntil: coolsUntil === 0 ? null : new Date(coolsUntil).toISOString(),
    lastCandleAt: candleAt === 0 ? null : new Date(candleAt).toISOString(),
  };
}

/** Stroops with their sign, such as -12.5000000. */
export function signed(stroops: bigint): string {
  const digits = String(stroops < 0n ? -stroops : stroops).padStart(8, "0");
  return `${stroops < 0n ? "-" : ""}${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

export function parseSigned(text: string): bigint {
  const isBelow = text.startsWith("-");
  const [whole = "0", fraction = ""] = (isBelow ? text.slice(1) : text).split(".");
  const stroops = BigInt(whole) * 10_000_000n + BigInt(fraction.padEnd(7, "0").slice(0, 7));
  return isBelow ? -stroops : stroops;
}
