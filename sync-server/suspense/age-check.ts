import type { Check } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import { waitingSuspense } from "./waiting.ts";

/** Whoever paid by mistake asks the next day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** Looks how long money waits of which nobody has said whose it is. */
export function suspenseCheck(): Check {
  return {
    id: "suspense-age",
    version: 1,
    type: "reconciliation",
    severity: "warning",
    intervalMs: 10 * 60_000,
    timeLimitMs: 10_000,
    failures: 1,
    passes: 1,
    dependsOn: ["database"],
    title: "check.suspense-age",
    means: "check.suspense-age.means",
    steps: [{ says: "check.step.suspense", path: "/admin-panel/suspense" }],
    run: async ({ runtime: { database, clock } }) => {
      const { count, oldest } = await waitingSuspense(database);
      if (oldest === null || clock.now().getTime() - oldest.getTime() < LONGEST_MS) return [passed()];
      return [failed("check.suspense-age.late", { count, from: oldest.getTime() })];
    },
  };
}
