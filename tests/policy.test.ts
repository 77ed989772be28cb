import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PERMISSION_OF_PROPOSAL, type ProposalContent } from "#schemas/approvals.ts";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { keyScopesOf } from "#schemas/endpoints/endpoint.ts";
import { isOperatorScope } from "#schemas/operator-keys.ts";
import { mayDo, type Role, ROLES } from "#schemas/operators.ts";
import { insertProposal, PROPOSALS } from "#server/approvals/store.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { anOperatorKey, callInTurn } from "#tests/support/api-keys.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { POOL_TERMS } from "#tests/support/market-scenes.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";

const PEOPLE = ["anonymous", "user", "confirmed user", "frozen user", "closed user"] as const;
/** Operators as every role, and as one who has none left. */
const OPERATORS = [...ROLES, "former operator"] as const;
const CALLERS = [
  ...PEOPLE,
  ...OPERATORS,
  ...OPERATORS.map((role): `confirmed ${(typeof OPERATORS)[number]}` => `confirmed ${role}`),
] as const;
type Caller = (typeof CALLERS)[number];

const EVERY_ENDPOINT: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS);
let app: TestApp;
/** By role, a key that its maker made as a super, with every scope there is. */
const keys = new Map<string, string>();
let frozen: TestUser;
let closed: TestUser;
const cookies = Object.fromEntries(CALLERS.map((caller) => [caller, ""])) as Record<Caller, string>;

beforeAll(async () => {
  app = await startTestApp();
  cookies.user = (await aUser(app)).cookie;
  for (const role of OPERATORS) {
    const roles = rolesOf(role);
    cookies[role] = await signedIn(await anAdmin(app, roles.length > 0 ? roles : ["super"]), roles);
    const maker = await anAdmin(app);
    keys.set(role, (await anOperatorKey(app, maker)).key);
    await signedIn(maker, roles);
    const another = await anAdmin(app, roles.length > 0 ? roles : ["super"]);
    cookies[`confirmed ${role}`] = await signedIn({ ...another, cookie: await confirmed(another) }, roles);
  }
  cookies["confirmed user"] = await confirmed(await aUser(app));
  frozen = await aUser(app);
  cookies["frozen user"] = await confirmed(frozen);
  await app.server.inject({ method: "POST", url: "/api/security/freeze", headers: { cookie: frozen.cookie } });
  closed = await aUser(app);
  cookies["closed user"] = await confirmed(closed);
  await close(closed);
});
afterAll(() => app.stop());

function rolesOf(caller: Caller): readonly Role[] {
  const name = caller.replace("confirmed ", "");
  return ROLES.filter((role) => role === name);
}

/** Takes the roles of somebody who is signed in away where they have none left; the session itself goes on. */
async function signedIn({ user, cookie }: TestUser, roles: readonly Role[]): Promise<string> {
  const set = standingSet(app.database, user.id, { roles, since: new Date(0) });
  await app.database.collection("users").updateOne({ id: user.id }, { $set: set });
  return cookie;
}

/** Closes the account of somebody whose wallet never came to be on the network. */
async function close({ user, cookie }: TestUser): Promise<void> {
  await app.database.collection("wallet_setups").deleteOne({ userId: user.id });
  await app.database.collection("accounts").deleteOne({ userId: user.id });
  const answer = await app.server.inject({
    method: "POST",
    url: "/api/account/close",
    headers: { cookie },
    payload: {},
  });
  expect(answer.json(), answer.body).toEqual({ state: "closed" });
}

async function confirmed({ cookie, password }: TestUser): Promise<string> {
  const url = "/api/confirm-identity";
  const response = await app.server.inject({ method: "POST", url, headers: { cookie }, payload: { password } });
  expect(response.statusCode, response.body).toBe(200);
  return cookie;
}

