import { afterAll, beforeAll, expect, test } from "vitest";
import { API_KEY_MOST } from "#schemas/api-keys.ts";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { keyScopesOf } from "#schemas/endpoints/endpoint.ts";
import { OPERATOR_KEY_SCOPES, type OperatorKeyScope } from "#schemas/operator-keys.ts";
import { type Permission, PERMISSIONS, type Role } from "#schemas/operators.ts";
import { apiKeyCollection } from "#server/api-keys/store.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { aKey, aKeyWish, anOperatorKey, anOperatorKeyWish, callByKey } from "./support/api-keys.ts";
import { eventually, startTestApp, type TestApp } from "./support/app.ts";
import { anAdmin, aUser, type TestUser } from "./support/builders.ts";
import { aConfirmedAdmin, askAs } from "./support/operators.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_ENDPOINT: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS);
const FEES = ENDPOINTS.feeRules.path;
const PEOPLE = ENDPOINTS.people.path;
let app: TestApp;
let maker: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [maker, other] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
}, 120_000);
afterAll(() => app.stop());

/** What an operator becomes; their sessions and keys are not touched. */
async function become({ user }: TestUser, roles: readonly Role[]): Promise<void> {
  const set = standingSet(app.database, user.id, { roles, since: new Date(0) });
  await app.database.collection("users").updateOne({ id: user.id }, { $set: set });
}

/** The status of a call by a key, or why it is refused. */
async function ask(key: string, url: string, from?: string): Promise<unknown> {
  const { status, body } = await callByKey(app, key, "GET", url, from === undefined ? {} : { from });
  return status === 200 ? 200 : body?.code;
}

async function make(by: TestUser, fields: object) {
  return (await askAs(app, by, "POST", ENDPOINTS.makeOperatorKey.path, { ...anOperatorKeyWish(), ...fields })).body;
}

test("keys read what stands here, and nothing else of operators'", () => {
  const byScope = Object.fromEntries(
    OPERATOR_KEY_SCOPES.map((scope) => [
      scope,
      EVERY_ENDPOINT.filter(([, endpoint]) => keyScopesOf(endpoint).includes(scope)).map(([name]) => name),
    ]),
  );
  expect(byScope).toEqual({
    "overview.read": expect.arrayContaining(["overview", "issues"]),
    "deposits.read": expect.arrayContaining(["depositQueue", "depositForOperators", "decidedDeposits"]),
    "payments.read": expect.arrayContaining(["submissionsToDecide", "allSubmissions", "paymentEvidence"]),
    "proposals.read": expect.arrayContaining(["proposals", "countProposals"]),
    "users.read": expect.arrayContaining(["people", "person", "personMovements"]),
    "books.read": expect.arrayContaining(["suspense", "countSuspense"]),
    "treasury.read": ["treasury", "houseMovements"],
    "support.read": expect.arrayContaining(["supportReports", "countReports"]),
    "fees.read": expect.arrayContaining(["feeRules", "countFees"]),
    "listings.read": ["listing"],
    "policy.read": ["operatorPolicy", "tryPolicy"],
    "interface.read": ["interfaceSettings"],
    "actions.read": expect.arrayContaining(["auditLog", "auditRow", "operatorActions"]),
  });
  for (const [name, endpoint] of EVERY_ENDPOINT) {
    if (endpoint.permission === undefined || keyScopesOf(endpoint).length === 0) continue;
    expect([endpoint.method, endpoint.access, endpoint.media], name).toEqual(["GET", "admin", undefined]);
  }
  const guarded: readonly Permission[] = [
    "operators.read",
    "four-eyes.read",
    "service.read",
    "keys.read",
    "api-keys.read",
    "logs.read",
    // Seldom, and supers look through it themselves.
    "restored.read",
    // What is drafted is for those who write it, and for no program.
    "content.read",
  ];
  const readable = PERMISSIONS.filter((each) => each.endsWith(".read") && !guarded.includes(each));
  // Of these there is nothing that is read but as a file or a picture.
  const nothingYet = ["accounting.read", "identities.read"];
  expect([...OPERATOR_KEY_SCOPES, ...nothingYet].toSorted()).toEqual(readable.toSorted());
});

test.each(OPERATOR_KEY_SCOPES)(
  "a key with %s alone calls nothing else, whatever there is",
  async (scope) => {
    const { key } = await anOperatorKey(app, await aConfirmedAdmin(app), { scopes: [scope] });
    for (const [name, endpoint] of EVERY_ENDPOINT) {
      const url = endpoint.path.replaceAll(/:\w+/g, "0");
      const payload = endpoint.method === "GET" ? {} : { payload: { unknownField: true } };
      const { body } = await callByKey(app, key, endpoint.method, url, { cookie: maker.cookie, ...payload });
      if (keyScopesOf(endpoint).includes(scope)) expect(String(body?.code), name).not.toMatch(/^api-key|-required$/);
      else expect(body?.code, name).toBe("api-key-scope");
    }
  },
  60_000,
);

