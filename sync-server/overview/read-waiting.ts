import { type OverviewParts, WAITING, type WaitingKind } from "#schemas/overview.ts";
import { waitingProposals } from "#server/approvals/index.ts";
import { waitingLegal } from "#server/content/index.ts";
import { waitingDeposits } from "#server/deposits/index.ts";
import { waitingIdentities } from "#server/kyc/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Waiting } from "#server/platform/db/waiting.ts";
import { waitingDifferences } from "#server/reconciliation/index.ts";
import { waitingReports } from "#server/support/index.ts";
import { waitingSuspense } from "#server/suspense/index.ts";
import { waitingPayments } from "#server/wallet/index.ts";
import { waitingOthers, waitingTasks } from "#server/monitoring/index.ts";

const READS: Readonly<Record<WaitingKind, (database: Database) => Promise<Waiting>>> = {
  deposits: waitingDeposits,
  proposals: waitingProposals,
  held: (database) => waitingPayments(database, "held"),
  ambiguous: (database) => waitingPayments(database, "ambiguous"),
  suspense: waitingSuspense,
  differences: waitingDifferences,
  reports: waitingReports,
  identities: waitingIdentities,
  legal: waitingLegal,
  issues: waitingOthers,
  tasks: waitingTasks,
};

/** What waits for a person, as each feature says. */
export async function readWaiting(database: Database): Promise<OverviewParts["waiting"]> {
  const read = async (kind: WaitingKind) => {
    const { count, oldest } = await READS[kind](database);
    return { count, oldest: oldest?.toISOString() ?? null };
  };
  const all = await Promise.all(WAITING.map(async (kind) => [kind, await read(kind)] as const));
  return Object.fromEntries(all) as OverviewParts["waiting"];
}
