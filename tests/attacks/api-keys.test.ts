import { randomBytes } from "node:crypto";
import { Account, MuxedAccount } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewApiKeyInput } from "#schemas/api-keys.ts";
import { apiKeyCollection, drawKey } from "#server/api-keys/store.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { aKey, aKeyWish, aPayingWish, callByKey } from "#tests/support/api-keys.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider } from "#tests/support/outsider.ts";
import { addressOf, callAs, confirm, funded } from "./thief.ts";

/** The thief has somebody's key, or wants one. Prices are unknown here: limits count in XLM. */
let app: TestApp;
let victim: TestUser;
let thief: TestUser;
/** Of an exchange: everybody's deposits arrive there, told apart by a memo or a number. */
let exchange: string;

beforeAll(async () => {
  app = await startTestApp({ readsPrices: false });
  [victim, thief] = [await funded(app), await funded(app)];
  exchange = (await anOutsider(app.stellar)).address;
}, 300_000);
afterAll(() => app.stop());

async function pay(key: string, payment: object, idempotencyKey = randomBytes(12).toString("hex")) {
  const body = { assetCode: "XLM", amount: "1", to: exchange, idempotencyKey, ...payment };
  return callByKey(app, key, "POST", "/api/wallet/send", { payload: body });
}

/** Why a payment is refused, which whoever looks beforehand is told as well; null where it goes. */
async function codeOf(key: string, payment: object): Promise<string | null> {
  const payload = { assetCode: "XLM", amount: "1", to: exchange, ...payment };
  const checked = await callByKey(app, key, "POST", "/api/wallet/send/check", { payload });
  const sent = await pay(key, payment);
  const code: string | null = sent.status === 202 ? null : sent.body.code;
  if (checked.status === 200) expect(checked.body.refusals[0]?.code ?? null).toBe(code);
  return code;
}

async function ends(work: Promise<{ readonly body: { readonly code?: string } | null }>): Promise<string | undefined> {
  return (await work).body?.code;
}

test("no key is guessed or made of parts, and every wrong one is answered alike", async () => {
  const { key, id } = await aKey(app, victim, aKeyWish());
  const { key: theirs } = await aKey(app, thief, aKeyWish());
  const secret = theirs.split("_").at(-1);
  const wrong = [
    `astro_live_${id}_${secret}`,
    `astro_live_${id}_${"0".repeat(64)}`,
    drawKey().key,
    `${key} `.repeat(2),
    key.slice(0, -1),
    `${key}0`,
    key.toUpperCase(),
    id,
    "",
    '{"$gt":""}',
  ];
  const answers = new Set<string>();
  for (const each of wrong) {
    const { status, text } = await callByKey(app, each, "GET", "/api/wallet");
    answers.add(`${status} ${text}`);
    expect(text).not.toContain("_live_");
  }
  expect([...answers]).toEqual([expect.stringMatching(/^401 .*"api-key-invalid"/)]);
});

test("guesses are paced by the network they come from", async () => {
  const paced = await startTestApp({ limits: { requestsPerNetwork: 20 } });
  try {
    const codes: unknown[] = [];
    for (let count = 0; count < 30; count += 1)
      codes.push((await callByKey(paced, drawKey().key, "GET", "/api/wallet")).body.code);
    expect(codes.slice(-5)).toEqual(Array.from({ length: 5 }, () => "rate-limited"));
  } finally {
    await paced.stop();
  }
}, 180_000);

test("nobody revokes or sees another one's key by its id", async () => {
  const { key, id } = await aKey(app, victim, aKeyWish());
  expect((await callAs(app, thief, "DELETE", `/api/api-keys/${id}`)).body.code).toBe("api-key-unknown");
  expect(JSON.stringify((await callAs(app, thief, "GET", "/api/api-keys")).body)).not.toContain(id);
  expect((await callByKey(app, key, "GET", "/api/wallet")).status).toBe(200);
  expect((await callAs(app, victim, "DELETE", `/api/api-keys/${id}`)).status).toBe(200);
  expect(await ends(callByKey(app, key, "GET", "/api/wallet"))).toBe("api-key-invalid");
});

