import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { describeFailure } from "#server/platform/network/failures.ts";
import { restoredState } from "#server/platform/restored/state.ts";
import { insertSubmission } from "./insert-submission.ts";
import { findConfirmed, keepLanded, type LandedTransaction } from "./landed.ts";
import { settleAs } from "./moves.ts";
import type { Step } from "./steps.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";

interface Asked {
  readonly userId: number;
  readonly idempotencyKey: string;
  /** Of the call that makes it again; empty where it is only asked after. */
  readonly fingerprint: string;
}

/**
 * What a ledger holds of a confirmation that was accepted after the backup which the database was set back to, recorded as the submission that it
 * was; null where it holds nothing of it. Two that ask at once get the same.
 */
export async function recoverConfirmed(
  context: Pick<Runtime, "database" | "clock">,
  asked: Asked,
): Promise<SubmissionDocument | null> {
  const { database } = context;
  if ((await restoredState(database, null)) === null) return null;
  const { userId, idempotencyKey } = asked;
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" }, { projection: { _id: 1 } });
  if (!wallet || !(await findConfirmed(database, null, asked, wallet._id))) return null;
  return database.transaction(async (session) => {
    // Whoever accepts or withdraws a confirmation takes the same account.
    await takeAccount(database, session, wallet._id);
    const former = await submissionCollection(database).findOne({ userId, idempotencyKey }, { session });
    if (former) return former;
    const landed = await findConfirmed(database, session, asked, wallet._id);
    return landed && recordLanded(context, session, { asked, wallet: wallet._id, landed });
  });
}

interface Recovered {
  readonly asked: Asked;
  readonly wallet: string;
  readonly landed: LandedTransaction;
}

async function recordLanded(
  context: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { asked, wallet: account, landed }: Recovered,
): Promise<SubmissionDocument | null> {
  const { database } = context;
  const steps: Step[] = landed.paid.map((paid) => ({ type: "payment", source: account, ...paid }));
  const made = await insertSubmission(context, session, {
    ...asked,
    kind: steps.length > 0 ? "send" : "trade",
    account,
    steps,
    memo: "",
    holds: [],
    fee: "0",
    feePayer: null,
    viaChannel: false,
  });
  await keepLanded(database, session, landed, { submission: made.id });
  await settleAs(context, session, made, landed, describeFailure(landed.resultXdr));
  return submissionCollection(database).findOne({ id: made.id }, { session });
}
