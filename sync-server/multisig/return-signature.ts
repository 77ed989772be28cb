import { AppError } from "#schemas/errors.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { moveSubmission } from "#server/platform/submissions/moves.ts";
import { GIVEN_UP, type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { isTakingBack } from "#server/platform/submissions/trade-steps.ts";
import { noteCredentialChange, readSecurity } from "#server/users/index.ts";
import { turnOf } from "./own-key.ts";
import { readReturned } from "./returned.ts";

/** States in which no envelope of it is of any use. */
const OVER: readonly SubmissionState[] = ["created", "held", "expired", "failed"];

/**
 * Takes the owner's signature of what waits for it; the worker adds ours. Brought back twice, or by two devices at once, it counts
 * once and both are answered alike. Throws `submission-unknown`, `signature-too-late`, `account-frozen`, and what keeps
 * the signature from being read.
 */
export async function returnSignature(
  runtime: Runtime,
  passphrase: string,
  { userId, id, signedXdr }: { readonly userId: number; readonly id: number; readonly signedXdr: string },
): Promise<SubmissionDocument> {
  const seen = await findOwn(runtime, userId, id);
  const { attempt, cosigning } = seen;
  if (!attempt || !cosigning || OVER.includes(seen.state)) throw new AppError("signature-too-late");
  const hash = seen.state === "awaiting-signature" ? attempt.hash : (attempt.innerHash ?? attempt.hash);
  const signature = readReturned(signedXdr, { passphrase, hash, key: cosigning.key });
  if (cosigning.signature !== null) return seen;
  if (!isTakingBack(seen.steps) && (await isFrozen(runtime, userId))) throw new AppError("account-frozen");
  if (runtime.clock.now() > attempt.maxTime) throw new AppError("signature-too-late");
  return (await store(runtime, seen, { ...cosigning, signature })) ?? storedMeanwhile(runtime, seen);
}

/** Null where something else was faster. */
function store(runtime: Runtime, seen: SubmissionDocument, cosigning: NonNullable<SubmissionDocument["cosigning"]>) {
  const { id, state, version, userId, kind } = seen;
  const now = runtime.clock.now();
  return runtime.database.transaction(async (session) => {
    const stored = await submissionCollection(runtime.database).findOneAndUpdate(
      { id, state, version },
      { $set: { cosigning, dueAt: now, updatedAt: now }, $inc: { version: 1 } },
      { session, returnDocument: "after" },
    );
    if (stored && kind === "multisig" && turnOf(seen) === "off") await noteCredentialChange(runtime, session, userId);
    return stored;
  });
}

/** What became of it where the same signature was brought back at the same time; else it was given up or let go. */
async function storedMeanwhile(runtime: Runtime, { userId, id, attempt }: SubmissionDocument) {
  const now = await findOwn(runtime, userId, id);
  const isSame = [now.attempt?.hash, now.attempt?.innerHash].includes(attempt?.hash);
  if (isSame && typeof now.cosigning?.signature === "string" && now.state !== "failed") return now;
  throw new AppError("signature-too-late");
}

/**
 * Gives up what waits for its owner's key, or stands behind what does: nothing of ours is signed, so nothing can be sent any more.
 * Given up twice, it answers the same. Throws `submission-unknown` and `give-up-too-late`.
 */
export async function giveUp(runtime: Runtime, userId: number, id: number): Promise<SubmissionDocument> {
  const { database } = runtime;
  for (;;) {
    const seen = await findOwn(runtime, userId, id);
    if (seen.state === "failed" && seen.reason === GIVEN_UP) return seen;
    const wallet = await accountCollection(database).findOne({ _id: seen.account });
    // What takes orders back for a freezing would come again.
    if (isTakingBack(seen.steps) && (await isFrozen(runtime, userId))) throw new AppError("give-up-too-late");
    const canGo = seen.state === "awaiting-signature" || (seen.state === "created" && wallet?.isShared === true);
    if (!canGo) throw new AppError("give-up-too-late");
    const gone = await database.transaction((session) =>
      moveSubmission(runtime, session, seen, "failed", { reason: GIVEN_UP }),
    );
    if (gone) return gone;
  }
}

async function isFrozen(runtime: Runtime, userId: number): Promise<boolean> {
  return (await readSecurity(runtime, userId)).isFrozen === true;
}

async function findOwn({ database }: Runtime, userId: number, id: number): Promise<SubmissionDocument> {
  const submission = await submissionCollection(database).findOne({ id, userId });
  if (!submission) throw new AppError("submission-unknown");
  return submission;
}
