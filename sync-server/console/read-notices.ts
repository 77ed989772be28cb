import type { Document, Filter } from "mongodb";
import type { OperatorNotice } from "#schemas/operator-notices.ts";
import { waitingDeposits } from "#server/deposits/index.ts";
import { waitingIdentities } from "#server/kyc/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import { waitingDifferences } from "#server/reconciliation/index.ts";
import { waitingReports } from "#server/support/index.ts";
import { waitingSuspense } from "#server/suspense/index.ts";
import { waitingPayments } from "#server/wallet/index.ts";

/** Issues that are told of as something else, or ask nothing of an operator. */
const OTHERWISE_TOLD = ["reconciliation", "support", "treasury"];

function issues(database: Database, filter: Filter<Document>): Promise<Waiting> {
  return countWaiting(database.collection("system_issues"), { status: "active", ...filter }, "detectionTime");
}

/** What of each kind there is at this moment, as each feature says. */
export const READ_NOTICES: Readonly<Record<OperatorNotice, (database: Database) => Promise<Waiting>>> = {
  deposits: waitingDeposits,
  held: (database) => waitingPayments(database, "held"),
  ambiguous: (database) => waitingPayments(database, "ambiguous"),
  suspense: waitingSuspense,
  differences: waitingDifferences,
  reports: waitingReports,
  identities: waitingIdentities,
  treasury: (database) => issues(database, { type: "treasury" }),
  failures: (database) => issues(database, { type: { $nin: OTHERWISE_TOLD }, severity: { $ne: "info" } }),
};
