/** A closed candle. Prices are quote per base and decide, they never pay: what is paid is reckoned in stroops. */
export interface Candle {
  /** When it begins, in ms since the epoch, and how long it is. */
  readonly at: number;
  readonly ms: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Base that was traded in it, in stroops. */
  readonly volume: bigint;
}

/** Why a strategy wants something: the code of a sentence, and its facts. */
export interface Why {
  readonly code: string;
  readonly facts: Readonly<Record<string, number>>;
}

/** What a strategy wants done after the candle that it was shown last. */
export interface Intent {
  readonly side: "buy" | "sell";
  /** Of what is free on that side, in millionths. */
  readonly share: number;
  /** The worst price that is agreed to, resting until it is met or replaced; null for the best there is next. */
  readonly limit: number | null;
  /** What was bought is sold once the price falls to this; null for no such stop. */
  readonly stop: number | null;
  /** Between 0 and 1: how far beyond its own threshold it is. */
  readonly confidence: number;
  readonly why: Why;
}

/** What somebody has when a strategy is asked. */
export interface Holding {
  /** Stroops. */
  readonly base: bigint;
  readonly quote: bigint;
}

/** What a strategy said of one candle. Indicators are for whoever looks on. */
export interface Step<State> {
  readonly state: State;
  readonly intents: readonly Intent[];
  readonly indicators: Readonly<Record<string, number | null>>;
}

/** A number that a strategy takes, with its bounds. */
export interface ParameterRule {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
  /** Whether it is a whole number. */
  readonly isWhole: boolean;
}

/**
 * One way to trade: what it is shown is the candle that closed, and nothing after it. The same function is run over stored candles and over live
 * ones; whoever runs it holds the future, and it has no way there. A state is made by `begin` and by the candles that were shown since: to go on after a
 * death, those of the last {@link warmUp} are shown again.
 */
export interface Strategy<Name extends string, State> {
  readonly rules: Readonly<Record<Name, ParameterRule>>;
  /** Candles after which its words are as if it had been shown all there ever were. */
  warmUp(parameters: Readonly<Record<Name, number>>): number;
  begin(parameters: Readonly<Record<Name, number>>): State;
  step(state: State, candle: Candle, holding: Holding): Step<State>;
}

export const WHOLE_SHARE = 1_000_000;
export const NO_INTENTS: readonly Intent[] = [];

/** How far `value` is beyond `threshold`, as a share of it, between 0 and 1. */
export function beyond(value: number, threshold: number): number {
  if (threshold === 0) return 0;
  return Math.min(1, Math.abs(value / threshold - 1) * 10);
}
