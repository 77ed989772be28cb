import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import { isAssetHalted } from "#server/platform/submissions/halts.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import {
  type SubmissionDocument,
  type SubmissionKind,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { IN_FLIGHT_STATES } from "#server/platform/submissions/transitions.ts";
import { isTakingBack, isTradeStep, tradedAssets } from "#server/platform/submissions/trade-steps.ts";
import type { Permission } from "#server/platform/submissions/deps.ts";
import { readSecurity, readSecurityWithin } from "#server/users/index.ts";

/** What a person asked for with their own money. */
export const OWNERS_KINDS: readonly SubmissionKind[] = [
  "send",
  "claim",
  "trustline",
  "multisig",
  "trade",
  "swap",
  "pool",
  "stake",
  "market-making",
];

/**
 * Whether an accepted payment may still be signed. That of an account frozen meanwhile is refused, nothing having been
 * sent; that of a halted asset waits until the records are right; a change of keys waits for what the former key signed.
 * With a session, as its transaction sees it.
 */
export async function mayProceed(
  runtime: Runtime,
  submission: SubmissionDocument,
  session: ClientSession | null,
): Promise<Permission> {
  const { database } = runtime;
  if (OWNERS_KINDS.includes(submission.kind) && !isTakingBack(submission.steps)) {
    const { userId } = submission;
    const { isFrozen } = await (session ? readSecurityWithin(runtime, session, userId) : readSecurity(runtime, userId));
    if (isFrozen === true) return { refusal: new AppError("account-frozen").said };
  }
  if (submission.kind === "rotation" && (await isSignedFor(database, submission, session))) return "wait";
  for (const asset of [...submission.holds, ...submission.steps.flatMap(movedAssets)])
    if (await isAssetHalted(database, asset, session)) return "wait";
  return "go";
}

/** What a step moves beside what it keeps back: what comes in by it. */
function movedAssets(step: Step): readonly AssetName[] {
  // What one account pays to another beside its payer is kept back by nobody.
  if (step.type === "claim_claimable_balance" || step.type === "payment") return [step];
  return isTradeStep(step) ? tradedAssets(step) : [];
}

/** Whether an envelope that needs the account's present key is on its way: the next key's first act would spoil it. */
async function isSignedFor(
  database: Database,
  { id, account }: SubmissionDocument,
  session: ClientSession | null,
): Promise<boolean> {
  const others = {
    id: { $ne: id },
    state: { $in: [...IN_FLIGHT_STATES] },
    $or: [{ "attempt.source": account }, { "steps.source": account }, { feePayer: account }],
  };
  const inFlight = await submissionCollection(database).findOne(others, inSession(session));
  return inFlight !== null;
}
