import type { AnyStrategy, Parameters, Said } from "./player.ts";
import type { Candle, Holding } from "./strategy.ts";

/** Where a strategy said something else than it would have said live. */
export interface Bias {
  readonly at: number;
  readonly kind: "look-ahead" | "warm-up";
}

interface Suspect {
  readonly strategy: AnyStrategy;
  readonly parameters: Parameters;
  readonly candles: readonly Candle[];
}

const NOTHING: Holding = { base: 0n, quote: 0n };
/** Holding some, so that what only sells says something, too. */
const SOME: Holding = { base: 1n, quote: 1n };
/** Indicators that forget little by little may differ by so much. */
const TOLERANCE = 1e-6;

/**
 * Cuts the data after every candle at which a strategy wants something, and asks it again: whatever knew more than it was shown says something else. And begins
 * it anew before each of them, once as long before as it says it needs and once twice as long: what differs from what it said when it had seen all was not warm.
 */
export function findBiases(suspect: Suspect): readonly Bias[] {
  const { strategy, parameters, candles } = suspect;
  const warmUp = strategy.warmUp(parameters);
  const biases: Bias[] = [];
  for (const holding of [NOTHING, SOME]) {
    const whole = run(suspect, candles, holding);
    for (const [index, step] of whole.entries()) {
      if (step.intents.length === 0) continue;
      const candle = candles[index];
      if (candle === undefined) continue;
      const cut = run(suspect, candles.slice(0, index + 1), holding).at(-1);
      if (!isSame(cut, step)) biases.push({ at: candle.at, kind: "look-ahead" });
      if (index < 2 * warmUp) continue;
      const [short, long] = [warmUp, 2 * warmUp].map((length) =>
        run(suspect, candles.slice(index + 1 - length, index + 1), holding).at(-1),
      );
      if (!isSame(short, step) || !isSame(long, step)) biases.push({ at: candle.at, kind: "warm-up" });
    }
  }
  return biases;
}

function run({ strategy, parameters }: Suspect, candles: readonly Candle[], holding: Holding): Said[] {
  const player = strategy.play(parameters);
  return candles.map((candle) => player.show(candle, holding));
}

function isSame(one: Said | undefined, other: Said | undefined): boolean {
  return rounded(one) === rounded(other);
}

/** Numbers of nearly the same size are the same. */
function rounded({ intents, indicators }: Said = { intents: [], indicators: {} }): string {
  return JSON.stringify({ intents, indicators }, (_key, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(-Math.log10(TOLERANCE))) : value,
  );
}
