import { randomBytes } from "node:crypto";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { type ClientSession, MongoServerError } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Attestation } from "#schemas/passkeys.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { noteCredentialChange } from "#server/users/index.ts";
import type { UserDocument } from "#server/users/index.ts";
import { CHALLENGE_MS, type ChallengePurpose, keepChallenge, useChallenge } from "./challenges.ts";
import { type Adder, doesAddingPause } from "./pause.ts";
import { relyingParty } from "./relying-party.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { PASSKEY_KIND, PASSKEYS, passkeyCollection, passkeysOf } from "./store.ts";

const MOST_PASSKEYS = 20;
const HANDLE_BYTES = 32;
const DUPLICATE_KEY = 11_000;
/** EdDSA, ES256 and RS256 (IANA's COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];

/** What a browser needs to make a passkey for this user, and the challenge's id. Throws `passkeys-full`. */
export async function beginRegistration(runtime: Runtime, user: UserDocument, purpose: ChallengePurpose) {
  const { rpID } = relyingParty(runtime.config);
  const own = await passkeysOf(runtime, user.id);
  if (own.length >= MOST_PASSKEYS) throw new AppError("passkeys-full");
  const options = await generateRegistrationOptions({
    rpName: "Astrolabe",
    rpID,
    userName: user.username,
    userDisplayName: user.username,
    // The same for all passkeys of a user, so that an authenticator keeps one; random, since it leaves with the device.
    userID: new Uint8Array(own[0] ? Buffer.from(own[0].userHandle, "base64url") : randomBytes(HANDLE_BYTES)),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: own.map(({ _id, transports }) => ({ id: _id, transports: [...transports] })),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  // The handle comes back with the challenge: the browser's answer does not carry it.
  const kept = `${options.challenge} ${options.user.id}`;
  return { challengeId: await keepChallenge(runtime, purpose, kept), options };
}

/**
 * Adds a passkey that the browser made; payments pause, but where it is the first of a new account. `endOthers` ends the user's other sessions in the same transaction:
 * whoever is in already must not stay by what stood before. Throws `passkey-challenge-over`, `passkey-refused` for an answer that does not
 * verify, `passkey-known` for one that is registered already, and `passkeys-full`.
 */
export async function addPasskey(
  runtime: Runtime,
  adder: Adder,
  purpose: ChallengePurpose,
  input: { readonly challengeId: string; readonly name: string; readonly response: Attestation },
  endOthers: (session: ClientSession) => Promise<void>,
): Promise<void> {
  const { database, clock } = runtime;
  const { userId } = adder;
  const [challenge = "", userHandle = ""] = (await useChallenge(runtime, input.challengeId, purpose)).split(" ");
  const { credential, credentialBackedUp } = await verify(runtime, challenge, input.response);
  const insert = () =>
    database.transaction(async (session) => {
      const passkeys = passkeyCollection(database);
      if ((await passkeys.countDocuments({ userId }, { session })) >= MOST_PASSKEYS)
        throw new AppError("passkeys-full");
      const isPausing = await doesAddingPause(runtime, session, adder);
      const passkey = {
        _id: credential.id,
        id: await database.nextIds(session, PASSKEYS, 1),
        userId,
        userHandle,
        name: input.name,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: input.response.response.transports,
        isSynced: credentialBackedUp,
        createdAt: clock.now(),
        lastUsedAt: null,
      };
      await passkeys.insertOne({ ...passkey, seal: sealRow(database, PASSKEY_KIND, passkey) }, { session });
      // It confirms payments from now on: whoever slipped it in must not be able to make any before its owner has heard.
      if (isPausing) await noteCredentialChange(runtime, session, userId);
      await endOthers(session);
      const kind = isPausing ? "passkey-added" : "first-passkey-added";
      await notify(runtime, session, { userId, kind, detail: input.name });
    });
  await insert().catch((error: unknown) => {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
      throw new AppError("passkey-known", {}, { cause: error });
    throw error;
  });
}

async function verify({ config }: Runtime, expectedChallenge: string, response: Attestation) {
  const { rpID, origin } = relyingParty(config);
  try {
    // None was asked for. Other formats make the library fetch what their certificates name.
    const attested = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.response.attestationObject, "base64url")),
    );
    if (attested.get("fmt") !== "none") throw new Error("the passkey came with an attestation");
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified.verified) throw new Error("the passkey does not verify");
    return verified.registrationInfo;
  } catch (error) {
    throw new AppError("passkey-refused", {}, { cause: error });
  }
}
