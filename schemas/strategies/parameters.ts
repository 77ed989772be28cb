import type { Parameters } from "./player.ts";
import { STRATEGIES, type StrategyName } from "./strategies.ts";
import type { ParameterRule } from "./strategy.ts";

/** What a strategy is told where nothing else is chosen. */
export function usualOf(strategy: StrategyName): Parameters {
  return Object.fromEntries(Object.entries(STRATEGIES[strategy].rules).map(([name, { usual }]) => [name, usual]));
}

/** What is wrong with parameters, by the name of the first that is; null for nothing. Each has to be named, and no other. */
export function faultOf(strategy: StrategyName, parameters: Parameters): string | null {
  const { rules } = STRATEGIES[strategy];
  for (const [name, rule] of Object.entries(rules)) {
    const value = parameters[name];
    if (value === undefined || !isWithin(rule, value)) return name;
  }
  const stranger = Object.keys(parameters).find((name) => !(name in rules));
  return stranger ?? orderFault(strategy, parameters);
}

/** Whether a number is what a setting may be. */
function isWithin({ least, most, isWhole }: Omit<ParameterRule, "usual">, value: number): boolean {
  return Number.isFinite(value) && value >= least && value <= most && (!isWhole || Number.isInteger(value));
}

/** Of two that belong together, the lesser has to be less. */
function orderFault(strategy: StrategyName, { fast = 0, slow = 0, lowest = 0, highest = 0 }: Parameters) {
  if (strategy === "trend-following" && fast >= slow) return "slow";
  if (strategy === "grid" && lowest >= highest) return "highest";
  return null;
}