test("a key has no more than its owner's rights as they are, and none of an operator's", async () => {
  const operator = await anAdmin(app);
  const { key } = await aKey(app, operator, { ...aPayingWish(exchange), scopes: ["read", "pay"] });
  const { cookie } = operator;
  expect(await ends(callByKey(app, key, "GET", "/api/admin/policy", { cookie }))).toBe("api-key-scope");
  const frozen = await aUser(app);
  const reading = await aKey(app, frozen, aKeyWish());
  await callAs(app, frozen, "POST", "/api/security/freeze");
  expect(await ends(callByKey(app, reading.key, "GET", "/api/wallet"))).toBe("account-frozen");
});

test("whoever has a key makes no other, and looks at none", async () => {
  const { key, id } = await aKey(app, victim, { ...aPayingWish(exchange), scopes: ["read", "pay"] });
  const { cookie } = victim;
  await confirm(app, victim);
  for (const [method, url] of [
    ["POST", "/api/api-keys"],
    ["GET", "/api/api-keys"],
    ["DELETE", `/api/api-keys/${id}`],
  ] as const)
    expect(
      await ends(callByKey(app, key, method, url, { cookie, ...(method === "POST" && { payload: aKeyWish() }) })),
    ).toBe("api-key-scope");
});

test("a key pays its own list alone: no other memo, number, name or account", async () => {
  const { key } = await aKey(app, victim, aPayingWish(exchange, { memo: "4711" }));
  const numbered = new MuxedAccount(new Account(exchange, "0"), "666").accountId();
  expect(await codeOf(key, {})).toBe("api-key-recipient");
  expect(await codeOf(key, { memo: "666" })).toBe("api-key-recipient");
  expect(await codeOf(key, { memo: "4711", memoType: "id" })).toBe("api-key-recipient");
  expect(await codeOf(key, { to: numbered })).toBe("api-key-recipient");
  expect(await codeOf(key, { to: numbered, memo: "4711" })).not.toBeNull();
  expect(await codeOf(key, { to: thief.user.username })).toBe("api-key-recipient");
  expect(await codeOf(key, { to: addressOf(thief), memo: "4711" })).toBe("api-key-recipient");
  expect(await codeOf(key, { memo: "666", asClaimable: true })).toBe("api-key-recipient");
  expect((await pay(key, { to: "thief*example.org", memo: "4711" })).status).toBeGreaterThanOrEqual(400);
  expect(await codeOf(key, { memo: "4711" })).toBeNull();
});

test("a key that reads pays nobody, one that pays reads nothing but what it paid", async () => {
  const reading = await aKey(app, victim, aKeyWish());
  expect(await ends(pay(reading.key, {}))).toBe("api-key-scope");
  const [one, other] = [await aKey(app, victim, aPayingWish(exchange)), await aKey(app, victim, aPayingWish(exchange))];
  const { submission } = (await pay(one.key, {})).body;
  const look = (key: string) => callByKey(app, key, "GET", `/api/wallet/submissions/${submission.id}`);
  expect((await look(one.key)).status).toBe(200);
  expect((await look(reading.key)).status).toBe(200);
  expect(await ends(look(other.key))).toBe("submission-unknown");
  expect(await ends(callByKey(app, one.key, "GET", "/api/wallet"))).toBe("api-key-scope");
});

test("the account's own protections hold for its keys", async () => {
  const careful = await funded(app);
  const { key } = await aKey(app, careful, aPayingWish(exchange, { dailyLimit: "5000" }));
  await confirm(app, careful);
  await callAs(app, careful, "PUT", "/api/security/limits", {
    transactionLimit: "5",
    dailyLimit: "8",
    requirePasswordForSend: true,
  });
  expect(await codeOf(key, { amount: "6" })).toBe("limit-exceeded");
  expect(await codeOf(key, { amount: "5" })).toBeNull();
  expect(await codeOf(key, { amount: "4" })).toBe("daily-limit-exceeded");
  await callAs(app, careful, "PUT", "/api/security/allow-list", { isOn: true, holdHours: 0 });
  expect(await codeOf(key, {})).toBe("recipient-not-allowed");
  await callAs(app, careful, "POST", "/api/security/freeze");
  expect(await ends(pay(key, {}))).toBe("account-frozen");
}, 180_000);

