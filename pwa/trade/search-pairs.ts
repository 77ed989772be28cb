import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import type { PutForward } from "#pwa/parts/market-data/put-forward.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { PairQuery, Ticker } from "#schemas/market-data.ts";

/** A pair that can be chosen, with what it did where that is known. */
export interface PairChoice extends PairQuery {
  readonly key: string;
  readonly ticker: Ticker | null;
  /** Whether the operators do not put it forward: it is found by whoever searches for it. */
  readonly isAside: boolean;
}

/** Every pair of listed assets, what is put forward first and in its order, then the most traded; and XLM with whatever else is held. */
export function choicesOf(
  tickers: readonly Ticker[],
  held: readonly string[],
  { placeOf }: PutForward,
): readonly PairChoice[] {
  const listed = tickers.map((ticker): PairChoice => {
    const { base, quote } = ticker;
    return { base, quote, key: pairKey(ticker), ticker, isAside: placeOf(ticker) === null };
  });
  const placed = (pair: PairChoice) => placeOf(pair) ?? Number.MAX_SAFE_INTEGER;
  const known = new Set(tickers.flatMap(({ base, quote }) => [base, quote]));
  const others = held
    .filter((key) => key !== NATIVE_CODE && !known.has(key))
    .map((quote): PairChoice => ({
      base: NATIVE_CODE,
      quote,
      key: pairKey({ base: NATIVE_CODE, quote }),
      ticker: null,
      isAside: false,
    }));
  return [...listed.toSorted((left, right) => placed(left) - placed(right) || byActivity(left, right)), ...others];
}

function byActivity(left: PairChoice, right: PairChoice): number {
  return (right.ticker?.trades ?? 0) - (left.ticker?.trades ?? 0);
}

/** Pairs that hold each of the words that were typed, as a code or the beginning of a key; "xlm/usd" are two words. */
export function searchPairs(choices: readonly PairChoice[], typed: string): readonly PairChoice[] {
  const words = typed
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== "");
  if (words.length === 0) return choices;
  return choices.filter(({ base, quote }) => {
    const sides = [base, quote].map((key) => key.toLowerCase());
    const codes = [base, quote].map((key) => codeOf(key).toLowerCase());
    return words.every(
      (word) => codes.some((code) => code.includes(word)) || sides.some((side) => side.includes(word)),
    );
  });
}
