import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator } from "#tests/support/authenticator.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { setOperatorPolicy } from "#tests/support/seals.ts";
import { anotherDevice, callAs, confirm, funded, send } from "./thief.ts";

/**
 * The first passkey of a new account brings no pause, so that whoever sets up what they just registered is not locked out of it for a
 * day. A thief in an open session, or with a password that leaked, must not be let off by it.
 */

const HOUR_MS = 60 * 60 * 1000;
let app: TestApp;
let payee: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  payee = await funded(app);
}, 60_000);
afterAll(() => app.stop());

/** What is said before a passkey is added, and whether payments are paused once it was. */
async function addPasskey(person: TestUser) {
  expect((await confirm(app, person)).status).toBe(200);
  const said = (await callAs(app, person, "GET", "/api/passkeys")).body.addingPauses;
  const authenticator = new SoftwareAuthenticator(app.config.publicUrl);
  const { challengeId, options } = (await callAs(app, person, "POST", "/api/passkeys/options")).body;
  const passkey = { challengeId, name: "Phone", response: authenticator.create(options) };
  const added = await callAs(app, person, "POST", "/api/passkeys", passkey);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const { coolOffUntil, pauseHours } = (await callAs(app, person, "GET", "/api/security")).body;
  const hours = coolOffUntil === null ? 0 : (Date.parse(coolOffUntil) - app.clock.now().getTime()) / HOUR_MS;
  // It is never less, and not more, than what was said.
  expect(Math.ceil(hours)).toBe(said ? pauseHours : 0);
  return { isPaused: coolOffUntil !== null, authenticator, addedNext: added.body.addingPauses };
}

async function payWith(person: TestUser, authenticator: SoftwareAuthenticator) {
  const { challengeId, options } = (await callAs(app, person, "POST", "/api/confirm-identity/passkey/options")).body;
  const passkey = { challengeId, response: authenticator.get(options) };
  const payment = { to: payee.user.username, assetCode: "XLM", amount: "1" };
  const idempotencyKey = `first-passkey-${person.user.id}-0123456789`;
  return callAs(app, person, "POST", "/api/wallet/send", { ...payment, idempotencyKey, passkey });
}

test("the first passkey of an account that was registered just now pays at once; the second one pauses", async () => {
  const person = await funded(app);
  const first = await addPasskey(person);
  expect(first).toMatchObject({ isPaused: false, addedNext: true });
  const told = await app.database.collection("notifications").find({ userId: person.user.id }).toArray();
  expect(told.map(({ kind }) => kind)).toContain("first-passkey-added");
  expect((await payWith(person, first.authenticator)).status).toBe(202);
  expect((await addPasskey(person)).isPaused).toBe(true);
  expect((await payWith(person, first.authenticator)).body.code).not.toBe("password-required");
});

test("a passkey that a thief adds to an old account pauses it, though it is the first one, and pays nothing", async () => {
  const victim = await funded(app);
  app.clock.advance(HOUR_MS);
  const { isPaused, authenticator } = await addPasskey(victim);
  expect(isPaused).toBe(true);
  expect((await payWith(victim, authenticator)).body.code).toBe("cool-off");
});

test("signed in anew, with a password that leaked, nobody is setting up a new account", async () => {
  const victim = await funded(app);
  app.clock.advance(2 * 60_000);
  const thief = await anotherDevice(app, victim);
  expect((await addPasskey(thief)).isPaused).toBe(true);
});

test("an account that was paid, or has paid, is not new", async () => {
  const [paid, paying] = [await funded(app), await funded(app)];
  const sent = await send(app, paying, { to: paid.user.walletAddress ?? "", amount: "5" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  expect((await addPasskey(paying)).isPaused).toBe(true);
  await eventually(
    () => app.database.collection("transactions").findOne({ userId: paid.user.id, type: "receive" }),
    30_000,
  );
  expect((await addPasskey(paid)).isPaused).toBe(true);
});

test("a passkey that is removed and added again pauses, as its removal did", async () => {
  const person = await funded(app);
  expect((await addPasskey(person)).isPaused).toBe(false);
  const [{ id }] = (await callAs(app, person, "GET", "/api/passkeys")).body.passkeys;
  expect((await callAs(app, person, "DELETE", `/api/passkeys/${id}`)).body.addingPauses).toBe(true);
  expect((await addPasskey(person)).isPaused).toBe(true);
});

test("the hours that are said, and those that it lasts, are the operator's", async () => {
  const person = await funded(app);
  app.clock.advance(HOUR_MS);
  for (const coolOffHours of [24, 5]) {
    await setOperatorPolicy(app.database, { coolOffHours });
    expect((await callAs(app, person, "GET", "/api/security")).body.pauseHours).toBe(coolOffHours);
    expect((await addPasskey(person)).isPaused).toBe(true);
  }
});
