import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { askTwo } from "#tests/support/operators.ts";
import { activeFees, readFees } from "./operator-fee.ts";
import { withReason } from "#tests/support/reasons.ts";

const URL = "/api/admin/fees";
const RULE = {
  operationType: "send",
  feeType: "percent",
  feeValue: "0.5",
  minFee: "0.1",
  maxFee: "10",
  assetCode: "XLM",
  active: true,
  reason: "agreed by the board",
};
let app: TestApp;
let operator: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [operator, other] = await Promise.all([anAdmin(app), anAdmin(app)]);
  for (const admin of [operator, other])
    await call(admin, "POST", "/api/confirm-identity", { password: admin.password });
});
afterAll(() => app.stop());

async function call(user: TestUser, method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const response = await app.server.inject({
    method,
    url,
    headers: { cookie: user.cookie },
    ...withReason(method, url, payload),
  });
  return { status: response.statusCode, body: response.json() };
}

/** As both operators agree, the first of them first. */
function agree(first: TestUser, second: TestUser, method: "POST" | "PUT", url: string, payload: object) {
  return askTwo(app, first, second, [method, url, payload]);
}

async function ruleOf(operationType: string) {
  const { rules } = (await call(operator, "GET", URL)).body;
  return rules.find((rule: { operationType: string }) => rule.operationType === operationType);
}

test.each([
  [{ feeValue: "0" }, "feeValue"],
  [{ feeValue: "-1" }, "feeValue"],
  [{ feeValue: "100.01" }, "feeValue"],
  [{ feeValue: "1000" }, "feeValue"],
  [{ feeType: "flat", feeValue: "0.00000001", minFee: null, maxFee: null }, "feeValue"],
  [{ feeType: "flat", feeValue: "1", maxFee: null }, "minFee"],
  [{ minFee: "11" }, "maxFee"],
  [{ minFee: "1.12345678" }, "minFee"],
  [{ assetCode: "no code" }, "assetCode"],
  [{ operationType: "gift" }, "operationType"],
  [{ reason: " " }, "reason"],
])("%j is refused at %s", async (change, field) => {
  const { body } = await call(operator, "POST", URL, { ...RULE, ...change });
  expect(body).toMatchObject({ code: "input-invalid", issues: [{ path: field }] });
  expect(await app.database.collection("fee_config").countDocuments()).toBe(0);
});

test("a rule is added, changed and switched off, each time on record; two agree to what makes people pay more", async () => {
  expect((await call(operator, "POST", URL, RULE)).body.proposal).toMatchObject({ why: "People may pay more by it." });
  expect(await activeFees(app.runtime, "send")).toEqual([]);
  const [{ id: proposalId, digest }] = (await call(other, "GET", "/api/admin/proposals")).body.proposals;
  const approved = await call(other, "POST", `/api/admin/proposals/${proposalId}/approve`, { digest });
  expect(approved.body, JSON.stringify(approved.body)).toMatchObject({ state: "done" });
  const { id } = await ruleOf("send");
  expect(await activeFees(app.runtime, "send")).toMatchObject([{ id, feeValue: "0.5", issuer: "" }]);
  const flat = { ...RULE, feeType: "flat", feeValue: "100", minFee: null, maxFee: null, reason: "simpler" };
  await agree(operator, other, "PUT", `${URL}/${id}`, flat);
  expect(await ruleOf("send")).toMatchObject({ id, feeType: "flat", maxFee: null });
  const less = { ...flat, feeValue: "90", reason: "cheaper" };
  expect((await call(operator, "PUT", `${URL}/${id}`, less)).body).toMatchObject({ id, feeValue: "90" });
  await call(operator, "PUT", `${URL}/${id}`, { ...less, active: false, reason: "a holiday" });
  expect(await activeFees(app.runtime, "send")).toEqual([]);
  expect((await call(operator, "GET", URL)).body.rules).toMatchObject([{ id, active: false, feeValue: "90" }]);
  const { actions } = (await call(operator, "GET", "/api/admin/operator-actions")).body;
  const set = actions.filter(({ action }: { action: string }) => action === "set-fee");
  expect(set).toMatchObject([
    { operatorId: operator.user.id, reason: "a holiday", details: expect.stringContaining("switched off") },
    { operatorId: operator.user.id, reason: "cheaper", details: expect.stringContaining("90 XLM, active") },
    {
      operatorId: other.user.id,
      reason: "simpler",
      details: expect.stringMatching(`100 XLM, active; proposal \\d+ by operator ${operator.user.id}`),
    },
    {
      action: "set-fee",
      userId: null,
      details: expect.stringContaining(`rule ${id}, send of XLM, 0.5 percent, at least 0.1, at most 10, active`),
    },
  ]);
  expect((await call(operator, "PUT", `${URL}/999`, RULE)).body.code).toBe("fee-rule-unknown");
});

