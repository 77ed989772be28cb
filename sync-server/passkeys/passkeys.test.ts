import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator, type Tampering } from "#tests/support/authenticator.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { endPause, addSecondFactor } from "#tests/support/seals.ts";

const ORIGIN = "http://localhost:3000";
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function call(cookie: string, method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json(), cookie: cookieOf(response) };
}

async function confirmed(user: TestUser): Promise<TestUser> {
  const answer = await call(user.cookie, "POST", "/api/confirm-identity", { password: user.password });
  expect(answer.status).toBe(200);
  return user;
}

async function register(cookie: string, authenticator: SoftwareAuthenticator, tampering: Tampering = {}) {
  const { challengeId, options } = (await call(cookie, "POST", "/api/passkeys/options")).body;
  const response = authenticator.create(options, tampering);
  return call(cookie, "POST", "/api/passkeys", { challengeId, name: "My phone", response });
}

/** Somebody with one passkey, in a session that is confirmed. */
async function aPasskeyUser(algorithm: "ES256" | "EdDSA" = "ES256") {
  const user = await confirmed(await aUser(app));
  const authenticator = new SoftwareAuthenticator(ORIGIN, algorithm);
  const added = await register(user.cookie, authenticator);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return { user, authenticator };
}

async function signIn(authenticator: SoftwareAuthenticator, tampering: Tampering = {}) {
  const { challengeId, options } = (await call("", "POST", "/api/login/passkey/options")).body;
  const response = authenticator.get(options, tampering);
  return { ...(await call("", "POST", "/api/login/passkey", { challengeId, response })), challengeId, response };
}

describe.each(["ES256", "EdDSA"] as const)("with %s", (algorithm) => {
  test("a passkey is made in a confirmed session and signs in without a name", async () => {
    const { user, authenticator } = await aPasskeyUser(algorithm);
    const { passkeys } = (await call(user.cookie, "GET", "/api/passkeys")).body;
    expect(passkeys).toMatchObject([{ name: "My phone", lastUsedAt: null, isSynced: false }]);
    const signedIn = await signIn(authenticator);
    expect(signedIn.body).toEqual(user.user);
    expect((await call(signedIn.cookie, "GET", "/api/user")).body).toEqual(user.user);
    expect((await call(user.cookie, "GET", "/api/passkeys")).body.passkeys[0].lastUsedAt).not.toBeNull();
    expect(await app.database.collection("access_history").countDocuments({ userId: user.user.id })).toBe(2);
  });
});

test("a new passkey pauses payments, and its owner is told", async () => {
  const user = await confirmed(await aUser(app));
  // The first one of an account as new as this brings none.
  await register(user.cookie, new SoftwareAuthenticator(ORIGIN));
  expect((await call(user.cookie, "GET", "/api/security")).body.coolOffUntil).toBeNull();
  await register(user.cookie, new SoftwareAuthenticator(ORIGIN));
  const { coolOffUntil } = (await call(user.cookie, "GET", "/api/security")).body;
  expect(Date.parse(coolOffUntil) - app.clock.now().getTime()).toBeGreaterThan(23 * 3_600_000);
  const told = await app.database.collection("notifications").find({ userId: user.user.id }).toArray();
  expect(told.map(({ kind }) => kind)).toContain("passkey-added");
});

test("a passkey counts as both factors: no code is asked for, and it confirms", async () => {
  const { user, authenticator } = await aPasskeyUser();
  await addSecondFactor(app.runtime, user.user.id);
  const { cookie } = await signIn(authenticator);
  expect((await call(cookie, "POST", "/api/passkeys/options")).body.code).toBe("confirmation-required");
  const { challengeId, options } = (await call(cookie, "POST", "/api/confirm-identity/passkey/options")).body;
  expect(options.allowCredentials).toHaveLength(1);
  const answer = { challengeId, response: authenticator.get(options) };
  expect((await call(cookie, "POST", "/api/confirm-identity/passkey", answer)).status).toBe(200);
  expect((await call(cookie, "POST", "/api/passkeys/options")).status).toBe(200);
});

