import { AppError } from "#schemas/errors.ts";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import { CONSENT_VERSION } from "#schemas/kyc.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { findUserById } from "#server/users/index.ts";
import { readConsent } from "./consents.ts";
import { findHandOver } from "./hand-overs.ts";
import { picturesOf } from "./pictures.ts";
import { keepDays, removalOf } from "./retention.ts";
import { uploadOf } from "./uploads.ts";
import { findVerificationOf, type Verification } from "./verifications.ts";

/** All that a person sees of their own identity check. Throws `session-required` where there is no such user. */
export async function describeOwn(runtime: Runtime, userId: number): Promise<OwnIdentityOutput> {
  const { database, config, clock } = runtime;
  const [user, check, consent, handOver, pictures] = await Promise.all([
    findUserById(runtime, userId),
    findVerificationOf(runtime, userId, null),
    readConsent(runtime, userId, null),
    findHandOver(runtime, userId),
    picturesOf(database).find({ userId, removedAt: null }).sort({ sentAt: 1 }).toArray(),
  ]);
  if (!user) throw new AppError("session-required");
  const now = clock.now();
  const hasPictures = check !== null && pictures.some(({ verificationId }) => verificationId === check.id);
  const until = check && hasPictures ? removalOf(check, config.identity) : null;
  return {
    ...stateOf(check),
    isVerified: user.kycVerified,
    picturesUntil: until?.toISOString() ?? null,
    hasPictures,
    consent: consent?.version === CONSENT_VERSION ? { version: consent.version, at: consent.at.toISOString() } : null,
    uploads: pictures.filter(({ isUnsent, keptUntil }) => isUnsent && keptUntil && keptUntil > now).map(uploadOf),
    handOver: handOver && {
      state: handOver.keyHash === undefined ? "waiting" : "opened",
      until: handOver.until.toISOString(),
    },
    retentionDays: keepDays(config.identity),
  };
}

function stateOf(check: Verification | null) {
  if (!check)
    return {
      status: null,
      documentType: null,
      country: null,
      submittedDate: null,
      reviewDate: null,
      asked: [],
      rejected: null,
    };
  const { status, documentType, country, submittedDate, reviewDate, asked, rejectionReason, notes } = check;
  return {
    status,
    documentType,
    country,
    submittedDate: submittedDate.toISOString(),
    reviewDate: reviewDate?.toISOString() ?? null,
    asked: [...asked],
    rejected: status === "rejected" && rejectionReason !== null ? { cause: rejectionReason, note: notes } : null,
  };
}
