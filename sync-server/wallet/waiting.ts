import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";

/** Payments that wait for an operator: to be let go, or because nothing is certain of them. */
export function waitingPayments(database: Database, state: "held" | "ambiguous"): Promise<Waiting> {
  return countWaiting(submissionCollection(database), { state }, "createdAt");
}
