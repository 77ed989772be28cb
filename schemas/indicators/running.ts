import { BollingerBands, EMA, SMA } from "trading-signals";

/**
 * An indicator that is told one price after another, the oldest first, and costs the same however many there were. It answers null
 * until it was told as many as it looks back on. Its numbers are floats: to draw and to decide by, never an amount of money.
 */
export interface Running<Result> {
  /** The price of the next candle. */
  readonly add: (price: number) => Result | null;
  /** The last candle's price once more, as it is by now; the first of all where none was told yet. */
  readonly replace: (price: number) => Result | null;
}

/** Simple or exponential. */
export type AverageKind = "sma" | "ema";

/** The lines above, in and below which prices mostly are. */
export interface Bands {
  readonly upper: number;
  readonly middle: number;
  readonly lower: number;
}

/**
 * The average of the last `length` prices: simple, or exponential, in which the latest weighs 2 / (length + 1) and the first price of
 * all is where it begins. What stands before it thus moves an exponential average, less the further back it is.
 */
export function movingAverage(kind: AverageKind, length: number): Running<number> {
  return running(kind === "sma" ? new SMA(length) : new EMA(length));
}

/** A simple average, and `deviations` standard deviations (of all `length` prices, not of a sample) above and below it. */
export function bollingerBands(length: number, deviations: number): Running<Bands> {
  return running(new BollingerBands(length, deviations));
}

/** What we use of the library's classes. */
interface Indicator<Result> {
  readonly update: (price: number, replace: boolean) => Result | null;
  readonly getRequiredInputs: () => number;
}

function running<Result>(indicator: Indicator<Result>): Running<Result> {
  const needed = indicator.getRequiredInputs();
  let told = 0;
  function tell(price: number, isAgain: boolean): Result | null {
    if (!isAgain) told += 1;
    const result = indicator.update(price, isAgain);
    // The library's exponential average answers from the first price on.
    return told < needed ? null : result;
  }
  return { add: (price) => tell(price, false), replace: (price) => tell(price, told > 0) };
}