/** The refusal that the endpoint's access demands for this caller; null where it must let the caller in. */
function expectedRefusal(endpoint: Endpoint, caller: Caller): string | null {
  if (endpoint.access === "anyone") return null;
  if (caller === "anonymous") return "session-required";
  if (caller === "closed user") return "session-ended";
  const roles = rolesOf(caller);
  if (endpoint.permission !== undefined) {
    if (roles.length === 0) return "admin-required";
    if (!mayDo(roles, endpoint.permission)) return "role-required";
  }
  const isConfirmed = caller.startsWith("confirmed ") || caller === "frozen user";
  const asksToConfirm = endpoint.access === "confirmed" || endpoint.access === "operator";
  return asksToConfirm && !isConfirmed ? "confirmation-required" : null;
}

/** Calls with a body that every input schema refuses, so that whoever is let in changes nothing. */
async function callAs(caller: Caller, endpoint: Endpoint) {
  return app.server.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:\w+/g, "0"),
    headers: { cookie: cookies[caller] },
    ...(endpoint.method !== "GET" && { payload: { unknownField: true } }),
  });
}

/** What is done with drafts and pictures that nobody is shown. */
const DRAFTING = [
  "writeContent",
  "leaveContent",
  "saveDraft",
  "discardDraft",
  "restoreContent",
  "previewContent",
  "addMedia",
  "removeMedia",
];
const REFUSED = [
  "session-required",
  "admin-required",
  "role-required",
  "operator-factor-required",
  "confirmation-required",
  "server-error",
];

test.each(EVERY_ENDPOINT)("%s lets everybody in or refuses them as the table says", async (_name, endpoint) => {
  for (const caller of CALLERS) {
    const response = await callAs(caller, endpoint);
    const code: unknown = response.headers["content-type"]?.toString().startsWith("application/json")
      ? response.json()?.code
      : undefined;
    const refusal = expectedRefusal(endpoint, caller);
    if (refusal !== null) expect(code, caller).toBe(refusal);
    else expect(REFUSED, caller).not.toContain(code);
    expect(response.body, caller).not.toMatch(/argon2id|walletSecret|twoFactorSecret/);
  }
});

/** The same of a key that has every scope of operators, and whose maker is only this by now. */
function refusalOfKey(endpoint: Endpoint, role: string): string | null {
  const [scope] = keyScopesOf(endpoint);
  if (scope === undefined || !isOperatorScope(scope)) return "api-key-scope";
  const roles = rolesOf(role as Caller);
  if (roles.length === 0) return "admin-required";
  return mayDo(roles, scope) ? null : "role-required";
}

test.each(EVERY_ENDPOINT)(
  "%s, asked by a key, goes by its maker's role as the table says, whatever cookie stands beside",
  async (_name, endpoint) => {
    const url = endpoint.path.replaceAll(/:\w+/g, "0");
    const cookie = cookies["confirmed super"];
    const payload = endpoint.method === "GET" ? {} : { payload: { unknownField: true } };
    for (const role of OPERATORS) {
      const { body } = await callInTurn(app, keys.get(role) ?? "", endpoint.method, url, { cookie, ...payload });
      const refusal = refusalOfKey(endpoint, role);
      if (refusal !== null) expect(body?.code, role).toBe(refusal);
      else
        expect(String(body?.code), role).not.toMatch(/^api-key|-required$|^account-frozen$|^server-error$|^session-/);
    }
  },
);

test.each(EVERY_ENDPOINT.filter(([, { method }]) => method !== "GET"))(
  "%s of another site is refused before anything is read",
  async (_name, endpoint) => {
    const response = await app.server.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:\w+/g, "0"),
      headers: { cookie: cookies["confirmed super"], origin: "https://evil.example" },
      payload: {},
    });
    expect(response.statusCode).toBe(403);
    expect(response.json().code).toBe("origin-refused");
  },
);

test("whatever stands under the operators' path is theirs, and nothing else is", () => {
  const doors = ["/api/admin/login", "/api/admin/status"];
  for (const [name, { path, access, permission }] of EVERY_ENDPOINT) {
    const isTheirs = path.startsWith("/api/admin/") && !doors.includes(path);
    expect(permission !== undefined, name).toBe(isTheirs);
    expect(access === "admin" || access === "operator", name).toBe(isTheirs);
  }
});

/** The same comparison is made every few minutes, a view changes nothing but what is shown, and no draft is public before it is published. */
const UNASKED = ["reconcile", "saveView", "removeView", ...DRAFTING];

