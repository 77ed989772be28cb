import { AppError } from "#schemas/errors.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { freeOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { MEMO_REQUIRED } from "#server/platform/network/memo-required.ts";
import type { SubmissionsDeps } from "./deps.ts";
import { isMissTooOld, stepsNow } from "./missed.ts";
import { reservationsOf } from "./reservations.ts";
import type { Missed, SubmissionDocument } from "./submission.ts";

/**
 * What keeps a payment that missed from going by the other operation, as its sender is told of it (`writeSaid`); null for nothing. An account of
 * ours that was closed is not opened again: its owner could not get at what is in it. One that was opened may ask for a memo (SEP-29). A
 * second fee has to be there. Throws NetworkError.
 */
export async function againstOther(
  { runtime, network }: SubmissionsDeps,
  submission: SubmissionDocument,
  missed: Missed,
): Promise<string | null> {
  if (isMissTooOld(submission, runtime.clock.now())) return missed.reason;
  const accounts = accountCollection(runtime.database);
  const [paid] = stepsNow(submission);
  if (paid?.type === "create_account" && (await accounts.findOne({ _id: paid.to }))) return missed.reason;
  const isPlain = paid?.type === "payment" && paid.to.startsWith("G") && submission.memo === "";
  const asked = isPlain ? await network.dataEntry(paid.to, MEMO_REQUIRED) : null;
  if (asked?.toString() === "1") return new AppError("memo-required").said;
  const payer = await accounts.findOne({ _id: submission.account });
  const reserved = await reservationsOf(runtime.database, null, submission.account);
  return payer && freeOf(payer, NATIVE, reserved) >= 0n ? null : missed.reason;
}
