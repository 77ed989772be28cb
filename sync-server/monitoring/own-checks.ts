import type { Check } from "#server/platform/checks/check.ts";
import { type Leases, readAbandoned } from "#server/platform/jobs/leases.ts";

const MINUTE_MS = 60_000;

/** Jobs that every process wants to run and none does: each has stopped waiting for its lease, or cannot take it. */
export function leasesCheck({ wanted }: Pick<Leases, "wanted">): Check {
  return {
    id: "job-leases",
    version: 1,
    type: "job",
    severity: "critical",
    intervalMs: 20_000,
    timeLimitMs: 5000,
    // A process that has just begun finds leases of before, which it is about to take.
    failures: 2,
    passes: 1,
    dependsOn: [],
    title: "issue.leases",
    name: "issue.leases.name",
    means: "issue.leases.means",
    steps: [{ says: "issue.leases.do" }],
    run: async ({ runtime }) => {
      const abandoned = await readAbandoned(runtime.database, [...wanted], MINUTE_MS);
      return abandoned.map(({ name, seconds }) => ({
        subject: name,
        problem: "issue.leases.found" as const,
        facts: { name, count: seconds },
      }));
    },
  };
}
