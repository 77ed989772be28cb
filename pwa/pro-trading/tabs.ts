import { pairKey } from "#pwa/parts/market-data/pair.ts";
import type { PairQuery } from "#schemas/market-data.ts";

/** As many pairs as the device keeps readable offline, with a chart each. */
export const MAX_TABS = 8;

export function hasTab(tabs: readonly PairQuery[], pair: PairQuery): boolean {
  return tabs.some((tab) => pairKey(tab) === pairKey(pair));
}

/** The tabs with a pair among them; beyond the most, the first one goes. */
export function withTab(tabs: readonly PairQuery[], pair: PairQuery): readonly PairQuery[] {
  return hasTab(tabs, pair) ? tabs : [...tabs, pair].slice(-MAX_TABS);
}

export function withoutTab(tabs: readonly PairQuery[], pair: PairQuery): readonly PairQuery[] {
  return tabs.filter((tab) => pairKey(tab) !== pairKey(pair));
}

/** The tab so many places further, round and round; null where there is no other. */
export function tabBeside(tabs: readonly PairQuery[], pair: PairQuery, by: 1 | -1): PairQuery | null {
  const at = tabs.findIndex((tab) => pairKey(tab) === pairKey(pair));
  const beside = tabs.at((at + by + tabs.length) % Math.max(1, tabs.length));
  return beside === undefined || pairKey(beside) === pairKey(pair) ? null : beside;
}
