import { afterAll, beforeAll, expect, test } from "vitest";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { anotherDevice, callAs, confirm, funded } from "#tests/attacks/thief.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator } from "#tests/support/authenticator.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { endPause, protect, setOperatorPolicy } from "#tests/support/seals.ts";

/**
 * "Password before every payment" asks at every payment, whatever was shown a moment before: whoever finds the device open right after
 * its owner paid has a session that is confirmed.
 */

let app: TestApp;
let payer: TestUser;
let payee: TestUser;
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
  app = await startTestApp();
  [payer, payee] = await Promise.all([funded(app), funded(app)]);
  authenticator = await aPasskeyOf(payer);
  expect((await confirm(app, payer)).status).toBe(200);
}, 60_000);
afterAll(() => app.stop());

/** Adds a passkey; the pause that it brings is over. */
async function aPasskeyOf(person: TestUser): Promise<SoftwareAuthenticator> {
  await confirm(app, person);
  const made = new SoftwareAuthenticator(app.config.publicUrl);
  const { challengeId, options } = (await callAs(app, person, "POST", "/api/passkeys/options")).body;
  const passkey = { challengeId, name: "Phone", response: made.create(options) };
  expect((await callAs(app, person, "POST", "/api/passkeys", passkey)).status).toBe(201);
  await endPause(app.runtime, person.user.id);
  return made;
}

async function showPasskey(person = payer, shower = authenticator) {
  const { challengeId, options } = (await callAs(app, person, "POST", "/api/confirm-identity/passkey/options")).body;
  return { challengeId, response: shower.get(options) };
}

let made = 0;
function newPayment() {
  made += 1;
  return { to: payee.user.username, assetCode: "XLM", amount: "1", idempotencyKey: `confirmed-${made}-0123456789` };
}

function pay(shown: object = {}, payment = newPayment()) {
  return callAs(app, payer, "POST", "/api/wallet/send", { ...payment, ...shown });
}

test("a confirmed session pays nothing: each payment asks for the password anew", async () => {
  const { idempotencyKey: _, ...look } = newPayment();
  const check = await callAs(app, payer, "POST", "/api/wallet/send/check", look);
  expect(check.body.needsPassword).toBe(true);
  const before = await submissionCollection(app.database).countDocuments({ userId: payer.user.id });
  expect((await pay()).body.code).toBe("password-required");
  expect((await pay({ password: "not this one" })).body.code).toBe("password-wrong");
  expect(await submissionCollection(app.database).countDocuments({ userId: payer.user.id })).toBe(before);
  expect((await pay({ password: payer.password })).status).toBe(202);
  expect((await pay()).body.code).toBe("password-required");
});

test("a passkey that is shown with the payment pays once, and is nothing for the next one", async () => {
  const passkey = await showPasskey();
  expect((await pay({ passkey })).status).toBe(202);
  expect((await pay({ passkey })).body.code).toBe("passkey-challenge-over");
  // Shown for the session, it is good for what a session is good for.
  expect((await callAs(app, payer, "POST", "/api/confirm-identity/passkey", await showPasskey())).status).toBe(200);
  expect((await pay()).body.code).toBe("password-required");
});

test("a passkey shown in another session, or another person's, pays nothing", async () => {
  const elsewhere = await anotherDevice(app, payer);
  expect((await pay({ passkey: await showPasskey(elsewhere) })).body.code).toBe("passkey-challenge-over");
  const others = await aPasskeyOf(payee);
  const { challengeId } = await showPasskey();
  const { response } = await showPasskey(payee, others);
  expect((await pay({ passkey: { challengeId, response } })).body.code).toBe("passkey-refused");
  const asked = (await callAs(app, payer, "POST", "/api/confirm-identity/passkey/options")).body;
  const foreign = { challengeId: asked.challengeId, response: others.get(asked.options) };
  expect((await pay({ passkey: foreign })).body.code).toBe("passkey-refused");
});

test("what was accepted is answered again without another password", async () => {
  const [byPassword, byPasskey] = [newPayment(), newPayment()];
  const first = await pay({ password: payer.password }, byPassword);
  expect(await pay({}, byPassword)).toEqual({ status: 202, body: first.body });
  const shown = { passkey: await showPasskey() };
  const second = await pay(shown, byPasskey);
  expect(second.status).toBe(202);
  expect((await pay(shown, byPasskey)).body.submission.id).toBe(second.body.submission.id);
  expect((await pay({}, byPasskey)).body.submission.id).toBe(second.body.submission.id);
  expect((await pay({}, { ...byPasskey, amount: "2" })).body.code).toBe("idempotency-key-reused");
});

test("closing an account sends all that is in it, and asks as a payment does", async () => {
  const leaving = await funded(app);
  await setOperatorPolicy(app.database, { dailyLimit: null });
  await protect(app.runtime, leaving.user.id, { transactionLimit: "100000", dailyLimit: null });
  await confirm(app, leaving);
  const rest = { sendRestTo: payer.user.username };
  const close = (shown: object) => callAs(app, leaving, "POST", "/api/account/close", { ...rest, ...shown });
  expect((await close({})).body.code).toBe("password-required");
  expect((await close({ password: "not this one" })).body.code).toBe("password-wrong");
  app.clock.advance(11 * 60_000);
  // Typed once, in the review: no confirmed session is asked for beside it.
  expect((await close({ password: leaving.password })).body).toEqual({ state: "closing" });
});