test("a confirmation of one's own is not taken for a key's, nor a key's for one's own", async () => {
  const { key } = await aKey(app, victim, aPayingWish(exchange));
  const idempotencyKey = randomBytes(12).toString("hex");
  expect((await pay(key, {}, idempotencyKey)).status).toBe(202);
  expect((await pay(key, {}, idempotencyKey)).status).toBe(202);
  const body = { assetCode: "XLM", amount: "1", to: exchange, idempotencyKey, password: victim.password };
  expect((await callAs(app, victim, "POST", "/api/wallet/send", body)).body.code).toBe("idempotency-key-reused");
  expect(await submissionCollection(app.database).countDocuments({ idempotencyKey })).toBe(1);
});

/** Whoever has the database as well. */
async function stored(wish: NewApiKeyInput) {
  const { key, id } = await aKey(app, victim, wish);
  const keys = apiKeyCollection(app.database);
  const row = await keys.findOne({ _id: id });
  if (!row) throw new Error("the key was not stored");
  return { key, id, keys, row };
}

test.each<[string, object]>([
  ["more scopes", { scopes: ["read", "pay"] }],
  ["a later end", { expiresAt: new Date("2099-01-01") }],
  ["a thief's secret", { hash: "0".repeat(64) }],
  ["another owner", { userId: 1 }],
  ["no list of addresses", { addresses: [] }],
  ["no seal", { seal: "" }],
])("a row that somebody gave %s opens nothing, and operators are told", async (_what, fields) => {
  const { key, id, keys } = await stored(aKeyWish({ addresses: ["127.0.0.1"] }));
  await keys.updateOne({ _id: id }, { $set: fields });
  expect(await ends(callByKey(app, key, "GET", "/api/wallet"))).toBe("api-key-invalid");
  const issue = { checkId: "forged", subject: `API-key-${id}`, status: "active" };
  await eventually(() => app.database.collection("system_issues").findOne(issue));
});

test("another list or limit that somebody wrote pays nobody", async () => {
  const { key, id, keys } = await stored(aPayingWish(exchange, { dailyLimit: "5" }));
  await keys.updateOne({ _id: id }, { $set: { "pays.dailyLimit": "9000" } });
  expect(await ends(pay(key, { amount: "6" }))).toBe("api-key-invalid");
});

test("a key that was revoked stays so where its row is set back", async () => {
  const { key, id, keys, row } = await stored(aKeyWish());
  await callAs(app, victim, "DELETE", `/api/api-keys/${id}`);
  await keys.insertOne(row);
  expect(await ends(callByKey(app, key, "GET", "/api/wallet"))).toBe("api-key-invalid");
  expect((await callAs(app, victim, "GET", "/api/api-keys")).body.keys).toContainEqual(
    expect.objectContaining({ id, isLive: false }),
  );
});

test("a key that ended with a password stays so where the user's epoch is set back", async () => {
  const owner = await aUser(app);
  const { key } = await aKey(app, owner, aKeyWish());
  const payload = { current: owner.password, next: "another battery staple" };
  await callAs(app, owner, "POST", "/api/password", payload);
  await app.database.collection("users").updateOne({ id: owner.user.id }, { $unset: { sessionEpoch: "" } });
  expect(await ends(callByKey(app, key, "GET", "/api/wallet"))).toBe("api-key-invalid");
});

// Last: it moves the clock by a day.
test("two payments at once do not go past the day's limit, nor do many one after the other", async () => {
  const { key } = await aKey(app, victim, aPayingWish(exchange, { dailyLimit: "10" }));
  const both = await Promise.all([pay(key, { amount: "6" }), pay(key, { amount: "6" })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 403]);
  expect(both.map(({ body }) => body.code ?? null)).toContain("api-key-limit");
  expect(await codeOf(key, { amount: "4.0000001" })).toBe("api-key-limit");
  expect(await codeOf(key, { amount: "4" })).toBeNull();
  expect(await codeOf(key, { amount: "0.0000001" })).toBe("api-key-limit");
  app.clock.advance(24 * 60 * 60 * 1000 + 1000);
  expect(await codeOf(key, { amount: "10" })).toBeNull();
});
