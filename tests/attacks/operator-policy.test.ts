import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

const ALWAYS = { kind: "always" };
const LEVELS = { send: ALWAYS, swap: ALWAYS, trade: ALWAYS, withdraw: ALWAYS };
const STRICT = {
  isKycRequired: true,
  kycLevels: LEVELS,
  kycFrom: null,
  coolOffHours: 48,
  dailyLimit: "100",
  approveAbove: "10",
  identitySecondAbove: "50",
  lossTolerancePercent: "3",
  lossToleranceUsd: "5",
  weakeningHours: 24,
};
let app: TestApp;
let thief: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  thief = await aConfirmedAdmin(app);
  await aConfirmedAdmin(app);
  // Else nobody could send anything, which has to be typed.
  await app.database.collection("users").updateOne({ id: thief.user.id }, { $set: { kycVerified: true } });
  // Strengthening is one operator's, and at once.
  expect((await askAs(app, thief, "PUT", "/api/admin/policy", STRICT)).body).toEqual(STRICT);
});
afterAll(() => app.stop());

test.each([
  { isKycRequired: false },
  { kycLevels: { ...LEVELS, trade: { kind: "none" } } },
  { kycLevels: { ...LEVELS, withdraw: { kind: "above", perDay: "0.0000001" } } },
  { kycFrom: "2099-01-01T00:00:00.000Z" },
  { coolOffHours: 47 },
  { coolOffHours: 0 },
  { dailyLimit: "100.0000001" },
  { dailyLimit: null },
  { identitySecondAbove: "51" },
  { identitySecondAbove: null },
  { approveAbove: "11" },
  { approveAbove: null },
  { lossTolerancePercent: "3.1" },
  { lossToleranceUsd: "6" },
  { weakeningHours: 23 },
  { weakeningHours: 0 },
])("one operator does not weaken what is asked of payments by %j", async (change) => {
  const answer = await askAs(app, thief, "PUT", "/api/admin/policy", { ...STRICT, ...change });
  expect((await askAs(app, thief, "GET", "/api/admin/policy")).body).toEqual(STRICT);
  expect(answer.body.proposal ?? answer.body.code).toBeTruthy();
});
