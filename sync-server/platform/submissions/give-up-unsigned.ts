import type { ClientSession } from "mongodb";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { moveSubmission } from "./moves.ts";
import { GIVEN_UP, submissionCollection } from "./submission.ts";

/** States in which nothing of ours is signed that could still come into a ledger. */
const UNSIGNED: readonly SubmissionState[] = ["held", "created", "awaiting-signature", "expired"];

/** Gives a submission up that nothing has signed yet, within the transaction of the reason: nothing can sign it afterwards. Answers with whether it was one. */
export async function giveUpUnsigned(runtime: Runtime, session: ClientSession, id: number): Promise<boolean> {
  const run = await submissionCollection(runtime.database).findOne({ id }, { session });
  if (!run || !UNSIGNED.includes(run.state)) return false;
  if (await moveSubmission(runtime, session, run, "failed", { reason: GIVEN_UP })) return true;
  throw new Error(`submission ${id} moved within a transaction that had read it`);
}
