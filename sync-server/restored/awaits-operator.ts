import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { restoredState } from "#server/platform/restored/state.ts";
import { recipientsOf, unknownPayments } from "#server/platform/submissions/landed.ts";
import { HOUSE_USER, type SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { OWED } from "./waiting-payments.ts";

/**
 * Whether what the house is to pay waits for an operator: since the backup it paid the same person from the same account, and nobody knows
 * for what.
 */
export async function awaitsOperator(
  { database }: Pick<Runtime, "database">,
  { userId, kind, account, steps }: Pick<SubmissionDocument, "userId" | "kind" | "account" | "steps">,
  session: ClientSession | null,
): Promise<boolean> {
  if (userId !== HOUSE_USER || !OWED.includes(kind)) return false;
  if ((await restoredState(database, session)) === null) return false;
  return (await unknownPayments(database, session, [account], recipientsOf(steps))).length > 0;
}
