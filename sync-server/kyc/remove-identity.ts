import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { forgetConsents } from "./consents.ts";
import { forgetDecisions } from "./decisions.ts";
import { endHandOver } from "./hand-overs.ts";
import {
  erasePictures,
  type IdentityDeps,
  type Picture,
  picturesOf,
  removePictures,
  type Removal,
} from "./pictures.ts";
import { lawEndOf } from "./retention.ts";
import {
  changeVerification,
  dropDocumentNumber,
  dropVerification,
  findVerificationOf,
  type Verification,
} from "./verifications.ts";

/**
 * Removes what is held of a person's identity as they wish: of a check that was decided its pictures and the number, so that the
 * facts and digests are left; of one that was not everything. Throws `identity-unknown` where there is nothing, and
 * `identity-kept-by-law`.
 */
export async function removeIdentity(deps: IdentityDeps, userId: number): Promise<void> {
  const { runtime } = deps;
  const { database, config, clock } = runtime;
  const removed = await database.transaction(async (session) => {
    const check = await findVerificationOf(runtime, userId, session);
    const pictures = await picturesOf(database).find({ userId, removedAt: null }, { session }).toArray();
    if (!check && pictures.length === 0) throw new AppError("identity-unknown");
    const until = check && lawEndOf(check, config.identity, clock.now());
    if (until) throw new AppError("identity-kept-by-law", { until: until.getTime() });
    await endHandOver(runtime, userId, session);
    const removal = { requestedBy: `user ${userId}`, reason: "its owner wishes so" };
    await removeAll(deps, session, { userId, check, pictures }, removal);
    return pictures;
  });
  await erasePictures(deps, removed);
}

/**
 * Removes a check of which something was asked again and never came, and all that belongs to it: whoever comes back begins anew. Leaves
 * it where it has changed since it was read, where the person is at it, or a law keeps it.
 */
export async function removeAbandoned(deps: IdentityDeps, seen: Verification): Promise<void> {
  const { runtime } = deps;
  const { database, config, clock } = runtime;
  const { userId } = seen;
  const removed = await database.transaction(async (session) => {
    const check = await findVerificationOf(runtime, userId, session);
    if (!check || check.id !== seen.id || check.version !== seen.version) return [];
    if (lawEndOf(check, config.identity, clock.now())) return [];
    const pictures = await picturesOf(database).find({ userId, removedAt: null }, { session }).toArray();
    if (pictures.some(({ isUnsent }) => isUnsent)) return [];
    await endHandOver(runtime, userId, session);
    await removeAll(deps, session, { userId, check, pictures }, ABANDONED);
    return pictures;
  });
  await erasePictures(deps, removed);
}

/**
 * Forgets the identity of whoever closes their account, within the transaction by which they leave: all that no law keeps. What the law
 * keeps goes when its time is over; what nobody decided until then is decided by it. The sweep destroys the keys within moments.
 */
export async function forgetIdentity(
  deps: Pick<IdentityDeps, "runtime" | "secrets">,
  session: ClientSession,
  userId: number,
): Promise<void> {
  const { runtime } = deps;
  const { database, config, clock } = runtime;
  const check = await findVerificationOf(runtime, userId, session);
  const pictures = await picturesOf(database).find({ userId, removedAt: null }, { session }).toArray();
  const removal = { requestedBy: `user ${userId}`, reason: "the account is closed" };
  await endHandOver(runtime, userId, session);
  if (!check || !lawEndOf(check, config.identity, clock.now()))
    return removeAll(deps, session, { userId, check, pictures }, removal);
  await markUnsent(runtime, session, pictures);
  // Nobody is to look at it any more, and its time begins.
  if (check.status === "pending")
    await changeVerification(runtime, session, check, {
      status: "rejected",
      rejectionReason: "no-answer",
      reviewDate: clock.now(),
      asked: [],
    });
}

const ABANDONED: Removal = { requestedBy: "house", reason: "what was asked again never came" };

interface Held {
  readonly userId: number;
  readonly check: Verification | null;
  readonly pictures: readonly Picture[];
}

async function removeAll(
  { runtime, secrets }: Pick<IdentityDeps, "runtime" | "secrets">,
  session: ClientSession,
  { userId, check, pictures }: Held,
  removal: Removal,
): Promise<void> {
  await markUnsent(runtime, session, pictures);
  if (!check) return forgetConsents(runtime, session, userId);
  const sent = pictures.filter(({ verificationId }) => verificationId !== null).map(({ _id }) => _id);
  await removePictures(runtime, session, sent, removal);
  await dropDocumentNumber(secrets, session, userId);
  if (check.status !== "pending") return;
  // Of what was never decided nothing is kept, not even that there was a picture.
  await picturesOf(runtime.database).updateMany({ userId }, { $set: { verificationId: null } }, { session });
  await dropVerification(runtime, session, check);
  await forgetDecisions(runtime.database, session, check.id);
  await forgetConsents(runtime, session, userId);
}

/** What was not sent in goes without a trace. */
async function markUnsent(
  { database, clock }: Runtime,
  session: ClientSession,
  pictures: readonly Picture[],
): Promise<void> {
  const unsent = pictures.filter(({ isUnsent }) => isUnsent).map(({ _id }) => _id);
  const gone = { isUnsent: false, removedAt: clock.now() };
  await picturesOf(database).updateMany({ _id: { $in: unsent }, isUnsent: true }, { $set: gone }, { session });
}