test.each([
  ["no scope", { scopes: [] }],
  ["a scope of people", { scopes: ["read"] }],
  ["a permission to decide", { scopes: ["deposits.decide"] }],
  ["a permission to read what guards the house", { scopes: ["keys.read"] }],
  ["no end", { days: undefined }],
  ["an end that is too far away", { days: 91 }],
  ["an address that is none", { addresses: ["192.0.2.0/33"] }],
  ["no reason", { reason: " " }],
  ["whom it pays", { pays: null }],
])("no operator's key is made with %s", async (_what, fields) => {
  expect((await make(maker, fields)).code).toBe("input-invalid");
});

test("no person makes one, nobody makes one beyond their own rights, and one sentence says so", async () => {
  const person = await aUser(app);
  await askAs(app, person, "POST", "/api/confirm-identity", { password: person.password });
  expect((await make(person, {})).code).toBe("admin-required");
  expect((await make(await aConfirmedAdmin(app, ["auditor"]), {})).code).toBe("role-required");
  expect((await make(await anAdmin(app), {})).code).toBe("confirmation-required");
  const editor = await aConfirmedAdmin(app, ["editor"]);
  const above = await make(editor, { scopes: ["listings.read", "users.read"] });
  expect(above).toMatchObject({
    code: "api-key-above",
    message: "An API key can do no more than you may do yourself.",
  });
  expect(await apiKeyCollection(app.database).countDocuments({ userId: editor.user.id })).toBe(0);
  expect((await make(editor, { scopes: ["listings.read"] })).keys).toHaveLength(1);
});

test("a demoted maker's key reads no more than the maker from that moment, and a former operator's nothing", async () => {
  const owner = await aConfirmedAdmin(app);
  const { key } = await anOperatorKey(app, owner);
  expect([await ask(key, PEOPLE), await ask(key, FEES)]).toEqual([200, 200]);
  await become(owner, ["finance"]);
  expect([await ask(key, FEES), await ask(key, ENDPOINTS.auditLog.path)]).toEqual([200, "role-required"]);
  await become(owner, ["editor"]);
  expect([await ask(key, PEOPLE), await ask(key, FEES)]).toEqual(["role-required", "role-required"]);
  await become(owner, []);
  expect([await ask(key, PEOPLE), await ask(key, ENDPOINTS.listing.path)]).toEqual([
    "admin-required",
    "admin-required",
  ]);
});

test("a frozen maker's key reads nothing, and a frozen operator makes none", async () => {
  const owner = await aConfirmedAdmin(app);
  const { key } = await anOperatorKey(app, owner);
  const url = `/api/admin/users/${owner.user.id}/frozen`;
  expect((await askAs(app, other, "PUT", url, { isFrozen: true, reason: "odd" })).status).toBe(200);
  expect(await ask(key, FEES)).toBe("account-frozen");
  expect((await make(owner, {})).code).toBe("operator-frozen");
});

test("a new password ends it, and so does its owner", async () => {
  const owner = await aConfirmedAdmin(app);
  const [first, second] = [await anOperatorKey(app, owner), await anOperatorKey(app, owner)];
  const headers = { cookie: owner.cookie };
  await app.server.inject({ method: "DELETE", url: `/api/api-keys/${first.id}`, headers });
  expect([await ask(first.key, FEES), await ask(second.key, FEES)]).toEqual(["api-key-invalid", 200]);
  const change = { current: owner.password, next: "another battery staple" };
  expect((await askAs(app, owner, "POST", "/api/password", change)).status).toBe(200);
  expect(await ask(second.key, FEES)).toBe("api-key-invalid");
});

test("it is used from its addresses and until its end", async () => {
  const owner = await aConfirmedAdmin(app);
  const { key } = await anOperatorKey(app, owner, { addresses: ["203.0.113.0/24"], days: 1 });
  expect(await ask(key, FEES, "203.0.113.9")).toBe(200);
  expect(await ask(key, FEES, "198.51.100.1")).toBe("api-key-elsewhere");
  app.clock.advance(DAY_MS + 1000);
  expect(await ask(key, FEES, "203.0.113.9")).toBe("api-key-invalid");
  for (const each of [maker, other]) {
    const answer = await app.server.inject({
      method: "POST",
      url: "/api/admin/login",
      payload: { username: each.user.username, password: each.password },
    });
    expect(answer.statusCode).toBe(200);
  }
});

