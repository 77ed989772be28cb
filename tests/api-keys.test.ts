import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKeyScope } from "#schemas/api-keys.ts";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { apiKeyCollection, drawKey, sealedKey } from "#server/api-keys/store.ts";
import { writeSecurity } from "#server/users/index.ts";
import { aKey, aKeyWish, aPayingWish, callByKey, callInTurn } from "./support/api-keys.ts";
import { startTestApp, type TestApp } from "./support/app.ts";
import { anAdmin, aUser, type TestUser } from "./support/builders.ts";

const HOLDERS = [
  "reads",
  "pays",
  "reads and pays",
  "no scope",
  "none such",
  "revoked",
  "expired",
  "elsewhere",
  "frozen",
  "operator's",
] as const;
type Holder = (typeof HOLDERS)[number];
const SCOPES: Readonly<Partial<Record<Holder, readonly ApiKeyScope[]>>> = {
  reads: ["read"],
  pays: ["pay"],
  "reads and pays": ["read", "pay"],
  "operator's": ["read", "pay"],
};
const REFUSALS: Readonly<Partial<Record<Holder, string>>> = {
  "none such": "api-key-invalid",
  revoked: "api-key-invalid",
  expired: "api-key-invalid",
  elsewhere: "api-key-elsewhere",
  frozen: "account-frozen",
};
const DAY_MS = 24 * 60 * 60 * 1000;
const SOMEBODY = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
const PAYING = aPayingWish(SOMEBODY);
const BOTH = { ...PAYING, scopes: ["read", "pay"] as ApiKeyScope[] };
const EVERY_ENDPOINT: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS);

const keys = new Map<Holder, string>();
let app: TestApp;
/** Of an operator who has just shown their password: it opens everything, where it counts. */
let cookie: string;

beforeAll(async () => {
  app = await startTestApp();
  const expiring = (await aKey(app, await aUser(app), { ...BOTH, days: 1 })).key;
  app.clock.advance(DAY_MS + 1);
  keys.set("expired", expiring);
  const owner = await aUser(app);
  keys.set("reads", (await aKey(app, owner, aKeyWish())).key);
  keys.set("pays", (await aKey(app, owner, PAYING)).key);
  keys.set("reads and pays", (await aKey(app, owner, BOTH)).key);
  keys.set("elsewhere", (await aKey(app, owner, { ...BOTH, addresses: ["203.0.113.0/24", "2001:db8::/32"] })).key);
  keys.set("no scope", await keyWithoutScope(owner));
  keys.set("none such", drawKey().key);
  const revoked = await aKey(app, owner, BOTH);
  await app.server.inject({ method: "DELETE", url: `/api/api-keys/${revoked.id}`, headers: { cookie: owner.cookie } });
  keys.set("revoked", revoked.key);
  const frozen = await aUser(app);
  keys.set("frozen", (await aKey(app, frozen, BOTH)).key);
  await app.server.inject({ method: "POST", url: "/api/security/freeze", headers: { cookie: frozen.cookie } });
  const operator = await anAdmin(app);
  keys.set("operator's", (await aKey(app, operator, BOTH)).key);
  cookie = operator.cookie;
}, 300_000);
afterAll(() => app.stop());

/** As no request makes one. */
async function keyWithoutScope({ user }: TestUser): Promise<string> {
  const { key, id, hash } = drawKey();
  const createdAt = app.clock.now();
  const stored = await apiKeyCollection(app.database).find({ userId: user.id }).toArray();
  const row = sealedKey(app.database, {
    _id: id,
    userId: user.id,
    hash,
    name: "Nothing",
    scopes: [],
    addresses: [],
    pays: null,
    epoch: 0,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + DAY_MS),
    lastUsedAt: null,
  });
  await apiKeyCollection(app.database).insertOne(row);
  const apiKeys = [...stored.map(({ _id }) => _id), id];
  await app.database.transaction((session) => writeSecurity(app.runtime, session, user.id, { apiKeys }));
  return key;
}

function expectedRefusal({ keyScopes = [] }: Endpoint, holder: Holder): string | null {
  const refusal = REFUSALS[holder];
  if (refusal !== undefined) return refusal;
  const scopes = SCOPES[holder] ?? [];
  return keyScopes.some((scope) => scopes.includes(scope)) ? null : "api-key-scope";
}

test.each(EVERY_ENDPOINT)(
  "%s lets keys in or refuses them as the table says, whatever cookie stands beside",
  async (_name, endpoint) => {
    const url = endpoint.path.replaceAll(/:\w+/g, "0");
    const payload = endpoint.method === "GET" ? {} : { payload: { unknownField: true } };
    for (const holder of HOLDERS) {
      const { body } = await callInTurn(app, keys.get(holder) ?? "", endpoint.method, url, { cookie, ...payload });
      const refusal = expectedRefusal(endpoint, holder);
      if (refusal !== null) expect(body?.code, holder).toBe(refusal);
      else
        expect(String(body?.code), holder).not.toMatch(/^api-key|-required$|^account-frozen$|^server-error$|^session-/);
    }
  },
);

