import { CURVE_POINTS, type PairTest, TRADES_TOLD } from "#schemas/automated-trading.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import type { BackTested } from "./back-test.ts";
import type { Fill } from "./fills.ts";
import { summaryOf } from "./report.ts";
import type { Candle, Why } from "./strategy.ts";

/** What a back-test of a pair came to, as people are told of it. `candles` are those that it traded over, one at least. */
export function toldTest(base: string, tested: BackTested, candles: readonly Candle[]): PairTest {
  const [first, last] = [candles[0], candles.at(-1)];
  const ms = first?.ms ?? 0;
  const span = first && last ? Math.round((last.at - first.at) / ms) + 1 : 0;
  return {
    base,
    from: new Date(first?.at ?? 0).toISOString(),
    to: new Date((last?.at ?? 0) + ms).toISOString(),
    candles: candles.length,
    gaps: span - candles.length,
    summary: summaryOf(tested),
    curve: tested.curve.slice(-CURVE_POINTS).map(([at, worth, held]) => [at, decimal(worth), decimal(held)]),
    trades: tested.fills.slice(-TRADES_TOLD).map(toldTrade),
  };
}

function toldTrade({ at, side, price, base, quote, fee, why }: Fill): PairTest["trades"][number] {
  return {
    at: new Date(at).toISOString(),
    side,
    price: toldPrice(price) ?? "0",
    base: formatAmount(base),
    quote: formatAmount(quote),
    fee: formatAmount(fee),
    why: whyText(why),
  };
}

/** Stroops of a worth that is looked at, as a decimal text. */
function decimal(stroops: number): string {
  return formatAmount(BigInt(Math.round(stroops)));
}

/** More digits than that a float has not. */
const FLOAT_DIGITS = 15;

/** A number as a price, null where it is none. */
export function toldPrice(value: number): string | null {
  if (!(value > 0) || !Number.isFinite(value)) return null;
  const scale = 10 ** Math.max(0, FLOAT_DIGITS - Math.ceil(Math.log10(value)));
  return priceText(BigInt(Math.round(value * scale)), BigInt(scale));
}

/** Of a number in a sentence. */
const SAID_DIGITS = 7;

/** Why a strategy wants something, as a sentence that is stored (`said-sentences.ts` has one for each code). */
export function whyText({ code, facts }: Why): string {
  const rounded = Object.entries(facts).map(([name, fact]) => [name, Number(fact.toPrecision(SAID_DIGITS))] as const);
  return writeSaid(`said.${code}`, Object.fromEntries(rounded));
}