test("a person's key calls none of operators' endpoints, and an operator's none of people's", async () => {
  const owner = await aConfirmedAdmin(app);
  const personal = await aKey(app, owner, aKeyWish());
  expect([await ask(personal.key, "/api/wallet"), await ask(personal.key, FEES)]).toEqual([200, "api-key-scope"]);
  const { key } = await anOperatorKey(app, owner);
  expect([await ask(key, FEES), await ask(key, "/api/wallet")]).toEqual([200, "api-key-scope"]);
});

test("both kinds together are as many as an account has", async () => {
  const owner = await aConfirmedAdmin(app);
  for (let made = 0; made < API_KEY_MOST - 1; made += 1) await aKey(app, owner, aKeyWish());
  await anOperatorKey(app, owner);
  expect((await make(owner, {})).code).toBe("api-keys-full");
});

test("it has a pace of its own", async () => {
  const { key } = await anOperatorKey(app, await aConfirmedAdmin(app));
  // At once: one after the other, a slow machine would never be too fast.
  const codes = new Set(await Promise.all(Array.from({ length: 400 }, () => ask(key, FEES))));
  expect(codes).toEqual(new Set([200, "rate-limited"]));
});

test("who made it, for what and why is on record, and supers find it and see when it was used", async () => {
  const owner = await aConfirmedAdmin(app, ["support"]);
  const scopes: OperatorKeyScope[] = ["users.read", "support.read"];
  const { key, id } = await anOperatorKey(app, owner, { name: "Helpdesk", scopes, addresses: ["203.0.113.7"] });
  const noted = await app.database
    .collection("operator_actions")
    .findOne({ action: "make-api-key", details: `key ${id}` });
  expect(noted).toMatchObject({ operatorId: owner.user.id, reason: "our monitor" });
  const { after } = JSON.parse(String(noted?.["change"]));
  expect(after).toEqual({ key: id, name: "Helpdesk", scopes, addresses: ["203.0.113.7"], days: 30 });
  expect(JSON.stringify(noted)).not.toContain(key.split("_").at(-1));
  const superNow = await aConfirmedAdmin(app);
  const listed = () => askAs(app, superNow, "GET", `/api/admin/api-keys?show=operators&find=${owner.user.id}`);
  expect((await listed()).body.keys).toMatchObject([{ id, scopes, lastUsedAt: null, isLive: true }]);
  expect(await ask(key, PEOPLE, "203.0.113.7")).toBe(200);
  expect((await listed()).body.keys[0].lastUsedAt).not.toBeNull();
  const revoked = await askAs(app, superNow, "POST", `/api/admin/api-keys/${id}/revoke`, { reason: "left" });
  expect(revoked.status).toBe(200);
  expect(await ask(key, PEOPLE, "203.0.113.7")).toBe("api-key-invalid");
});

test("whoever a program looks at is on record with the key, whichever part of them it asks for first", async () => {
  const { user } = await aUser(app);
  const owner = await aConfirmedAdmin(app);
  const { key, id } = await anOperatorKey(app, owner, { scopes: ["users.read"] });
  for (const part of ["/movements", "", "/notes"])
    expect(await ask(key, `${PEOPLE}/${user.id}${part}`), part).toBe(200);
  await askAs(app, owner, "GET", `${PEOPLE}/${user.id}`);
  const looks = await app.database
    .collection("operator_actions")
    .find({ action: "view-person", userId: user.id })
    .sort({ id: 1 })
    .toArray();
  const operatorId = owner.user.id;
  expect(looks).toMatchObject([{ operatorId, details: `by API key ${id}` }, { operatorId }]);
  expect(looks[1]?.["details"]).toBeUndefined();
  await eventually(async () => {
    const rows = await app.database.collection("audit_log").find({ purpose: "view-person" }).toArray();
    return rows.some(({ reason, address }) => address === `user ${user.id}` && String(reason).includes(id));
  });
});

test("in production a maker without a second factor has a key that reads nothing", async () => {
  const owner = await aConfirmedAdmin(app);
  const { key } = await anOperatorKey(app, owner);
  const asked: number[] = [];
  app.server.hasSecondFactor = (userId) => {
    asked.push(userId);
    return Promise.resolve(false);
  };
  try {
    expect(await ask(key, FEES)).toBe("operator-factor-required");
    expect((await make(owner, {})).code).toBe("operator-factor-required");
    expect(asked).toEqual([owner.user.id, owner.user.id]);
    app.server.hasSecondFactor = () => Promise.resolve(true);
    expect(await ask(key, FEES)).toBe(200);
  } finally {
    app.server.hasSecondFactor = null;
  }
});
