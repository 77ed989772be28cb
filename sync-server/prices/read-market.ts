import { priceText, readPrice } from "#schemas/values/price.ts";
import { mulDiv } from "#schemas/values/money.ts";
import { type AssetName, isNative } from "#server/platform/network/assets.ts";
import { type Candle, CANDLE_MS, type MarketPair, type MarketSource } from "#server/platform/network/markets.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import {
  type Fraction,
  inverse,
  judgeMarket,
  type NoPrice,
  type PriceRules,
  times,
  type Verdict,
} from "./price-rule.ts";
import { knownPriceOf, type PointSize, type PriceDocument, type Reading } from "./store.ts";

/** What a market is read with. */
export interface Look {
  readonly source: MarketSource;
  readonly rules: PriceRules;
  readonly head: LedgerHead;
}

/** The dollar's own market against XLM: the asset that stands for it, and what one costs in XLM; null where nobody knows. */
export interface Dollar {
  readonly asset: AssetName;
  readonly inXlm: Fraction | null;
}

/** One market of an asset as it was read. */
export interface Market {
  readonly pair: MarketPair;
  readonly quote: "xlm" | "usd";
  /** Of 15 minutes, since yesterday began (UTC). */
  readonly candles: readonly Candle[];
  readonly verdict: Verdict;
}

/** What an asset costs in XLM, or why nobody can say; and the market whose trades are its history. */
export interface MarketReading {
  readonly xlm: Fraction | null;
  readonly why: NoPrice | null;
  readonly market: Market;
}

const XLM: AssetName = { assetCode: "XLM", issuer: "" };
/** Readings that count together: a price that stood for one moment only does not. */
const READINGS = 3;
/** How old they may be: for what is listed, read every minute, and for the rest, which waits for its turn. */
const LISTED_WITHIN_MS = 10 * 60_000;
const OTHERS_WITHIN_MS = 6 * 3_600_000;

/** When the day before the ledger's began, in UTC. */
export function yesterdayMs({ closedAt }: LedgerHead): number {
  return Math.floor(closedAt.getTime() / CANDLE_MS["1d"] - 1) * CANDLE_MS["1d"];
}

/**
 * Reads the markets of an asset against XLM and against the dollar. Of those that set a price that one does whose book is
 * closer together. Throws NetworkError.
 */
export async function readMarket(look: Look, asset: AssetName, dollar: Dollar | null): Promise<MarketReading> {
  const markets = [await readPair(look, asset, XLM, look.rules.minDepth)];
  if (dollar?.inXlm) {
    const depth = mulDiv(look.rules.minDepth, dollar.inXlm.d, dollar.inXlm.n, "up");
    markets.push(await readPair(look, asset, dollar.asset, depth));
  }
  const [best, ...others] = markets.toSorted((left, right) => placeOf(left) - placeOf(right));
  if (!best) throw new Error("an asset without a market to look at");
  const { verdict, quote } = best;
  if (verdict.kind === "none") {
    const traded = [best, ...others].find(({ candles }) => candles.length > 0);
    return { xlm: null, why: verdict.why, market: traded ?? best };
  }
  const xlm = quote === "xlm" ? verdict.price : dollar?.inXlm ? times(verdict.price, dollar.inXlm) : null;
  return { xlm, why: null, market: best };
}

function placeOf({ verdict }: Market): number {
  return verdict.kind === "none" ? Number.MAX_SAFE_INTEGER : Number(verdict.spread);
}

async function readPair(look: Look, base: AssetName, counter: AssetName, depth: bigint): Promise<Market> {
  const { source, rules, head } = look;
  const pair = { base, counter };
  const toMs = head.closedAt.getTime();
  const [book, candles] = await Promise.all([
    source.orderBook(pair),
    source.candles(pair, { size: "15m", fromMs: yesterdayMs(head), toMs: toMs + 1 }),
  ]);
  const verdict = judgeMarket(book, candles, rules, depth, toMs);
  return { pair, quote: isNative(counter) ? "xlm" : "usd", candles, verdict };
}

/** The readings that count with a new one among them; none once there is none. */
export function withReading(
  { readings, isListed }: Pick<PriceDocument, "readings" | "isListed">,
  at: Date,
  price: Fraction | null,
): readonly Reading[] {
  const xlm = price && priceText(price.n, price.d);
  if (xlm === null) return [];
  const sinceMs = at.getTime() - (isListed ? LISTED_WITHIN_MS : OTHERS_WITHIN_MS);
  const earlier = readings.filter((reading) => reading.at < at && reading.at.getTime() > sinceMs);
  return [...earlier, { at, xlm }].slice(-READINGS);
}

/**
 * Whether the readings are enough for their median to be the price. Fewer move none: whoever makes up a book for one ledger
 * would set it. Only what the operator lists gets its very first price from its first reading.
 */
export function isEnough(document: PriceDocument, readings: readonly Reading[]): boolean {
  const isFirst = document.isListed && knownPriceOf(document).xlm === null;
  return readings.length === 0 || isFirst || readings.length >= READINGS;
}

/** The middle one of the readings, of two the lower. */
export function medianOf(readings: readonly Reading[]): Fraction | null {
  const prices = readings.flatMap(({ xlm }) => readPrice(xlm) ?? []);
  const ordered = prices.toSorted((left, right) => {
    const [one, other] = [left.n * right.d, right.n * left.d];
    return one < other ? -1 : one > other ? 1 : 0;
  });
  return ordered[Math.floor((ordered.length - 1) / 2)] ?? null;
}

/** What an asset costs in USD, by what it and the dollar cost in XLM. */
export function inUsd(xlm: Fraction | null, dollar: Dollar | null): Fraction | null {
  return xlm && dollar?.inXlm ? times(xlm, inverse(dollar.inXlm)) : null;
}

/** The candles of an asset's market that its stored history may lack, by their size. */
export async function newCandles(
  { source, head }: Look,
  { pair, candles }: Market,
  until: Date | null,
): Promise<ReadonlyMap<PointSize, readonly Candle[]>> {
  const toMs = head.closedAt.getTime();
  const sinceMs = until?.getTime() ?? 0;
  const found = new Map<PointSize, readonly Candle[]>([["15m", candles]]);
  for (const size of ["1h", "1d"] as const) {
    const lately = joinedTo(size, candles);
    const isWhole = sinceMs >= yesterdayMs(head);
    const fromMs = size === "1h" ? Math.max(sinceMs, toMs - HOURS_BACK_MS) : sinceMs;
    const earlier = isWhole ? [] : await source.candles(pair, { size, fromMs, toMs: yesterdayMs(head) });
    found.set(size, [...earlier, ...lately]);
  }
  // What was over when the history was last written cannot have changed since.
  for (const [size, all] of found) {
    found.set(
      size,
      all.filter(({ startMs }) => startMs + CANDLE_MS[size] > sinceMs),
    );
  }
  return found;
}

const HOURS_BACK_MS = 35 * CANDLE_MS["1d"];

function joinedTo(size: PointSize, candles: readonly Candle[]): Candle[] {
  const longer = new Map<number, Candle>();
  for (const candle of candles) {
    const startMs = Math.floor(candle.startMs / CANDLE_MS[size]) * CANDLE_MS[size];
    const before = longer.get(startMs);
    longer.set(startMs, {
      startMs,
      trades: candle.trades + (before?.trades ?? 0),
      baseVolume: candle.baseVolume + (before?.baseVolume ?? 0n),
      counterVolume: candle.counterVolume + (before?.counterVolume ?? 0n),
    });
  }
  return [...longer.values()];
}
