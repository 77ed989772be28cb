import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { PICTURE_SLOTS, slotsOf } from "#schemas/kyc.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import { sessionHandle } from "#server/platform/http/session-store.ts";
import { findUserById } from "#server/users/index.ts";
import { giveConsent, readConsent } from "./consents.ts";
import { copyIdentity } from "./copy-identity.ts";
import { endHandOver, makeHandOver } from "./hand-overs.ts";
import { describeOwn } from "./own-identity.ts";
import { registerPhoneRoutes } from "./phone-routes.ts";
import { openGate } from "#server/platform/pictures/picture-gate.ts";
import type { IdentityDeps } from "./pictures.ts";
import { removeIdentity } from "./remove-identity.ts";
import { refuseClosed, refuseNotAsked } from "./rules.ts";
import { submitIdentity } from "./submit.ts";
import { beginUpload, dropUpload, sendPart } from "./uploads.ts";
import { findVerificationOf } from "./verifications.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Read at once, of all people of a process: a picture takes memory while it is drawn anew. */
const PICTURES_AT_ONCE = 1;
const PARTS_AT_ONCE = 4;
const MOST_WAITING = 200;
const PICTURES_A_DAY = 60;
const LINKS_AN_HOUR = 30;
const SUBMISSIONS_A_DAY = 20;
const COPIES_A_DAY = 10;

/** Serves people what they send of who they are, from their own device or a phone that it hands the form to. */
export function registerKycRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const { runtime } = deps;
  const begun = createAttemptLimit(runtime, "identity-picture", PICTURES_A_DAY, DAY_MS);
  const links = createAttemptLimit(runtime, "identity-link", LINKS_AN_HOUR, HOUR_MS);
  const submissions = createAttemptLimit(runtime, "identity-submission", SUBMISSIONS_A_DAY, DAY_MS);
  const copies = createAttemptLimit(runtime, "identity-copy", COPIES_A_DAY, DAY_MS);
  const uploading = {
    ...deps,
    begun,
    gate: openGate(PICTURES_AT_ONCE, MOST_WAITING),
    parts: openGate(PARTS_AT_ONCE, MOST_WAITING),
  };
  const own = (userId: number) => describeOwn(runtime, userId);

  route(app, ENDPOINTS.kycStatus, async ({ session: { userId } }) => {
    const user = await findUserById(runtime, userId);
    if (!user) throw new AppError("session-required");
    const check = await findVerificationOf(runtime, userId, null);
    return { status: check?.status ?? null, isVerified: user.kycVerified };
  });

  route(app, ENDPOINTS.ownIdentity, ({ session: { userId } }) => own(userId));

  route(app, ENDPOINTS.consentToCheck, async ({ session: { userId }, input }) => {
    await giveConsent(runtime, userId, input.version);
    return own(userId);
  });

  route(app, ENDPOINTS.beginUpload, ({ session: { userId }, input }) => beginUpload(uploading, userId, input, false));

  route(app, ENDPOINTS.sendPart, ({ session: { userId }, params, input }) =>
    sendPart(uploading, userId, { ...params, slots: PICTURE_SLOTS }, input),
  );

  route(app, ENDPOINTS.dropUpload, async ({ session: { userId }, params }) => {
    await dropUpload(deps, userId, params.slot);
    return own(userId);
  });

  route(app, ENDPOINTS.submitIdentity, async ({ session: { userId }, input }) => {
    await submissions.take(String(userId));
    await submitIdentity(deps, userId, input);
    return own(userId);
  });

  route(app, ENDPOINTS.handOver, async ({ session: { userId, sessionId }, input: { slots, documentType } }) => {
    const check = await findVerificationOf(runtime, userId, null);
    refuseClosed(check, await readConsent(runtime, userId, null));
    const wanted = slotsOf(documentType).filter((slot) => slots.includes(slot));
    if (wanted.length === 0) throw new AppError("identity-not-asked");
    for (const slot of wanted) refuseNotAsked(check, slot);
    await links.take(String(userId));
    const form = { slots: wanted, documentType, madeBy: sessionHandle(sessionId) };
    const { token, until } = await makeHandOver(runtime, userId, form);
    return { token, until: until.toISOString() };
  });

  route(app, ENDPOINTS.endHandOver, async ({ session: { userId } }) => {
    await endHandOver(runtime, userId, null);
    return own(userId);
  });

  route(app, ENDPOINTS.copyIdentity, async ({ session: { userId } }) => {
    await copies.take(String(userId));
    return copyIdentity(deps, userId);
  });

  route(app, ENDPOINTS.removeIdentity, async ({ session: { userId } }) => {
    await removeIdentity(deps, userId);
    return own(userId);
  });

  registerPhoneRoutes(app, uploading);
}
