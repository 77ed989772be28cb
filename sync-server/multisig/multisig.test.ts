import { Account, Keypair, Networks, Operation, Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Signable } from "#schemas/multisig.ts";
import { writeSaid } from "#schemas/said.ts";
import { AUDIT_LOG } from "#server/platform/vault/audit-rows.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser, letNothingWait } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askTwo } from "#tests/support/operators.ts";
import { anOutsider } from "#tests/support/outsider.ts";
import { protect } from "#tests/support/seals.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { withReason } from "#tests/support/reasons.ts";

const DEADLINE_MS = 60_000;
let app: TestApp;
let ana: TestUser;
let ben: TestUser;
let operator: TestUser;
let keys = 0;
const own = Keypair.random();

// On a busy machine a ledger takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

beforeAll(async () => {
  app = await startTestApp();
  [ana, ben, operator] = await Promise.all([funded(), funded(), anAdmin(app)]);
  await confirm(operator);
  // Else nothing could be sent after a key was taken away again.
  const second = await aConfirmedAdmin(app);
  const isSet = await askTwo(app, operator, second, ["PUT", "/api/admin/policy", { coolOffHours: 0 }]);
  expect(isSet.status, JSON.stringify(isSet.body)).toBe(200);
});
afterAll(() => app.stop());

async function call({ cookie }: TestUser, method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...withReason(method, url, payload) });
  return { status: response.statusCode, body: response.json() };
}

async function confirm(person: TestUser): Promise<void> {
  const { status } = await call(person, "POST", "/api/confirm-identity", { password: person.password });
  expect(status).toBe(200);
}

async function funded(): Promise<TestUser> {
  const person = await aUser(app);
  await eventually(
    () => accountCollection(app.database).findOne({ userId: person.user.id, exists: true }),
    DEADLINE_MS,
  );
  return person;
}

function aKey(): string {
  keys += 1;
  return `multisig-key-${String(keys).padStart(8, "0")}`;
}

function signed(xdr: string, key = own, passphrase = app.stellar.passphrase): string {
  const transaction = new Transaction(xdr, passphrase);
  transaction.sign(key);
  return transaction.toXDR();
}

async function send(person: TestUser, amount: string): Promise<number> {
  const { status, body } = await call(person, "POST", "/api/wallet/send", {
    to: ben.user.walletAddress ?? "",
    assetCode: "XLM",
    amount,
    idempotencyKey: aKey(),
    password: person.password,
  });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.submission.id;
}

function stateOf(id: number, ...states: string[]) {
  return eventually(async () => {
    const found = await submissionCollection(app.database).findOne({ id });
    return found && states.includes(found.state) && found;
  }, DEADLINE_MS);
}

async function waiting(person: TestUser, id: number): Promise<NonNullable<Signable["toSign"]>> {
  return eventually(async () => {
    const { body } = await call(person, "GET", "/api/multisig");
    const found = body.waiting.find((one: Signable) => one.id === id);
    return found?.toSign;
  }, DEADLINE_MS);
}

function bringBack(person: TestUser, id: number, signedXdr: string) {
  return call(person, "POST", `/api/multisig/submissions/${id}/signature`, { signedXdr });
}

function giveUp(person: TestUser, id: number) {
  return call(person, "POST", `/api/multisig/submissions/${id}/give-up`);
}

async function turnOn(person: TestUser, key = own): Promise<number> {
  await confirm(person);
  const challenge = await call(person, "POST", "/api/multisig/challenge", { key: key.publicKey() });
  expect(challenge.status, JSON.stringify(challenge.body)).toBe(200);
  const signedXdr = signed(challenge.body.xdr, key);
  const input = { signedXdr, networkFee: "0.1", idempotencyKey: aKey() };
  const [first, again] = [
    await call(person, "POST", "/api/multisig/on", input),
    await call(person, "POST", "/api/multisig/on", input),
  ];
  expect(first.status, JSON.stringify(first.body)).toBe(202);
  expect(again.body.submission.id).toBe(first.body.submission.id);
  return first.body.submission.id;
}

