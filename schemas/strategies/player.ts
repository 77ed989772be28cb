import type { Candle, Holding, ParameterRule, Step, Strategy } from "./strategy.ts";

/** What a strategy is told, by name. */
export type Parameters = Readonly<Record<string, number>>;

/** What a strategy says of one candle. */
export type Said = Omit<Step<unknown>, "state">;

/** A strategy that was begun: its state is its own, and is made by nothing but the candles that it was shown. */
export interface Player {
  show(candle: Candle, holding: Holding): Said;
}

/** A strategy of which nobody has to know what its state is. */
export interface AnyStrategy {
  readonly rules: Readonly<Record<string, ParameterRule>>;
  /** See {@link Strategy}. */
  warmUp(parameters: Parameters): number;
  play(parameters: Parameters): Player;
}

/** The same strategy. Its functions throw a `RangeError` where a parameter is missing. */
export function anyOf<Name extends string, State>(strategy: Strategy<Name, State>): AnyStrategy {
  return {
    rules: strategy.rules,
    warmUp: (parameters) => strategy.warmUp(named(strategy.rules, parameters)),
    play: (parameters) => {
      let state = strategy.begin(named(strategy.rules, parameters));
      return {
        show: (candle, holding) => {
          const step = strategy.step(state, candle, holding);
          ({ state } = step);
          return step;
        },
      };
    },
  };
}

function named<Name extends string>(rules: Readonly<Record<Name, ParameterRule>>, parameters: Parameters) {
  for (const name of Object.keys(rules))
    if (parameters[name] === undefined) throw new RangeError(`the parameter ${name} is missing`);
  // Each of them is there.
  return parameters as Readonly<Record<Name, number>>;
}