test("what operators change asks who they are again, and auditors change nothing", () => {
  for (const [name, { method, access, permission }] of EVERY_ENDPOINT) {
    if (permission === undefined || method === "GET") continue;
    expect(mayDo(["auditor"], permission), name).toBe(false);
    if (!UNASKED.includes(name)) expect(access, name).toBe("operator");
  }
});

test("what operators only look at is read by auditors", () => {
  for (const [name, { method, permission }] of EVERY_ENDPOINT)
    if (permission !== undefined && method === "GET")
      // Who somebody is in full is for whoever decides about it.
      expect(mayDo(["auditor"], permission), name).toBe(permission !== "identities.view");
});

test("every endpoint of the table is served, once", () => {
  const known = new Set(EVERY_ENDPOINT.map(([, { method, path }]) => `${method} ${path}`));
  for (const [, { method, path }] of EVERY_ENDPOINT) {
    expect(app.server.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true);
  }
  expect(known.size).toBe(EVERY_ENDPOINT.length);
});

test("nothing is served under the API's path that is not in the table", () => {
  const known = EVERY_ENDPOINT.map(([, { method, path }]) => `${method} ${path}`);
  const served = servedRoutes().filter((each) => / \/api(\/|$)/.test(each) && !/^(HEAD|OPTIONS) /.test(each));
  expect(served.toSorted()).toEqual(known.filter((each) => each.includes(" /api/")).toSorted());
});

/** What the server answers to, as `GET /api/user`, read off the tree of its routes. */
function servedRoutes(): string[] {
  const above: string[] = [];
  const lines = app.server.printRoutes({ commonPrefix: false }).split("\n");
  return lines.flatMap((line) => {
    const [, indent, name, methods = ""] = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (indent === undefined || name === undefined) return [];
    above.splice(indent.length / 4);
    above.push(name);
    return methods === "" ? [] : methods.split(", ").map((method) => `${method} ${above.join("")}`);
  });
}

test("the OpenAPI document describes every endpoint", async () => {
  const document = (await app.server.inject({ method: "GET", url: "/api/openapi.json" })).json();
  for (const [, { method, path }] of EVERY_ENDPOINT) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    expect(operation?.summary, path).toBeTruthy();
  }
});

describe.each(Object.entries(PERMISSION_OF_PROPOSAL))(
  "what would %s, as one operator proposed it,",
  (kind, permission) => {
    test.each(ROLES)("is decided by a %s or not as the table says", async (role) => {
      const { id } = await app.database.transaction(async (session) =>
        insertProposal(app.database, session, {
          id: await app.database.nextIds(session, PROPOSALS, 1),
          subject: `walk of ${kind} by ${role}`,
          // Nobody gets as far as what it says.
          content: { kind } as ProposalContent,
          about: [],
          reason: "agreed",
          proposedBy: 0,
          proposedAt: app.clock.now(),
          expiresAt: new Date(app.clock.now().getTime() + 60_000),
          says: "",
          why: "",
        }),
      );
      const answer = await app.server.inject({
        method: "POST",
        url: `/api/admin/proposals/${id}/reject`,
        headers: { cookie: cookies[`confirmed ${role}`] },
        payload: { reason: "no" },
      });
      const isTheirs = mayDo([role], "proposals.decide") && mayDo([role], permission);
      if (isTheirs) expect(answer.json().code).not.toBe("role-required");
      else expect(answer.json().code).toBe("role-required");
    });
  },
);

