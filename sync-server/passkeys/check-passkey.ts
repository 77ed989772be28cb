import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { AppError } from "#schemas/errors.ts";
import type { Assertion } from "#schemas/passkey-answer.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { CHALLENGE_MS, type ChallengePurpose, keepChallenge, useChallenge } from "./challenges.ts";
import { relyingParty } from "./relying-party.ts";
import { type Passkey, PASSKEY_KIND, passkeyCollection, passkeysOf } from "./store.ts";

/** What a browser needs to show a passkey: any for a sign-in, one of the user's own where `userId` says whose. */
export async function askForPasskey(runtime: Runtime, purpose: ChallengePurpose, userId: number | null) {
  const { rpID } = relyingParty(runtime.config);
  const own = userId === null ? [] : await passkeysOf(runtime, userId);
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: own.map(({ _id, transports }) => ({ id: _id, transports: [...transports] })),
  });
  return { challengeId: await keepChallenge(runtime, purpose, options.challenge), options };
}

/**
 * Checks the answer of a passkey, its holder having been verified by the authenticator: something one has and something one
 * is or knows. Answers with its user. Throws `passkey-challenge-over`, `passkey-refused`, and `passkey-cloned` where its
 * counter shows that a copy was used meanwhile.
 */
export async function checkPasskey(
  runtime: Runtime,
  purpose: ChallengePurpose,
  { challengeId, response }: { readonly challengeId: string; readonly response: Assertion },
): Promise<number> {
  const { database, clock, log } = runtime;
  const challenge = await useChallenge(runtime, challengeId, purpose);
  const passkey = await passkeyCollection(database).findOne({ _id: response.id });
  if (!passkey) throw new AppError("passkey-refused");
  if (!isRowSealed(database, PASSKEY_KIND, passkey)) {
    await tellForged(runtime, `a passkey of user ${passkey.userId}`, { userId: passkey.userId });
    throw new AppError("passkey-refused");
  }
  const { userHandle } = response.response;
  // Where nobody said who signs in, the authenticator has to.
  if (userHandle === undefined || userHandle === null ? purpose.kind === "sign-in" : userHandle !== passkey.userHandle)
    throw new AppError("passkey-refused");
  const counter = await verify(runtime, challenge, passkey, response);
  const isCopied = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
  const used =
    !isCopied &&
    (await passkeyCollection(database).updateOne(
      { _id: passkey._id, counter: passkey.counter },
      { $set: { counter, lastUsedAt: clock.now() } },
    ));
  if (used && used.matchedCount === 1) return passkey.userId;
  log.warn({ userId: passkey.userId, passkeyId: passkey.id }, "a passkey's counter did not grow: there may be a copy");
  throw new AppError("passkey-cloned");
}

/** The counter of a genuine answer. */
async function verify(
  { config }: Runtime,
  expectedChallenge: string,
  { _id, publicKey }: Passkey,
  { response, ...rest }: Assertion,
): Promise<number> {
  const { rpID, origin } = relyingParty(config);
  const { userHandle, ...answer } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: { ...answer, ...(userHandle && { userHandle }) } },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      // The library looks at the counter before the signature; we look at it once the answer is known to be genuine.
      credential: { id: _id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter: 0 },
    });
    if (!verified) throw new Error("the signature does not verify");
    return authenticationInfo.newCounter;
  } catch (error) {
    throw new AppError("passkey-refused", {}, { cause: error });
  }
}
