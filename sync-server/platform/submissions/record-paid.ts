import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { insertSubmission } from "./insert-submission.ts";
import { keepLanded, type LandedTransaction } from "./landed.ts";
import { settleAs } from "./moves.ts";
import type { Step } from "./steps.ts";
import { HOUSE_USER, type SubmissionDocument, submissionCollection, type SubmissionDraft } from "./submission.ts";

/**
 * Records what a ledger holds of the house since the backup that the database was set back to, as the submission that it was; the transaction that does
 * so books what it was for.
 */
export async function recordPaid(
  context: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  landed: LandedTransaction,
  what: Pick<SubmissionDraft, "kind"> & { readonly ledgerKey: string },
): Promise<SubmissionDocument> {
  const { database } = context;
  const [account = ""] = landed.payers;
  const steps: Step[] = landed.paid.map((paid) => ({ type: "payment", source: account, ...paid }));
  const made = await insertSubmission(context, session, {
    ...what,
    userId: HOUSE_USER,
    idempotencyKey: `restored-${landed.hash}`,
    fingerprint: "",
    account,
    steps,
    memo: "",
    holds: [],
    fee: "0",
    feePayer: null,
    viaChannel: true,
  });
  await keepLanded(database, session, landed, { submission: made.id });
  await settleAs(context, session, made, landed, "");
  const settled = await submissionCollection(database).findOne({ id: made.id }, { session });
  if (!settled) throw new Error(`submission ${made.id} was not stored`);
  return settled;
}