/** No money moves, but XLM is bound and a fee is paid. */
const TRUSTLINE = {
  assetCode: "EUR",
  issuer: "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7",
  networkFee: "0.1",
  idempotencyKey: "frozen-0123456789",
};
const EUR_KEY = `${TRUSTLINE.assetCode}-${TRUSTLINE.issuer}`;
const AGREED = { agreed: { networkFee: "0.1", operatorFees: [] }, idempotencyKey: "frozen-0123456789" };
const ORDER = { kind: "limit", side: "sell", base: "XLM", quote: EUR_KEY, amount: "1", price: "1" };
const STOP = {
  kind: "stop-limit",
  side: "sell",
  base: "XLM",
  quote: EUR_KEY,
  amount: "1",
  triggerPrice: "1",
  price: "1",
  expiresAt: null,
};
const REPEATED = {
  kind: "payment",
  asset: "XLM",
  amount: "1",
  memo: "",
  memoType: "text",
  every: "week",
  times: null,
  startsAt: null,
  expiresAt: null,
};
const AUTOMATION = {
  strategy: "dca",
  candle: "1h",
  bases: [EUR_KEY],
  quote: "XLM",
  parameters: { every: 1, sharePercent: 1, length: 2, dipPercent: 5, dipTimes: 2 },
  budget: "10",
  perTrade: "1",
  perDay: "2",
  maxDrawdown: 20,
  cooldown: 0,
  slippage: 50,
};
const SEEN = { amount: "1", price: { n: 1, d: 1 }, ledger: 1 };
const SWITCH = { networkFee: "0", idempotencyKey: "frozen-0123456789" };
/** Endpoints with which people move their own money, each with a body that pays this person. */
const {
  base: _base,
  quote: _quote,
  baseAmount: _put,
  quoteAmount: _in,
  walletCount: _count,
  ...POOL_SETTINGS
} = POOL_TERMS;
const MOVES_MONEY: Readonly<Record<string, (to: string) => object>> = {
  walletSend: (to) => ({ to, assetCode: "XLM", amount: "1", idempotencyKey: "frozen-0123456789", password: "any" }),
  // A claim moves money in, but its fee and the reserve of a new asset are the claimant's.
  claimBalance: () => ({
    balanceId: `00000000${"ab".repeat(32)}`,
    networkFee: "0",
    idempotencyKey: "frozen-0123456789",
  }),
  closeAccount: (sendRestTo) => ({ sendRestTo }),
  addTrustline: () => TRUSTLINE,
  removeTrustline: () => TRUSTLINE,
  turnMultisigOn: () => ({ signedXdr: "AAAA", ...SWITCH }),
  turnMultisigOff: () => SWITCH,
  placeOrder: () => ({ order: ORDER, ...AGREED }),
  editOrder: () => ({ edit: { offerId: "1", amount: "1", price: "1", seen: SEEN }, ...AGREED }),
  cancelOrders: () => ({ cancel: { which: "all" }, ...AGREED }),
  placeStandingOrder: () => ({ order: STOP, ...AGREED }),
  repeatPayment: (to) => ({
    payment: { ...REPEATED, to },
    agreed: { to, memo: "", memoType: "text", networkFee: "0.1", operatorFee: null },
    idempotencyKey: "frozen-0123456789",
  }),
  swap: () => ({
    swap: { direction: "send", send: "XLM", receive: EUR_KEY, sendAmount: "1", receiveAmount: "1", path: [] },
    ...AGREED,
  }),
  depositToPool: () => ({
    deposit: { assetA: "XLM", assetB: EUR_KEY, maxA: "1", maxB: "1", minPrice: "1", maxPrice: "2" },
    ...AGREED,
  }),
  startAutomation: () => ({
    automation: { terms: AUTOMATION, executionMode: "auto", riskAccepted: true },
    perTrade: AGREED.agreed,
    ...AGREED,
  }),
  goOn: () => ({ goOn: { uid: "frozen-0123456789", executionMode: "auto", riskAccepted: true }, ...AGREED }),
  openPool: () => ({ pool: { terms: POOL_TERMS, riskAccepted: true }, ...AGREED }),
  startPool: () => ({ start: { uid: "frozen-0123456789", riskAccepted: true }, ...AGREED }),
  changePool: () => ({ change: { uid: "frozen-0123456789", settings: POOL_SETTINGS }, ...AGREED }),
  stake: () => ({ stake: { offerId: 1, version: 1, amount: "1" }, ...AGREED }),
  withdrawFromPool: () => ({
    withdrawal: { poolId: "ab".repeat(32), shares: "1", minA: "1", minB: "1" },
    ...AGREED,
  }),
};
/** Everything else that signed-in people change: none of it takes money out of their account. */
const MOVES_NOTHING = [
  "backTest",
  "checkAutomation",
  "checkGoOn",
  "simulatePool",
  "checkPool",
  "checkPoolStart",
  "checkPoolChange",
  // Takes offers out of the book.
  "stopPool",
  // Comes back to its owner, and waits while the account is frozen.
  "drainPool",
  "pauseAutomation",
  "stopAutomation",
  "acceptInvitation",
  "addPasskey",
  "allowAddress",
  "beginPasskey",
  "beginPasskeyConfirmation",
  "beginTwoFactor",
  "cancelStandingOrder",
  "cancelWaiting",
  "changeEmail",
  "changePassword",
  // What it proves is worth nothing before it is turned on.
  "challengeMultisigKey",
  "checkRepeatedPayment",
  "checkStandingOrder",
  "checkMultisig",
  "checkOrder",
  "checkOrderCancel",
  "checkOrderEdit",
  "checkPoolDeposit",
  "checkPoolWithdraw",
  "checkStake",
  "checkSwap",
  "checkTrustline",
  "checkUnstake",
  "claimCheck",
  // What comes back into its owner's wallet comes back into a frozen one, too.
  "claimRewards",
  "closeReview",
  "confirmByPasskey",
  "confirmIdentity",
  "declareDeposit",
  "disableTwoFactor",
  "disallowAddress",
  "enableTwoFactor",
  "endOtherSessions",
  "endSession",
  "freezeOwn",
  "giveUpSubmission",
  "hideClaim",
  // A link pays its owner nothing by itself, and a frozen one's rewards wait.
  "joinAffiliate",
  // Refused where the account is frozen: its own test has that.
  "makeApiKey",
  "namePasskey",
  "proveEmail",
  "removePasskey",
  "renameAffiliateCode",
  "removePicture",
  // Refused where there is something to sign: its own test has that.
  "returnSignature",
  "renewRecoveryCodes",
  "revokeApiKey",
  "sendReport",
  "setAllowList",
  "setLimits",
  "setNotificationChoices",
  "setPicture",
  "setSignInMails",
  "settleConfirmation",
  "skipRepeatedPayment",
  "subscribePush",
  "theme",
  "unstake",
  "unsubscribePush",
  "walletCheck",
  "beginUpload",
  "consentToCheck",
  "copyIdentity",
  "dropUpload",
  "endHandOver",
  "handOver",
  "removeIdentity",
  "sendPart",
  "submitIdentity",
];

