import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { mostFee } from "#server/platform/house/network-fee.ts";
import { route } from "#server/platform/http/route.ts";
import { isNetworkAddress } from "#server/platform/network/addresses.ts";
import { pauseHoursOf, readOperatorPolicy } from "#server/security/index.ts";
import { submissionOutput } from "#server/wallet/index.ts";
import { makeChallenge } from "./challenge.ts";
import { describeMultisig } from "./describe.ts";
import { type MultisigDeps, openSwitch, planSwitch, walletOf } from "./plan-switch.ts";
import { giveUp, returnSignature } from "./return-signature.ts";
import { checkOutsider, turnOff, turnOn } from "./switch.ts";

/** Each is a look at a transaction that somebody else made. */
const RETURNS = 120;
/** Each was prepared for nothing. */
const GIVEN_UP = 60;
const WINDOW_MS = 60 * 60 * 1000;

/** Serves people a second key of their own. `kick` says that there is something for the worker. */
export function registerMultisigRoutes(app: FastifyInstance, deps: MultisigDeps, kick: () => void): void {
  const { runtime, network } = deps;
  const returnLimit = createAttemptLimit(runtime, "signature-return", RETURNS, WINDOW_MS);
  const giveUpLimit = createAttemptLimit(runtime, "submission-give-up", GIVEN_UP, WINDOW_MS);

  route(app, ENDPOINTS.multisig, ({ session }) => describeMultisig(deps, session.userId));

  route(app, ENDPOINTS.checkMultisig, async ({ session, input: { turn } }) => {
    const { fee, feePayer, reserve, refusals } = await planSwitch(deps, session.userId, turn);
    const policy = await readOperatorPolicy(runtime.database);
    return {
      networkFee: formatAmount(mostFee({ fee, feePayer })),
      isFeeSponsored: feePayer !== null,
      reserve: formatAmount(reserve),
      pauseHours: turn === "off" ? pauseHoursOf(policy) : 0,
      refusals: refusals.map(({ told }) => told),
    };
  });

  route(app, ENDPOINTS.challengeMultisigKey, async ({ session: { userId }, input: { key } }) => {
    if (!isNetworkAddress(key) || !key.startsWith("G")) throw new AppError("address-malformed");
    const { _id: address, isShared } = await walletOf(runtime, userId);
    if (isShared) throw new AppError("multisig-on");
    if (await openSwitch(runtime, address, null)) throw new AppError("multisig-under-way");
    const ours = await deps.signerOf(address, null);
    if (ours === null) throw new AppError("multisig-under-way");
    if (key === ours) throw new AppError("multisig-key-own");
    await checkOutsider(deps, key, null);
    return makeChallenge(runtime, userId, { address, key, passphrase: network.passphrase });
  });

  route(app, ENDPOINTS.turnMultisigOn, async ({ session, input }) => {
    const submission = await turnOn(deps, session.userId, input);
    kick();
    return submissionOutput(submission);
  });

  route(app, ENDPOINTS.turnMultisigOff, async ({ session, input }) => {
    const submission = await turnOff(deps, session.userId, input);
    kick();
    return submissionOutput(submission);
  });

  route(app, ENDPOINTS.returnSignature, async ({ session: { userId }, params: { id }, input: { signedXdr } }) => {
    await returnLimit.take(String(userId));
    const submission = await returnSignature(runtime, network.passphrase, { userId, id, signedXdr });
    kick();
    return submissionOutput(submission);
  });

  route(app, ENDPOINTS.giveUpSubmission, async ({ session: { userId }, params: { id } }) => {
    await giveUpLimit.take(String(userId));
    const submission = await giveUp(runtime, userId, id);
    // Whatever stood behind it may go now.
    kick();
    return submissionOutput(submission);
  });
}
