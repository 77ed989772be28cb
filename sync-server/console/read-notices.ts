import type { OperatorNotice } from "#schemas/operator-notices.ts";
import { waitingDeposits } from "#server/deposits/index.ts";
import { waitingIdentities } from "#server/kyc/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Waiting } from "#server/platform/db/waiting.ts";
import { waitingDifferences } from "#server/reconciliation/index.ts";
import { waitingReports } from "#server/support/index.ts";
import { waitingSuspense } from "#server/suspense/index.ts";
import { waitingPayments } from "#server/wallet/index.ts";

/** Issues are told one by one (`monitoring/tell-issues.ts`), all else by how much there is of it. */
export type CountedNotice = Exclude<OperatorNotice, "treasury" | "failures">;

/** What of each kind there is at this moment, as each feature says. */
export const READ_NOTICES: Readonly<Record<CountedNotice, (database: Database) => Promise<Waiting>>> = {
  deposits: waitingDeposits,
  held: (database) => waitingPayments(database, "held"),
  ambiguous: (database) => waitingPayments(database, "ambiguous"),
  suspense: waitingSuspense,
  differences: waitingDifferences,
  reports: waitingReports,
  identities: waitingIdentities,
};
