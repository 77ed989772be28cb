import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { FourEyes } from "#schemas/four-eyes.ts";
import type { IdentityCaseOutput } from "#schemas/identity-desk.ts";
import { PICTURE_SLOTS } from "#schemas/kyc.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import { noteAct, readFourEyes } from "#server/approvals/index.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserById } from "#server/users/index.ts";
import { decisionsOf } from "./decisions.ts";
import { describeRows } from "./desk-queue.ts";
import { type IdentityDeps, type Picture, picturesOf } from "./pictures.ts";
import { removalOf } from "./retention.ts";
import { twinsOf, whySecondLook } from "./second-look.ts";
import { FIELD_OF_SLOT, findVerification, readDocumentNumber, type Verification } from "./verifications.ts";

/** Who looks. */
export type Viewer = Pick<SessionUser, "userId" | "key">;

/** Notes that an operator looks at a check, before they see anything of it. Throws `identity-unknown`, `operator-frozen`. */
export async function noteLookAt(
  runtime: Runtime,
  { userId: operatorId, key }: Viewer,
  id: number,
  { action, what }: { readonly action: Extract<OperatorActionKind, `view-${string}`>; readonly what: string },
): Promise<Verification> {
  const { database } = runtime;
  const check = await findVerification(runtime, id, null);
  if (!check) throw new AppError("identity-unknown");
  const details = [what, key && `by API key ${key.id}`].filter(Boolean).join(", ");
  // To look changes nothing.
  const seen = { identity: id, version: check.version };
  const look = { action, userId: check.userId, details, change: { before: seen, after: seen } };
  await database.transaction((session: ClientSession) => noteAct(runtime, session, { operatorId, reason: "" }, look));
  return check;
}

/** Everything of a check that its reviewer decides by; the look is noted first. */
export async function openCase(deps: IdentityDeps, viewer: Viewer, id: number): Promise<IdentityCaseOutput> {
  const { runtime } = deps;
  const what = { action: "view-identity", what: `identity check ${id}` } as const;
  return describeCase(deps, await noteLookAt(runtime, viewer, id, what));
}

/** The check as it stands after a decision: whoever decided has it open. */
export async function readCase(deps: IdentityDeps, id: number): Promise<IdentityCaseOutput> {
  const check = await findVerification(deps.runtime, id, null);
  if (!check) throw new AppError("identity-unknown");
  return describeCase(deps, check);
}

async function describeCase({ runtime, secrets }: IdentityDeps, check: Verification): Promise<IdentityCaseOutput> {
  const { id, userId } = check;
  const { database, config } = runtime;
  const ids = PICTURE_SLOTS.map((slot) => check[FIELD_OF_SLOT[slot]]).filter((each) => each !== null);
  const [rows, user, number, pictures, twins, history, fourEyes, why] = await Promise.all([
    describeRows(runtime, [check]),
    findUserById(runtime, userId),
    readDocumentNumber(secrets, check),
    picturesOf(database)
      .find({ _id: { $in: ids } })
      .toArray(),
    twinsOf(runtime, check, null),
    decisionsOf(database).find({ verificationId: id }).sort({ at: -1 }).limit(100).toArray(),
    readFourEyes(runtime, null),
    database.transaction((session) => whySecondLook(runtime, session, check)),
  ]);
  const [row] = rows;
  if (!row) throw new AppError("identity-unknown");
  const same = await describeRows(runtime, twins);
  const shown = pictures.toSorted((one, other) => PICTURE_SLOTS.indexOf(one.slot) - PICTURE_SLOTS.indexOf(other.slot));
  const isKept = pictures.some(({ removedAt }) => removedAt === null);
  return {
    ...row,
    version: check.version,
    email: user?.email ?? "",
    memberSince: (user?.createdAt ?? check.submittedDate).toISOString(),
    documentNumber: number ?? "",
    consent: { version: check.consentVersion, at: check.consentDate.toISOString() },
    pictures: shown.map(describePicture),
    asked: [...check.asked],
    rejected: check.rejectionReason === null ? null : { cause: check.rejectionReason, note: check.notes },
    sameDocument: same.map((other) => ({
      id: other.id,
      userId: other.userId,
      username: other.username,
      status: other.status,
    })),
    needsSecond: {
      approve: takesTwo(fourEyes["approve-identity"], why),
      reject: takesTwo(fourEyes["reject-identity"], why),
    },
    history: history.map(({ at, by, act, asked, cause, note, privateNote }) => ({
      at: at.toISOString(),
      by,
      act,
      asked: [...asked],
      cause,
      note,
      privateNote,
    })),
    picturesUntil: isKept ? (removalOf(check, config.identity)?.toISOString() ?? null) : null,
  };
}

/** As the acts themselves will have it (`desk-acts.ts`). */
function takesTwo(setting: FourEyes, why: string | null): boolean {
  return setting === "always" || (setting === "by-rule" && why !== null);
}

function describePicture(picture: Picture) {
  const { slot, width, height, hints, sha256, isFromPhone, sentAt, removedAt } = picture;
  const size = removedAt === null ? { width, height } : { width: null, height: null };
  return {
    slot,
    ...size,
    hints: [...hints],
    sha256,
    isFromPhone,
    sentAt: sentAt.toISOString(),
    removedAt: removedAt?.toISOString() ?? null,
  };
}