/** What the ledger says of who signs for a wallet. */
async function signingOf({ user }: TestUser) {
  const url = `${app.stellar.horizonUrl}/accounts/${user.walletAddress}`;
  const account = Object(await (await fetch(url)).json());
  const { low_threshold: low, med_threshold: medium, high_threshold: high } = account.thresholds;
  const signers: { key: string; weight: number }[] = account.signers;
  return { low, medium, high, weights: Object.fromEntries(signers.map(({ key, weight }) => [key, weight])) };
}

function settingOf({ user }: TestUser) {
  return app.database.collection("settings").findOne({ userId: user.id });
}

async function isOn(person: TestUser, wanted: boolean): Promise<void> {
  await eventually(async () => (await settingOf(person))?.["multisigEnabled"] === wanted, DEADLINE_MS);
}

test("who cannot sign with a key cannot have it sign", async () => {
  await confirm(ben);
  const ask = (key: string) => call(ben, "POST", "/api/multisig/challenge", { key });
  expect((await ask(ben.user.walletAddress ?? "")).body.code).toBe("multisig-key-own");
  expect((await ask(ana.user.walletAddress ?? "")).body.code).toBe("multisig-key-own");
  const { body } = await ask(own.publicKey());
  const on = (signedXdr: string) =>
    call(ben, "POST", "/api/multisig/on", { signedXdr, networkFee: "0.1", idempotencyKey: aKey() });
  expect((await on(body.xdr)).body.code).toBe("signature-missing");
  expect((await on(signed(body.xdr, Keypair.random()))).body.code).toBe("signature-missing");
  expect((await on(signed(body.xdr, own, Networks.PUBLIC))).body.code).toBe("signature-elsewhere");
  // The challenge is nothing that a ledger would take, and a new one takes the place of the former.
  expect(new Transaction(body.xdr, app.stellar.passphrase).sequence).toBe("0");
  await ask(Keypair.random().publicKey());
  expect((await on(signed(body.xdr))).body.code).toBe("signature-for-other");
  expect((await call(ben, "POST", "/api/multisig/off", { networkFee: "0.1", idempotencyKey: aKey() })).body.code).toBe(
    "multisig-off",
  );
  expect((await signingOf(ben)).weights).toEqual({ [ben.user.walletAddress ?? ""]: 1 });
});

test("it takes what a payment takes: a session that cannot pay locks nothing up, and the owner is told at once", async () => {
  const [person, key] = [await funded(), Keypair.random()];
  await confirm(person);
  const { secret } = (await call(person, "POST", "/api/two-factor/begin")).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
  const enabled = await call(person, "POST", "/api/two-factor/enable", { code });
  const [first, second]: string[] = enabled.body.recoveryCodes;
  const confirmed = await call(person, "POST", "/api/confirm-identity", { password: person.password, code: first });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  const challenge = await call(person, "POST", "/api/multisig/challenge", { key: key.publicKey() });
  const input = { signedXdr: signed(challenge.body.xdr, key), networkFee: "0.1", idempotencyKey: aKey() };
  const on = async (fields: object) => (await call(person, "POST", "/api/multisig/on", { ...input, ...fields })).body;
  expect((await on({})).code).toBe("second-factor-required");
  expect((await on({ code: "000000" })).code).toBe("second-factor-wrong");
  await call(operator, "PUT", "/api/admin/policy", { coolOffHours: 24 });
  const userId = person.user.id;
  await protect(app.runtime, userId, { credentialsChangedAt: app.clock.now() });
  expect((await on({ code: second })).code).toBe("cool-off");
  await confirm(operator);
  const lenient = ["PUT", "/api/admin/policy", { coolOffHours: 0 }] as const;
  expect((await askTwo(app, operator, await aConfirmedAdmin(app), lenient)).status).toBe(200);
  const notifications = app.database.collection("notifications");
  expect(await notifications.countDocuments({ userId, kind: "multisig-asked" })).toBe(0);
  expect((await on({ code: second })).submission.state).toBe("created");
  expect(await notifications.countDocuments({ userId, kind: "multisig-asked" })).toBe(1);
});

