import { type KeptCandles, readKeptCandles } from "#pwa/parts/market-data/kept-markets.ts";
import { pairKey } from "#pwa/parts/market-data/pair.ts";
import type { CandleRow, CandleSize, PairQuery } from "#schemas/market-data.ts";
import { priceText, readPrice } from "#schemas/values/price.ts";

/** The candles of a pair that this device saw last, from whichever side it looked at it; null where it never did. */
export function seenCandles(userId: number, { base, quote }: PairQuery, size: CandleSize): KeptCandles | null {
  const read = (pair: PairQuery) => readKeptCandles(userId, `${pairKey(pair)} ${size}`);
  const [same, other] = [read({ base, quote }), read({ base: quote, quote: base })];
  if (other === null || (same !== null && same.seenAtMs >= other.seenAtMs)) return same;
  return { seenAtMs: other.seenAtMs, candles: other.candles.map(turned) };
}

/** A candle as it is seen from the quote asset: what was highest is lowest. */
export function turned([at, open, high, low, close, base, quote, trades]: CandleRow): CandleRow {
  return [at, inverse(open), inverse(low), inverse(high), inverse(close), quote, base, trades];
}

function inverse(text: string): string {
  const price = readPrice(text);
  return (price && priceText(price.d, price.n)) ?? text;
}
