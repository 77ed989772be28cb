import { bollingerBands, movingAverage } from "#schemas/indicators/running.ts";
import { BOLLINGER, type ShownIndicator } from "./indicator-choice.ts";

/** Of each indicator the values of its lines; null where there are too few candles. */
export type Reading = readonly (readonly number[] | null)[];

/**
 * Indicators that run along with candles: told one closing price after another, `isAgain` where the last candle has grown. Each costs the
 * same however many candles there were.
 */
export function runIndicators(shown: readonly ShownIndicator[]): (close: number, isAgain: boolean) => Reading {
  const running = shown.map(runOne);
  return (close, isAgain) => running.map((tell) => tell(close, isAgain));
}

function runOne({ kind, length }: ShownIndicator): (close: number, isAgain: boolean) => readonly number[] | null {
  if (kind === "bollinger") {
    const bands = bollingerBands(length, BOLLINGER.deviations);
    return (close, isAgain) => {
      const now = isAgain ? bands.replace(close) : bands.add(close);
      return now === null ? null : [now.upper, now.middle, now.lower];
    };
  }
  const average = movingAverage(kind, length);
  return (close, isAgain) => {
    const now = isAgain ? average.replace(close) : average.add(close);
    return now === null ? null : [now];
  };
}