test("a person's own key signs from the ledger on that says so, and a payment under way is not lost over it", async () => {
  const before = await send(ana, "1");
  const on = await turnOn(ana);
  expect((await stateOf(before, "confirmed", "failed")).state).toBe("confirmed");
  expect((await stateOf(on, "confirmed", "failed")).state).toBe("confirmed");
  await isOn(ana, true);
  const address = ana.user.walletAddress ?? "";
  expect(await signingOf(ana)).toEqual({
    low: 2,
    medium: 2,
    high: 2,
    weights: { [address]: 1, [own.publicKey()]: 1 },
  });
  await confirm(ana);
  const again = await call(ana, "POST", "/api/multisig/challenge", { key: Keypair.random().publicKey() });
  expect(again.body.code).toBe("multisig-on");
  const told = await app.database.collection("notifications").find({ userId: ana.user.id }).toArray();
  expect(told.map(({ kind }) => kind)).toContain("multisig-on");
});

test("a payment is shown unsigned, and sent once its owner has signed it, however often that is brought back", async () => {
  const id = await send(ana, "3");
  const { xdr, key, isReturned } = await waiting(ana, id);
  expect([key, isReturned]).toEqual([own.publicKey(), false]);
  const shown = new Transaction(xdr, app.stellar.passphrase);
  expect(shown.signatures).toEqual([]);
  expect(shown.operations).toMatchObject([{ type: "payment", amount: "3.0000000" }]);
  expect((await bringBack(ben, id, signed(xdr))).body.code).toBe("submission-unknown");
  expect((await bringBack(ana, id, signed(xdr, Keypair.random()))).body.code).toBe("signature-missing");
  expect((await bringBack(ana, id, signed(xdr, own, Networks.PUBLIC))).body.code).toBe("signature-elsewhere");
  const changed = new TransactionBuilder(new Account(ana.user.walletAddress ?? "", "1"), {
    fee: "100",
    networkPassphrase: app.stellar.passphrase,
    timebounds: { minTime: 0, maxTime: 0 },
  })
    .addOperation(Operation.bumpSequence({ bumpTo: "1" }))
    .build();
  expect((await bringBack(ana, id, signed(changed.toXDR()))).body.code).toBe("signature-for-other");
  expect((await submissionCollection(app.database).findOne({ id }))?.state).toBe("awaiting-signature");

  const returned = await Promise.all([bringBack(ana, id, signed(xdr)), bringBack(ana, id, signed(xdr))]);
  expect(returned.map(({ status }) => status)).toEqual([200, 200]);
  const paid = await stateOf(id, "confirmed", "failed");
  expect(paid).toMatchObject({ state: "confirmed", sends: 1 });
  expect((await bringBack(ana, id, signed(xdr))).body.submission).toMatchObject({ id, state: "confirmed" });
  expect((await giveUp(ana, id)).body.code).toBe("give-up-too-late");
});

test("one waits at a time; what is given up is never sent, and the next has its turn", async () => {
  const before = await spendable(ana);
  const [first, second] = [await send(ana, "5"), await send(ana, "7")];
  const { xdr, hash } = await waiting(ana, first);
  expect((await submissionCollection(app.database).findOne({ id: second }))?.state).toBe("created");
  const gone = await giveUp(ana, first);
  expect(gone.body.submission).toMatchObject({ state: "failed", message: "You gave it up. Nothing was sent." });
  expect((await giveUp(ana, first)).status).toBe(200);
  expect((await bringBack(ana, first, signed(xdr))).body.code).toBe("signature-too-late");
  const next = await waiting(ana, second);
  // The sequence number is the same: what was signed for the first can never be used beside it.
  expect(new Transaction(next.xdr, app.stellar.passphrase).sequence).toBe(
    new Transaction(xdr, app.stellar.passphrase).sequence,
  );
  expect((await bringBack(ana, second, signed(xdr))).body.code).toBe("signature-for-other");
  expect((await giveUp(ana, second)).status).toBe(200);
  // Nothing of ours was ever on either.
  const signatures = app.database.collection(AUDIT_LOG);
  expect(await signatures.countDocuments({ payloadHash: { $in: [hash, next.hash] } })).toBe(0);
  await eventually(async () => (await spendable(ana)) === before, DEADLINE_MS);
});

async function spendable({ user }: TestUser): Promise<bigint> {
  const row = await app.database.collection("balances").findOne({ userId: user.id, uid: "XLM" });
  return parseAmount(String(row?.["spendable"]));
}

