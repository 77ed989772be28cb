import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { activeFees } from "./operator-fee.ts";

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
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
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

test("a rule is added, changed and switched off, each time on record", async () => {
  const added = await call(operator, "POST", URL, RULE);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const { id } = added.body;
  expect(await activeFees(app.database, "send")).toMatchObject([{ id, feeValue: "0.5" }]);
  const flat = { ...RULE, feeType: "flat", feeValue: "100", minFee: null, maxFee: null, reason: "simpler" };
  expect((await call(other, "PUT", `${URL}/${id}`, flat)).body).toMatchObject({ id, feeType: "flat", maxFee: null });
  await call(operator, "PUT", `${URL}/${id}`, { ...flat, active: false, reason: "a holiday" });
  expect(await activeFees(app.database, "send")).toEqual([]);
  expect((await call(operator, "GET", URL)).body.rules).toMatchObject([{ id, active: false, feeValue: "100" }]);
  const { actions } = (await call(operator, "GET", "/api/admin/operator-actions")).body;
  expect(actions).toMatchObject([
    { operatorId: operator.user.id, reason: "a holiday", details: expect.stringContaining("switched off") },
    { operatorId: other.user.id, reason: "simpler", details: expect.stringContaining("100 XLM, active") },
    {
      action: "set-fee",
      userId: null,
      details: `rule ${id}, send of XLM, 0.5 percent, at least 0.1, at most 10, active`,
    },
  ]);
  expect((await call(operator, "PUT", `${URL}/999`, RULE)).body.code).toBe("fee-rule-unknown");
});

test("of two operators at once one sets the rule, and the other is told of it", async () => {
  const rule = { ...RULE, operationType: "swap" };
  const both = await Promise.all([call(operator, "POST", URL, rule), call(other, "POST", URL, rule)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe("fee-rule-taken");
  expect(await activeFees(app.database, "swap")).toHaveLength(1);
  const off = await call(operator, "POST", URL, { ...rule, active: false });
  expect(off.status).toBe(201);
  expect((await call(operator, "PUT", `${URL}/${off.body.id}`, rule)).body.code).toBe("fee-rule-taken");
});

test("only who confirmed who they are sets a rule", async () => {
  const user = await aUser(app);
  expect((await call(user, "GET", URL)).body.code).toBe("admin-required");
  expect((await call(await anAdmin(app), "POST", URL, RULE)).body.code).toBe("confirmation-required");
});