test("keys call what shows money and markets, and send; whatever else there is, no key calls", () => {
  const called = EVERY_ENDPOINT.filter(([, { keyScopes, permission }]) => keyScopes && permission === undefined);
  for (const [name, { access }] of called) expect(["anyone", "user"], name).toContain(access);
  const withScope = (wanted: ApiKeyScope) =>
    called.filter(([, { keyScopes = [] }]) => keyScopes.includes(wanted)).map(([name]) => name);
  expect(withScope("pay").toSorted()).toEqual(["service", "walletCheck", "walletSend", "walletSubmission"]);
  expect(withScope("read").toSorted()).toEqual([
    "featuredTokens",
    "heldAssets",
    "holdings",
    "listedAssets",
    "market",
    "marketCandles",
    "marketPool",
    "marketPools",
    "marketQuote",
    "marketTrades",
    "markets",
    "networkStats",
    "openSubmissions",
    "priceHistory",
    "prices",
    "service",
    "wallet",
    "walletHistory",
    "walletSubmission",
  ]);
  const changing = called.filter(([, { method }]) => method !== "GET").map(([name]) => name);
  expect(changing.toSorted()).toEqual(["walletCheck", "walletSend"]);
});

test.each([
  ["no scope", { scopes: [] }],
  ["a scope that there is not", { scopes: ["admin"] }],
  ["whom it pays, where it does not pay", { pays: PAYING.pays }],
  ["nobody to pay, where it pays", { scopes: ["pay"] }],
  ["an empty list to pay", { scopes: ["pay"], pays: { allowed: [], dailyLimit: "5" } }],
  ["a network that is none", { addresses: ["192.0.2.0/33"] }],
  ["no end", { days: 100_000 }],
  ["no name", { name: " " }],
])("no key is made with %s", async (_what, fields) => {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/api-keys",
    headers: { cookie },
    payload: { ...aKeyWish(), ...fields },
  });
  expect([response.statusCode, response.json().code]).toEqual([400, "input-invalid"]);
});

test("a key is shown once; its owner is told, and sees ever after what it may do and when it was used", async () => {
  const owner = await aUser(app);
  const { key, id } = await aKey(app, owner, aKeyWish({ name: "Accounting" }));
  const secret = key.split("_").at(-1) ?? "";
  const list = () => app.server.inject({ method: "GET", url: "/api/api-keys", headers: { cookie: owner.cookie } });
  expect((await list()).json().keys).toMatchObject([
    { id, name: "Accounting", scopes: ["read"], lastUsedAt: null, isLive: true },
  ]);
  expect((await callByKey(app, key, "GET", "/api/wallet")).status).toBe(200);
  const after = await list();
  expect(after.json().keys[0].lastUsedAt).not.toBeNull();
  expect(after.body).not.toContain(secret);
  expect(JSON.stringify(await apiKeyCollection(app.database).findOne({ _id: id }))).not.toContain(secret);
  const told = await app.database.collection("notifications").find({ userId: owner.user.id }).toArray();
  expect(told.map(({ kind, detail }) => [kind, detail])).toContainEqual(["api-key-made", "Accounting"]);
});

test("an account has twenty keys at most", async () => {
  const owner = await aUser(app);
  for (let count = 0; count < 20; count += 1) await aKey(app, owner, aKeyWish());
  await expect(aKey(app, owner, aKeyWish())).rejects.toThrow("api-keys-full");
});

test("a frozen account makes no key, and a session that is not confirmed neither", async () => {
  const owner = await aUser(app);
  const make = () =>
    app.server.inject({ method: "POST", url: "/api/api-keys", headers: { cookie: owner.cookie }, payload: aKeyWish() });
  expect((await make()).json().code).toBe("confirmation-required");
  await app.server.inject({ method: "POST", url: "/api/security/freeze", headers: { cookie: owner.cookie } });
  await expect(aKey(app, owner, aKeyWish())).rejects.toThrow("account-frozen");
});

test("a key is used from the addresses it was made for", async () => {
  const key = keys.get("elsewhere") ?? "";
  for (const [from, status] of [
    ["203.0.113.9", 200],
    ["::ffff:203.0.113.9", 200],
    ["2001:db8::7", 200],
    ["198.51.100.1", 403],
  ] as const)
    expect((await callByKey(app, key, "GET", "/api/wallet", { from })).status, from).toBe(status);
});

test("a new password ends every key, as does the closing of the account", async () => {
  const owner = await aUser(app);
  const { key } = await aKey(app, owner, aKeyWish());
  const payload = { current: owner.password, next: "another battery staple" };
  const changed = await app.server.inject({
    method: "POST",
    url: "/api/password",
    headers: { cookie: owner.cookie },
    payload,
  });
  expect(changed.statusCode, changed.body).toBe(200);
  expect((await callByKey(app, key, "GET", "/api/wallet")).body.code).toBe("api-key-invalid");
});

test("a key has a pace of its own, by which nobody else is held up", async () => {
  const owner = await aUser(app);
  const [{ key }, { key: other }] = [await aKey(app, owner, aKeyWish()), await aKey(app, owner, aKeyWish())];
  // At once: one after the other, a slow machine would never be too fast.
  const answers = await Promise.all(Array.from({ length: 400 }, () => callByKey(app, key, "GET", "/api/service")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect((await callByKey(app, other, "GET", "/api/service")).status).toBe(200);
  const own = await app.server.inject({ method: "GET", url: "/api/wallet", headers: { cookie: owner.cookie } });
  expect(own.statusCode).toBe(200);
});

test("sockets take no key: who shows one there is a guest", async () => {
  const url = await app.listen();
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders: { authorization: `Bearer ${keys.get("reads and pays")}` },
  });
  try {
    const answer: unknown = await new Promise((resolve) => {
      socket.on("connect_error", (error) => resolve(error.message));
      socket.on("connect", () => {
        const asked = { collection: "balances", checkpoint: null, limit: 10 };
        socket
          .timeout(3000)
          .emitWithAck("pull", asked)
          .then(resolve, (error: unknown) => resolve(String(error)));
      });
    });
    expect(JSON.stringify(answer)).not.toContain("documents");
  } finally {
    socket.disconnect();
  }
});