test("brought back and given up at once, it is one or the other", async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await send(ana, "0.5");
    const { xdr } = await waiting(ana, id);
    const both =
      round % 2 === 0
        ? [bringBack(ana, id, signed(xdr)), giveUp(ana, id)]
        : [giveUp(ana, id), bringBack(ana, id, signed(xdr))];
    const answers = await Promise.all(both);
    const end = await stateOf(id, "confirmed", "failed");
    const wasGivenUp = answers[round % 2 === 0 ? 1 : 0]?.status === 200;
    expect(end.state, JSON.stringify(answers)).toBe(wasGivenUp ? "failed" : "confirmed");
    if (wasGivenUp) expect(end.sends).toBe(0);
  }
});

test("a frozen account's payment is not sent, although its owner signs it", async () => {
  const cleo = await funded();
  const key = Keypair.random();
  await stateOf(await turnOn(cleo, key), "confirmed");
  await isOn(cleo, true);
  const id = await send(cleo, "1");
  const { xdr } = await waiting(cleo, id);
  await call(cleo, "POST", "/api/security/freeze");
  expect((await bringBack(cleo, id, signed(xdr, key))).body.code).toBe("signature-too-late");
  expect(await stateOf(id, "failed")).toMatchObject({ reason: new AppError("account-frozen").said });
});

test("an asset is added, and the account closed, with both keys alone", async () => {
  const [dana, issuer] = await Promise.all([funded(), anOutsider(app.stellar)]);
  const key = Keypair.random();
  await stateOf(await turnOn(dana, key), "confirmed");
  await isOn(dana, true);
  const change = { assetCode: "EUR", issuer: issuer.address, networkFee: "0.1" };
  const sign = async (id: number) => {
    const { xdr } = await waiting(dana, id);
    expect((await bringBack(dana, id, signed(xdr, key))).status).toBe(200);
    return stateOf(id, "confirmed", "failed");
  };
  const added = await call(dana, "POST", "/api/wallet/trustlines", { ...change, idempotencyKey: aKey() });
  expect(added.status, JSON.stringify(added.body)).toBe(202);
  expect((await sign(added.body.submission.id)).state).toBe("confirmed");
  await eventually(
    () => accountCollection(app.database).findOne({ userId: dana.user.id, "lines.assetCode": "EUR" }),
    DEADLINE_MS,
  );
  await letNothingWait(app);
  const limits = { transactionLimit: "100000", dailyLimit: null, requirePasswordForSend: true };
  expect((await call(dana, "PUT", "/api/security/limits", limits)).status).toBe(200);
  const close = { sendRestTo: ben.user.walletAddress, password: dana.password };
  expect(await call(dana, "POST", "/api/account/close", close)).toMatchObject({ body: { state: "closing" } });
  const merge = await eventually(
    () => submissionCollection(app.database).findOne({ userId: dana.user.id, "steps.type": "account_merge" }),
    DEADLINE_MS,
  );
  const refused = await call(dana, "POST", "/api/wallet/trustlines", {
    ...change,
    assetCode: "USD",
    idempotencyKey: aKey(),
  });
  expect(refused.body.code).toBe("account-closing");
  expect((await sign(merge.id)).state).toBe("confirmed");
  await eventually(
    () => app.database.collection("users").findOne({ id: dana.user.id, closedAt: { $ne: null } }),
    DEADLINE_MS,
  );
});

test("what is not signed within its time is let go, nothing having been sent", async () => {
  const id = await send(ana, "2");
  await waiting(ana, id);
  const past = new Date(app.clock.now().getTime() - 1000);
  await submissionCollection(app.database).updateOne({ id }, { $set: { "attempt.maxTime": past, dueAt: past } });
  const late = await stateOf(id, "failed");
  expect(late).toMatchObject({ sends: 0, isReserving: false, reason: writeSaid("reason.signed-too-late") });
});