test("options ask for a resident key, user verification and no attestation, and know the passkeys there are", async () => {
  const { user, authenticator } = await aPasskeyUser();
  const { options } = (await call(user.cookie, "POST", "/api/passkeys/options")).body;
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Astrolabe" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  expect(options.excludeCredentials).toHaveLength(1);
  expect(Buffer.from(options.user.id, "base64url")).toHaveLength(32);
  expect((await signIn(authenticator)).status).toBe(200);
  const { options: anyone } = (await call("", "POST", "/api/login/passkey/options")).body;
  expect(anyone).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
});

const DEPARTURES: readonly (readonly [string, Tampering])[] = [
  ["another origin", { origin: "http://localhost:3001" }],
  ["another site's", { rpId: "evil.example" }],
  ["another challenge", { challenge: randomBytes(32).toString("base64url") }],
  ["a holder who was not verified", { isVerified: false }],
];

test.each([...DEPARTURES, ["an attestation nobody asked for", { format: "android-safetynet" }] as const])(
  "a new passkey of %s is refused",
  async (_name, tampering) => {
    const user = await confirmed(await aUser(app));
    const refused = await register(user.cookie, new SoftwareAuthenticator(ORIGIN), tampering);
    expect(refused.body.code).toBe("passkey-refused");
    expect((await call(user.cookie, "GET", "/api/passkeys")).body.passkeys).toEqual([]);
  },
);

test.each([...DEPARTURES, ["another user's handle", { userHandle: randomBytes(32).toString("base64url") }] as const])(
  "a sign-in of %s is refused",
  async (_name, tampering) => {
    const { authenticator } = await aPasskeyUser();
    const refused = await signIn(authenticator, tampering);
    expect(refused.body.code).toBe("passkey-refused");
    expect(refused.cookie).toBe("");
    expect((await signIn(authenticator)).status).toBe(200);
  },
);

test("a signature of another key is refused, whatever its counter says", async () => {
  const [one, other] = [await aPasskeyUser(), await aPasskeyUser()];
  const { challengeId, options } = (await call("", "POST", "/api/login/passkey/options")).body;
  const genuine = one.authenticator.get(options);
  const forged = other.authenticator.get(options, { counter: 0 });
  const { signature } = forged.response;
  const answer = { challengeId, response: { ...genuine, response: { ...genuine.response, signature } } };
  expect((await call("", "POST", "/api/login/passkey", answer)).body.code).toBe("passkey-refused");
});

