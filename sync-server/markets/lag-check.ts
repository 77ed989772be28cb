import type { Check } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";

/** A minute's ledgers, as alarms outside of the app have it. */
const MOST_BEHIND = 12;

/** Looks how far this process's memory of the markets is behind; that the index differs from Horizon is an issue of who compares it. */
export function marketsCheck(lag: () => number): Check {
  return {
    id: "markets-lag",
    version: 1,
    type: "markets",
    severity: "error",
    intervalMs: 60_000,
    timeLimitMs: 5000,
    // Two minutes: an index that is built anew is some ledgers behind at first.
    failures: 3,
    passes: 1,
    dependsOn: ["database", "network-link", "ingestion-silent", "markets-differ"],
    title: "check.markets-lag",
    means: "check.markets-lag.means",
    steps: [
      { says: "check.step.read-log" },
      { says: "check.step.rebuild-markets", command: "npm run markets:rebuild" },
    ],
    run: async () => {
      const count = lag();
      return [count <= MOST_BEHIND ? passed() : failed("check.markets-lag.behind", { count })];
    },
  };
}
