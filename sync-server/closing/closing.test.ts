import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount } from "#schemas/values/money.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { DEVICE_FACTS } from "#server/support/facts.fixture.ts";
import { sweepPictures } from "#server/kyc/keep-pictures.ts";
import { aPhoto } from "#server/kyc/picture.fixture.ts";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { aPng } from "#server/support/picture.fixture.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { SoftwareAuthenticator } from "#tests/support/authenticator.ts";
import { anAdmin, aRegistration, aUser, type TestUser, letNothingWait } from "#tests/support/builders.ts";
import { askBy, consent, passport, sendPicture } from "#tests/support/identity.ts";
import { setOperatorPolicy, endPause } from "#tests/support/seals.ts";

const FACTS = { ...DEVICE_FACTS, screen: "leaving-screen" };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ house: { dailyFeeStroops: 10_000_000n } });
  // Friendbot gives more than people may send by default.
  await setOperatorPolicy(app.database, { dailyLimit: null });
});
afterAll(() => app.stop());

async function call(
  { cookie }: { readonly cookie: string },
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object,
) {
  const response = await app.server.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

/** Somebody whose account is on the network, in a confirmed session and without limits of their own. */
async function aFundedUser(): Promise<TestUser> {
  const user = await aUser(app);
  await eventually(() => accountCollection(app.database).findOne({ userId: user.user.id, exists: true }), 30_000);
  await confirm(user);
  await letNothingWait(app);
  const limits = { transactionLimit: "100000", dailyLimit: null, requirePasswordForSend: false };
  expect((await call(user, "PUT", "/api/security/limits", limits)).status).toBe(200);
  return user;
}

async function confirm(user: TestUser): Promise<void> {
  expect((await call(user, "POST", "/api/confirm-identity", { password: user.password })).status).toBe(200);
}

/** Gives somebody an empty trustline, which has to go before the account can. */
async function trust({ user }: TestUser, issuer: string): Promise<void> {
  const source = user.walletAddress ?? "";
  const idempotencyKey = randomBytes(12).toString("hex");
  await app.database.transaction((session) =>
    insertSubmission(app.runtime, session, {
      userId: user.id,
      idempotencyKey,
      fingerprint: idempotencyKey,
      kind: "send",
      account: source,
      steps: [{ type: "change_trust", source, assetCode: "EUR", issuer }],
      memo: "",
      holds: [],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  const isDone = { userId: user.id, idempotencyKey, state: "confirmed" as const, isReserving: false };
  await eventually(() => submissionCollection(app.database).findOne(isDone), 30_000);
  await eventually(() => accountCollection(app.database).findOne({ userId: user.id, "lines.assetCode": "EUR" }));
}

function balanceOf({ user }: TestUser): Promise<bigint> {
  return accountCollection(app.database)
    .findOne({ userId: user.id })
    .then((account) => BigInt(account?.balance ?? "0"));
}

function signIn({ user: { username }, password }: TestUser) {
  return call({ cookie: "" }, "POST", "/api/login", { username, password });
}

async function mailsTo(email: string): Promise<string> {
  const folder = join(app.config.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("."));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails.filter((mail) => mail.includes(`To: ${email}`)).join("\n");
}

test("with money left the account closes only towards somebody: the rest arrives there, and the person is gone", async () => {
  const [leaving, heir] = [await aFundedUser(), await aFundedUser()];
  const { id, username, email, uniqueUserId, walletAddress } = leaving.user;
  await app.database
    .collection("password_reset_tokens")
    .insertOne({ id: 1, userId: id, token: "x", expiresAt: new Date() });
  const asked = (await call(leaving, "POST", "/api/passkeys/options")).body;
  const response = new SoftwareAuthenticator("http://localhost:3000").create(asked.options);
  await call(leaving, "POST", "/api/passkeys", { challengeId: asked.challengeId, name: "Phone", response });
  // The pause that a new passkey brings is over.
  await endPause(app.runtime, id);
  await trust(leaving, heir.user.walletAddress ?? "");
  const deposit = { amount: "5.0000000", cashAppUsername: "$leaving-tag", cashAppTransactionId: "LEAVING1" };
  await app.database
    .collection("cash_app_deposits")
    .insertOne({ id: 800, userId: id, ...deposit, status: "rejected", notes: null, approvals: [] });
  await app.database.collection("deposits").insertOne({
    id: 801,
    uid: "800",
    userId: id,
    revision: 0,
    deleted: false,
    ...deposit,
    recipient: "$us",
    reason: "",
  });
  const report = {
    idempotencyKey: randomBytes(12).toString("hex"),
    note: "My name is leaving-note",
    facts: FACTS,
    picture: aPng().toString("base64"),
  };
  expect((await call(leaving, "POST", "/api/support/reports", report)).status).toBe(201);
  expect((await call(leaving, "POST", "/api/profile/email", { email: `other-${email}` })).status).toBe(200);
  await consent(app, leaving);
  const pictures = {
    front: await sendPicture(app, leaving, "front", await aPhoto(71)),
    selfie: await sendPicture(app, leaving, "selfie", await aPhoto(72)),
  };
  expect((await askBy(app, leaving, "POST", "/api/kyc/submit", passport(pictures))).status).toBe(200);
  const look = (await call(leaving, "GET", "/api/account/close")).body;
  expect(look).toMatchObject({ isClosing: false, refusals: [] });
  expect((await call(leaving, "POST", "/api/account/close", {})).body.code).toBe("close-xlm-left");
  const [all, before] = [await balanceOf(leaving), await balanceOf(heir)];
  const closing = await call(leaving, "POST", "/api/account/close", { sendRestTo: heir.user.username });
  expect(closing.body).toEqual({ state: "closing" });
  expect((await call(leaving, "POST", "/api/account/close", { sendRestTo: heir.user.username })).body.code).toBe(
    "close-payments-open",
  );
  await eventually(
    () => app.database.collection("account_closings").findOne({ state: "done", submissionId: { $gt: 0 } }),
    30_000,
  );
  // All of it, the reserve too, less the network's fee.
  await eventually(async () => (await balanceOf(heir)) > before);
  const arrived = (await balanceOf(heir)) - before;
  expect(arrived).toBeGreaterThan(all - 1000n);
  expect(arrived).toBeLessThan(all);
  expect((await call(leaving, "GET", "/api/user")).body.code).toBe("session-ended");
  expect((await signIn(leaving)).body.code).toBe("account-closed");
  expect((await signIn({ ...leaving, password: "not this one" })).body.code).toBe("credentials-wrong");
  await eventually(async () => (await mailsTo(email)).includes("is closed"));

  const stored = await app.database.collection("users").findOne({ id });
  const text = JSON.stringify([
    stored,
    await app.database.collection("access_history").find({ userId: id }).toArray(),
    await app.database.collection("settings").find({ userId: id }).toArray(),
    await app.database.collection<{ _id: number }>("user_security").findOne({ _id: id }),
    await app.database.collection("cash_app_deposits").find({ userId: id }).toArray(),
    await app.database.collection("deposits").find({ userId: id }).toArray(),
    await app.database.collection("support_reports").find({ userId: id }).toArray(),
    await app.database.collection("system_issues").find({ "metadata.userId": id }).project({ title: 0 }).toArray(),
    await app.database.collection<{ _id: number }>("email_changes").findOne({ _id: id }),
  ]);
  const tag = deposit.cashAppUsername;
  for (const word of [username, email, uniqueUserId, "127.0.0.1", tag, "leaving-note", "leaving-screen"])
    expect(text).not.toContain(word);
  expect(await app.database.collection("support_pictures").countDocuments({ userId: id })).toBe(0);
  expect(await app.database.collection("passkeys").countDocuments({ userId: id })).toBe(0);
  for (const name of ["kyc_verifications", "kyc_consents", "kyc_hand_overs"])
    expect([name, await app.database.collection(name).countDocuments({ userId: id })]).toEqual([name, 0]);
  expect(await app.database.collection("kyc_pictures").countDocuments({ userId: id, removedAt: null })).toBe(0);
  // The sweep, which every server runs, is all that their keys wait for.
  await sweepPictures({ runtime: app.runtime, files: openFiles(app.runtime), secrets: openSecrets(app.runtime) });
  const { names } = await openFiles(app.runtime).kept();
  expect(Object.values(pictures).filter((picture) => names.has(picture))).toEqual([]);
  expect(await app.database.collection("password_reset_tokens").countDocuments({ userId: id })).toBe(0);
  // The ledger's history stays stored, as tombstones.
  const history = await app.database.collection("transactions").find({ userId: id }).toArray();
  expect(history.length).toBeGreaterThan(0);
  expect(history.every(({ deleted }) => deleted === true)).toBe(true);

  for (const to of [username, uniqueUserId, walletAddress]) {
    const check = await call(heir, "POST", "/api/wallet/send/check", { to, assetCode: "XLM", amount: "1" });
    expect(check.body.code).toBe(to === walletAddress ? "recipient-closed" : "recipient-unknown");
  }
  const again = aRegistration({ email });
  const register = (input: object) => call({ cookie: "" }, "POST", "/api/register", input);
  expect((await register({ ...again, username })).body.code).toBe("username-taken");
  expect((await register({ ...again, uniqueUserId })).body.code).toBe("unique-user-id-taken");
  expect((await register(again)).status).toBe(201);
});

test("an empty account closes at once, and only once it is confirmed who asks", async () => {
  const user = await aUser(app);
  await app.database.collection("wallet_setups").deleteOne({ userId: user.user.id });
  await app.database.collection("accounts").deleteOne({ userId: user.user.id });
  expect((await call(user, "POST", "/api/account/close", {})).body.code).toBe("confirmation-required");
  await confirm(user);
  expect((await call(user, "POST", "/api/account/close", {})).body).toEqual({ state: "closed" });
  expect((await call(user, "GET", "/api/user")).body.code).toBe("session-ended");
  expect((await signIn(user)).body.code).toBe("account-closed");
  await eventually(() =>
    app.database.collection<{ _id: number }>("account_closings").findOne({ _id: user.user.id, state: "done" }),
  );
});

test("payments under way, deposits, an asset that cannot be received, a limit and a freeze each stand against it", async () => {
  const user = await aFundedUser();
  const { id } = user.user;
  const refusal = async (payload: object = {}) => (await call(user, "POST", "/api/account/close", payload)).body.code;
  const account = accountCollection(app.database);
  const nowhere = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
  await app.database.collection("cash_app_deposits").insertOne({ id: 7001, userId: id, status: "approved" });
  expect(await refusal()).toBe("close-deposits-open");
  await app.database.collection("cash_app_deposits").updateOne({ id: 7001 }, { $set: { status: "credited" } });
  const line = { assetCode: "EUR", issuer: nowhere, limit: "100", buying: "0", isAuthorized: true };
  const heir = await aFundedUser();
  await account.updateOne({ userId: id }, { $set: { lines: [{ ...line, balance: "5", selling: "0" }] } });
  const lacking = await call(user, "POST", "/api/account/close", { sendRestTo: heir.user.username });
  expect([lacking.body.code, lacking.body.message]).toEqual([
    "recipient-trustline-missing",
    "The recipient has not added EUR to their account, so it cannot be delivered.",
  ]);
  await account.updateOne({ userId: id }, { $set: { lines: [] } });
  await app.database.collection("submissions").insertOne({
    id: 900_001,
    userId: id,
    idempotencyKey: randomBytes(12).toString("hex"),
    account: user.user.walletAddress,
    kind: "send",
    state: "held",
    isReserving: true,
    steps: [],
    holds: [],
  });
  expect(await refusal()).toBe("close-payments-open");
  expect((await call(user, "GET", "/api/account/close")).body.refusals[0].code).toBe("close-payments-open");
  await app.database.collection("submissions").deleteOne({ id: 900_001 });
  expect(await refusal({ sendRestTo: nowhere })).toBe("close-destination-missing");
  expect(await refusal({ sendRestTo: user.user.username })).toBe("recipient-is-self");
  await call(user, "PUT", "/api/security/limits", {
    transactionLimit: "10",
    dailyLimit: null,
    requirePasswordForSend: false,
  });
  expect(await refusal({ sendRestTo: heir.user.username })).toBe("limit-exceeded");
  await call(user, "POST", "/api/security/freeze");
  expect(await refusal({ sendRestTo: heir.user.username })).toBe("account-frozen");
  expect((await call(user, "GET", "/api/user")).status).toBe(200);
});

test("the reserve goes where the rest goes, though what is left beside it is less than the fee: the house pays that", async () => {
  const [user, heir] = [await aFundedUser(), await aFundedUser()];
  const mine = { userId: user.user.id, role: "wallet" } as const;
  const account = await accountCollection(app.database).findOne(mine);
  const reserve = BigInt(account?.reserves ?? 0) * BASE_RESERVE_STROOPS;
  // Nearly all that can be sent, less what sending costs.
  const [fee, spare] = [100n, 40n];
  const most = (await balanceOf(user)) - reserve - fee - spare;
  const to = heir.user.walletAddress;
  const idempotencyKey = randomBytes(12).toString("hex");
  const sent = { to, assetCode: "XLM", amount: formatAmount(most), idempotencyKey };
  expect((await call(user, "POST", "/api/wallet/send", sent)).status).toBe(202);
  await eventually(
    () => accountCollection(app.database).findOne({ ...mine, balance: String(reserve + spare) }),
    30_000,
  );
  const look = (await call(user, "GET", "/api/account/close")).body;
  expect(look).toMatchObject({ xlmLeft: formatAmount(reserve + spare), refusals: [] });
  const refused = (await call(user, "POST", "/api/account/close", {})).body;
  expect([refused.code, refused.message]).toEqual([
    "close-xlm-left",
    "You still have 1.000004 XLM. Say where it should go, or send it away first.",
  ]);
  const before = await balanceOf(heir);
  const closing = await call(user, "POST", "/api/account/close", { sendRestTo: heir.user.username });
  expect(closing.body).toEqual({ state: "closing" });
  const closed = { _id: user.user.id, state: "done" };
  await eventually(() => app.database.collection<{ _id: number }>("account_closings").findOne(closed), 30_000);
  expect((await balanceOf(heir)) - before).toBe(reserve + spare);
  expect(await accountCollection(app.database).findOne(mine)).toMatchObject({ exists: false, balance: "0" });
});

test("a merge that the network refuses leaves the account open, and the person is told", async () => {
  const [user, heir] = [await aFundedUser(), await aFundedUser()];
  // An operator has to let it go, and refuses.
  await setOperatorPolicy(app.database, { approveAbove: "1" });
  expect((await call(user, "POST", "/api/account/close", { sendRestTo: heir.user.username })).body.state).toBe(
    "closing",
  );
  await setOperatorPolicy(app.database, { approveAbove: null });
  const operator = await anAdmin(app);
  await confirm(operator);
  const waiting = (await call(operator, "GET", "/api/admin/submissions")).body.submissions;
  const [{ id }] = waiting.filter(({ userId }: { userId: number }) => userId === user.user.id);
  await call(operator, "POST", `/api/admin/submissions/${id}/refuse`, { reason: "please call us" });
  await eventually(async () => (await mailsTo(user.user.email)).includes("could not be closed"));
  expect((await call(user, "GET", "/api/account/close")).body).toMatchObject({ isClosing: false, refusals: [] });
  await confirm(operator);
  expect((await call(operator, "POST", "/api/account/close", {})).body.code).toBe("close-operator");
});
