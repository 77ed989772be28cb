import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { logsOf } from "./monitor-log.ts";
import { type Cause, fingerprintOf, issuesOf } from "./stored-issue.ts";

const AT_ONCE = 1000;
const ACTIVE = { partialFilterExpression: { status: "active" } };

/** Names of checks that had what they are about within: what begins so, and the rest of it. */
const WITH_SUBJECT = [
  ["job-failing ", "job-failing"],
  ["submission-contradicted-", "submission-contradicted"],
  ["forged-", "forged"],
  ["quarantine-", "quarantine"],
  ["sync-misfit:", "sync-misfit"],
  ["house-budget-", "house-budget"],
  ["reconciliation ", "reconciliation"],
  ["staking-vault ", "staking-vault"],
  ["staking-pool ", "staking-pool"],
  ["audit-anchor-", "audit-anchor"],
  ["erasure-keys ", "erasure-keys"],
  ["own-trade-", "own-trade"],
  ["support-report-", "support-report"],
] as const;

/** What an issue from before causes had names of their own is about. */
export function causeOfFormer(checkId: string): Required<Cause> {
  const found = WITH_SUBJECT.find(([former]) => checkId.startsWith(former));
  if (!found) return { checkId, subject: "", version: 1 };
  return { checkId: found[1], subject: checkId.slice(found[0].length), version: 1 };
}

/** One open issue for each cause, where it was one for each check; what rests upon another is found by it. */
export const issuesByCause: Migration = {
  number: 160,
  name: "issues by their causes, what was written down of them, how checks went",
  run: async (database) => {
    await nameCauses(database);
    const issues = issuesOf(database);
    // First, since of a collection that is not there no indexes can be listed.
    await issues.createIndex({ fingerprint: 1, id: -1 });
    const former = (await issues.indexes()).find(({ key, unique }) => unique === true && "checkId" in key);
    if (former?.name !== undefined) await issues.dropIndex(former.name);
    await issues.createIndex({ checkId: 1 }, { ...ACTIVE, name: "open_by_check" });
    // Rows that were planted by who knows no causes have none, and are in nobody's way.
    const caused = { status: "active" as const, fingerprint: { $exists: true } };
    await issues.createIndex(
      { fingerprint: 1 },
      { unique: true, partialFilterExpression: caused, name: "open_by_cause" },
    );
    await issues.createIndex({ status: 1, id: -1 });
    await issues.createIndex({ dependsOn: 1 }, { ...ACTIVE, name: "open_by_dependence" });
    await issues.createIndex({ becauseOf: 1 }, { ...ACTIVE, name: "open_by_reason" });
    await issues.createIndex({ mergedInto: 1 }, { sparse: true });
    const untold = { partialFilterExpression: { isUntold: true } };
    await issues.createIndex({ isUntold: 1, id: 1 }, { ...untold, name: "open_untold" });
    const closed = { partialFilterExpression: { isCloseUntold: true } };
    await issues.createIndex({ isCloseUntold: 1, id: 1 }, { ...closed, name: "closed_untold" });
    const logs = logsOf(database);
    await logs.createIndex({ issueId: 1, id: -1 });
    await logs.createIndex({ performedAt: 1 });
  },
};

async function nameCauses(database: Database): Promise<void> {
  const issues = issuesOf(database);
  for (;;) {
    const part = await issues
      .find({ fingerprint: { $exists: false } }, { limit: AT_ONCE, projection: { checkId: 1 } })
      .toArray();
    if (part.length === 0) return;
    await issues.bulkWrite(
      part.map(({ _id, checkId }) => {
        const cause = causeOfFormer(checkId);
        return { updateOne: { filter: { _id }, update: { $set: { ...cause, fingerprint: fingerprintOf(cause) } } } };
      }),
    );
  }
}