describe("a frozen account", () => {
  test("is thought of at every endpoint with which people change something", () => {
    const changing = EVERY_ENDPOINT.filter(
      ([, { method, access }]) => method !== "GET" && (access === "user" || access === "confirmed"),
    );
    expect(changing.map(([name]) => name).toSorted()).toEqual(
      [...Object.keys(MOVES_MONEY), ...MOVES_NOTHING].toSorted(),
    );
  });

  test("lets no money out", async () => {
    const { user } = await aUser(app);
    const headers = { cookie: frozen.cookie };
    for (const [name, bodyFor] of Object.entries(MOVES_MONEY)) {
      const url = EVERY_ENDPOINT.find(([known]) => known === name)?.[1].path ?? "";
      const answer = await app.server.inject({ method: "POST", url, headers, payload: bodyFor(user.username) });
      expect(answer.json().code, name).toBe("account-frozen");
    }
    const payload = { to: user.username, assetCode: "XLM", amount: "1" };
    const look = await app.server.inject({ method: "POST", url: ENDPOINTS.walletCheck.path, headers, payload });
    expect(look.json().refusals[0].code).toBe("account-frozen");
  });

  test.each(
    EVERY_ENDPOINT.filter(
      ([, { method, access, params, query }]) => method === "GET" && access === "user" && !params && !query,
    ),
  )("still reads %s", async (_name, { path }) => {
    const answer = await app.server.inject({ method: "GET", url: path, headers: { cookie: frozen.cookie } });
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

test("nobody signs in to a closed account, by whatever way", async () => {
  const payload = { username: closed.user.username, password: closed.password };
  for (const url of [ENDPOINTS.login.path, ENDPOINTS.adminLogin.path]) {
    const answer = await app.server.inject({ method: "POST", url, payload });
    expect(answer.json().code).toBe("account-closed");
    expect(answer.cookies).toEqual([]);
  }
});