test("what another transaction overtook is made anew, and has to be signed anew", async () => {
  const id = await send(ana, "2");
  const { xdr } = await waiting(ana, id);
  const former = new Transaction(xdr, app.stellar.passphrase);
  const stale = String(BigInt(former.sequence) - 1n);
  await submissionCollection(app.database).updateOne({ id }, { $set: { "attempt.sequence": stale } });
  await bringBack(ana, id, signed(xdr));
  const next = await eventually(async () => {
    const one = await waiting(ana, id);
    return one.isReturned ? null : one;
  }, DEADLINE_MS);
  expect((await submissionCollection(app.database).findOne({ id }))?.rebuilds).toBe(1);
  const told = await app.database
    .collection("notifications")
    .find({ userId: ana.user.id, kind: "signature-wanted" })
    .toArray();
  const said = told.map(({ detail }) => wordsIn("en").said(String(detail)));
  expect(said).toContain("It did not get through in time and was made anew.");
  await bringBack(ana, id, signed(next.xdr));
  expect((await stateOf(id, "confirmed", "failed")).state).toBe("confirmed");
});

test("operators cannot change the key of such a wallet, and are told who has to do what", async () => {
  const { status, body } = await call(operator, "POST", `/api/admin/users/${ana.user.id}/rotate-key`, {});
  expect([status, body.code]).toEqual([409, "rotation-needs-owner"]);
});

test("the records agree with the ledger while the owner's key signs", async () => {
  const { status, body } = await call(operator, "POST", "/api/admin/reconcile");
  expect([status, body.differences]).toEqual([200, []]);
});

test("where a backup was restored that knows nothing of the owner's key, the ledger tells which it is", async () => {
  const eva = await funded();
  const key = Keypair.random();
  const on = await turnOn(eva, key);
  await stateOf(on, "confirmed");
  await isOn(eva, true);
  await eventually(() => submissionCollection(app.database).findOne({ id: on, isReserving: false }), DEADLINE_MS);
  await submissionCollection(app.database).deleteOne({ id: on });
  expect((await call(eva, "GET", "/api/multisig")).body).toMatchObject({ isOn: true, key: key.publicKey() });
  await confirm(eva);
  const off = await call(eva, "POST", "/api/multisig/off", { networkFee: "0.1", idempotencyKey: aKey() });
  expect(off.status, JSON.stringify(off.body)).toBe(202);
  const { id } = off.body.submission;
  await bringBack(eva, id, signed((await waiting(eva, id)).xdr, key));
  expect((await stateOf(id, "confirmed", "failed")).state).toBe("confirmed");
  expect((await signingOf(eva)).weights).toEqual({ [eva.user.walletAddress ?? ""]: 1 });
});

test("turned off with both keys, a payment needs ours alone again; a key changed before stays the one that signs", async () => {
  await confirm(ana);
  const off = await call(ana, "POST", "/api/multisig/off", { networkFee: "0.1", idempotencyKey: aKey() });
  expect(off.status, JSON.stringify(off.body)).toBe(202);
  const { id } = off.body.submission;
  const { xdr } = await waiting(ana, id);
  expect((await call(ana, "POST", "/api/multisig/off", { networkFee: "0.1", idempotencyKey: aKey() })).body.code).toBe(
    "multisig-under-way",
  );
  await bringBack(ana, id, signed(xdr));
  await stateOf(id, "confirmed");
  await isOn(ana, false);
  const address = ana.user.walletAddress ?? "";
  expect(await signingOf(ana)).toEqual({ low: 0, medium: 0, high: 0, weights: { [address]: 1 } });
  const paid = await send(ana, "1");
  expect((await stateOf(paid, "confirmed", "failed")).state).toBe("confirmed");

  const rotated = await call(operator, "POST", `/api/admin/users/${ana.user.id}/rotate-key`, {});
  expect(rotated.status, JSON.stringify(rotated.body)).toBe(202);
  const next = rotated.body.signer;
  await stateOf(rotated.body.submissionId, "confirmed");
  await eventually(async () => {
    await confirm(ana);
    const challenge = await call(ana, "POST", "/api/multisig/challenge", { key: own.publicKey() });
    return challenge.status === 200;
  }, DEADLINE_MS);
  await stateOf(await turnOn(ana), "confirmed");
  expect((await signingOf(ana)).weights).toEqual({ [address]: 0, [next]: 1, [own.publicKey()]: 1 });
  await isOn(ana, true);
  const last = await send(ana, "1");
  await bringBack(ana, last, signed((await waiting(ana, last)).xdr));
  expect((await stateOf(last, "confirmed", "failed")).state).toBe("confirmed");
});