test("an answer signs in once, even twice at once, and a challenge lives five minutes", async () => {
  const { authenticator } = await aPasskeyUser();
  const { challengeId, response } = await signIn(authenticator);
  const replayed = await call("", "POST", "/api/login/passkey", { challengeId, response });
  expect(replayed.body.code).toBe("passkey-challenge-over");
  const asked = (await call("", "POST", "/api/login/passkey/options")).body;
  const answer = { challengeId: asked.challengeId, response: authenticator.get(asked.options) };
  const both = await Promise.all([answer, answer].map((twice) => call("", "POST", "/api/login/passkey", twice)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const late = (await call("", "POST", "/api/login/passkey/options")).body;
  app.clock.advance(5 * 60_000);
  const tooLate = { challengeId: late.challengeId, response: authenticator.get(late.options) };
  expect((await call("", "POST", "/api/login/passkey", tooLate)).body.code).toBe("passkey-challenge-over");
});

test("a challenge is worth nothing for another purpose or in another session", async () => {
  const { user, authenticator } = await aPasskeyUser();
  const second = await signIn(authenticator);
  const { challengeId, options } = (await call(user.cookie, "POST", "/api/confirm-identity/passkey/options")).body;
  const answer = { challengeId, response: authenticator.get(options) };
  expect((await call(second.cookie, "POST", "/api/confirm-identity/passkey", answer)).body.code).toBe(
    "passkey-challenge-over",
  );
  expect((await call("", "POST", "/api/login/passkey", answer)).body.code).toBe("passkey-challenge-over");
  expect((await call(user.cookie, "POST", "/api/confirm-identity/passkey", answer)).status).toBe(200);
});

test("another user's passkey confirms nobody, cannot be removed or named, and cannot be registered again", async () => {
  const [one, other] = [await aPasskeyUser(), await aPasskeyUser()];
  const { challengeId, options } = (await call(one.user.cookie, "POST", "/api/confirm-identity/passkey/options")).body;
  const answer = { challengeId, response: other.authenticator.get(options) };
  expect((await call(one.user.cookie, "POST", "/api/confirm-identity/passkey", answer)).body.code).toBe(
    "passkey-refused",
  );
  const [theirs] = (await call(other.user.cookie, "GET", "/api/passkeys")).body.passkeys;
  const url = `/api/passkeys/${theirs.id}`;
  expect((await call(one.user.cookie, "DELETE", url)).body.code).toBe("passkey-unknown");
  expect((await call(one.user.cookie, "PUT", url, { name: "Mine" })).body.code).toBe("passkey-unknown");
  await app.database.collection("passkeys").updateOne({ id: theirs.id }, { $set: { userId: one.user.user.id } });
  const asked = (await call(other.user.cookie, "POST", "/api/passkeys/options")).body;
  const again = other.authenticator.create(asked.options);
  const known = { challengeId: asked.challengeId, name: "Again", response: again };
  expect((await call(other.user.cookie, "POST", "/api/passkeys", known)).status).toBe(201);
  const repeated = (await call(one.user.cookie, "POST", "/api/passkeys/options")).body;
  const attestation = {
    ...again,
    response: { ...again.response, clientDataJSON: clientData(repeated.options.challenge) },
  };
  const refused = { challengeId: repeated.challengeId, name: "Theirs", response: attestation };
  expect((await call(one.user.cookie, "POST", "/api/passkeys", refused)).body.code).toBe("passkey-known");
});

function clientData(challenge: string): string {
  const data = { type: "webauthn.create", challenge, origin: ORIGIN, crossOrigin: false };
  return Buffer.from(JSON.stringify(data)).toString("base64url");
}

test("a counter that does not grow tells of a copy, and is refused", async () => {
  const { authenticator } = await aPasskeyUser();
  expect((await signIn(authenticator, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0]) expect((await signIn(authenticator, { counter })).body.code).toBe("passkey-cloned");
  expect((await signIn(authenticator, { counter: 8 })).status).toBe(200);
});

test("an authenticator that does not count signs in again and again", async () => {
  const { authenticator } = await aPasskeyUser();
  for (let round = 0; round < 3; round += 1) expect((await signIn(authenticator, { counter: 0 })).status).toBe(200);
});

test("passkeys are named and removed; a removed one signs in no more, and payments pause", async () => {
  const { user, authenticator } = await aPasskeyUser();
  const [{ id }] = (await call(user.cookie, "GET", "/api/passkeys")).body.passkeys;
  const url = `/api/passkeys/${id}`;
  expect((await call(user.cookie, "PUT", url, { name: " Old phone " })).body.passkeys[0].name).toBe("Old phone");
  // The pause of its adding is long over.
  await endPause(app.runtime, user.user.id);
  expect((await call(user.cookie, "GET", "/api/security")).body.coolOffUntil).toBeNull();
  expect((await call(user.cookie, "DELETE", url)).body.passkeys).toEqual([]);
  expect((await call(user.cookie, "GET", "/api/security")).body.coolOffUntil).not.toBeNull();
  expect((await signIn(authenticator)).body.code).toBe("passkey-refused");
});

test("twenty passkeys are enough", async () => {
  const user = await confirmed(await aUser(app));
  for (let made = 0; made < 20; made += 1) {
    expect((await register(user.cookie, new SoftwareAuthenticator(ORIGIN, "EdDSA"))).status).toBe(201);
  }
  expect((await call(user.cookie, "POST", "/api/passkeys/options")).body.code).toBe("passkeys-full");
});