test("of two operators at once one proposes the rule, and the other is told of it", async () => {
  const rule = { ...RULE, operationType: "swap" };
  const both = await Promise.all([call(operator, "POST", URL, rule), call(other, "POST", URL, rule)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe("proposal-open");
  const [first, second] = both[0]?.status === 201 ? [operator, other] : [other, operator];
  const { id, digest } = both.find(({ status }) => status === 201)?.body.proposal ?? {};
  expect((await call(first, "POST", `/api/admin/proposals/${id}/approve`, { digest })).body.code).toBe("proposal-own");
  expect((await call(second, "POST", `/api/admin/proposals/${id}/approve`, { digest })).status).toBe(200);
  expect(await activeFees(app.runtime, "swap")).toHaveLength(1);
  const off = await call(operator, "POST", URL, { ...rule, active: false });
  expect(off.status).toBe(201);
  expect((await agree(operator, other, "PUT", `${URL}/${off.body.id}`, rule)).body.code).toBe("fee-rule-taken");
});

const MINUTE_MS = 60_000;
const RULE_OF_TRADES = { ...RULE, operationType: "trade", feeType: "flat", feeValue: "1", minFee: null, maxFee: null };

function inMs(ms: number): string {
  return new Date(app.clock.now().getTime() + ms).toISOString();
}

test("a change holds from its time on, told beforehand, and nobody has to do anything when it comes", async () => {
  const { body: off } = await call(operator, "POST", URL, { ...RULE_OF_TRADES, active: false });
  for (const effectiveAt of [inMs(-1), inMs(367 * 24 * 60 * MINUTE_MS)])
    expect((await call(operator, "PUT", `${URL}/${off.id}`, { ...RULE_OF_TRADES, effectiveAt })).body.code).toBe(
      "fee-time-unfit",
    );
  const effectiveAt = inMs(MINUTE_MS);
  const later = { ...RULE_OF_TRADES, effectiveAt };
  expect((await agree(operator, other, "PUT", `${URL}/${off.id}`, later)).body).toMatchObject({ state: "done" });
  const [before] = await app.database.collection("fee_config").find({ id: off.id }).toArray();
  expect(await ruleOf("trade")).toMatchObject({ active: false, next: { from: effectiveAt, rule: { feeValue: "1" } } });
  expect(await readFees(app.runtime, "trade")).toMatchObject({
    inForce: [],
    coming: [{ from: new Date(effectiveAt), rules: [{ id: off.id, feeValue: "1" }] }],
  });
  // Another for the same would be one too many from then on.
  const second = await agree(operator, other, "POST", URL, { ...later, effectiveAt: inMs(2 * MINUTE_MS) });
  expect(second.body.code).toBe("fee-rule-taken");
  app.clock.advance(MINUTE_MS);
  expect(await readFees(app.runtime, "trade")).toMatchObject({ inForce: [{ feeValue: "1" }], coming: [] });
  expect(await app.database.collection("fee_config").findOne({ id: off.id })).toEqual(before);
  expect(await ruleOf("trade")).toMatchObject({ active: true, feeValue: "1", next: null });
});

test("who takes back a fall that people were told of has them pay more; who brings it forward does not", async () => {
  const { id } = await ruleOf("trade");
  const fall = { ...RULE_OF_TRADES, feeValue: "0.5" };
  const set = (fields: object) => call(operator, "PUT", `${URL}/${id}`, { ...RULE_OF_TRADES, ...fields });
  expect((await set({ ...fall, effectiveAt: inMs(MINUTE_MS) })).body).toMatchObject({
    next: { rule: { feeValue: "0.5" } },
  });
  for (const kept of [{}, { feeValue: "0.4", effectiveAt: inMs(2 * MINUTE_MS) }]) {
    const { proposal } = (await set(kept)).body;
    expect(proposal.why).toBe("People may pay more by it.");
    await call(operator, "POST", `/api/admin/proposals/${proposal.id}/withdraw`, { reason: "no" });
  }
  expect((await set(fall)).body).toMatchObject({ feeValue: "0.5", next: null });
});

test("what was agreed to after its time had come is void, and so is what the rule moved past", async () => {
  const { id } = await ruleOf("trade");
  const dearer = { ...RULE_OF_TRADES, feeValue: "2", effectiveAt: inMs(MINUTE_MS) };
  const { proposal } = (await call(operator, "PUT", `${URL}/${id}`, dearer)).body;
  app.clock.advance(2 * MINUTE_MS);
  const approve = (from: { id: number; digest: string }) =>
    call(other, "POST", `/api/admin/proposals/${from.id}/approve`, { digest: from.digest });
  expect((await approve(proposal)).body.code).toBe("fee-time-unfit");
  expect(await ruleOf("trade")).toMatchObject({ feeValue: "0.5", next: null });
  const again = { ...dearer, effectiveAt: inMs(10 * MINUTE_MS) };
  const stale = (await call(operator, "PUT", `${URL}/${id}`, again)).body.proposal;
  await call(other, "PUT", `${URL}/${id}`, { ...RULE_OF_TRADES, feeValue: "0.3", effectiveAt: inMs(MINUTE_MS) });
  expect((await approve(stale)).body.code).toBe("proposal-outdated");
});

test("no rule is set in an asset that the house does not take", async () => {
  const rule = { ...RULE, operationType: "amm", assetCode: "USDC" };
  expect((await agree(operator, other, "POST", URL, rule)).body.code).toBe("fee-asset-unknown");
});

test("only who confirmed who they are sets a rule", async () => {
  const user = await aUser(app);
  expect((await call(user, "GET", URL)).body.code).toBe("admin-required");
  expect((await call(await anAdmin(app), "POST", URL, RULE)).body.code).toBe("confirmation-required");
});
