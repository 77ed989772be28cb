import type { Check } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import { DUE_MS, waitingIdentities } from "./desk-queue.ts";

/** Looks whether identities wait longer than people are told. That nobody may decide about them is an issue of its own. */
export function identitiesCheck(): Check {
  return {
    id: "identities-waiting",
    version: 1,
    type: "identity",
    severity: "warning",
    intervalMs: 10 * 60_000,
    timeLimitMs: 10_000,
    failures: 1,
    passes: 1,
    dependsOn: ["database", "identity-reviewers"],
    title: "check.identities-waiting",
    means: "check.identities-waiting.means",
    steps: [{ says: "check.step.identities", path: "/admin-kyc" }],
    run: async ({ runtime: { database, clock } }) => {
      const { count, oldest } = await waitingIdentities(database);
      if (oldest === null || clock.now().getTime() - oldest.getTime() < DUE_MS) return [passed()];
      return [failed("check.identities-waiting.late", { count, from: oldest.getTime() })];
    },
  };
}
