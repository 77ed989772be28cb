import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aRegistration } from "#tests/support/builders.ts";

/** Somebody registers people from one place, so that the house carries their reserves and nobody else's that day. */
let app: TestApp;
const UNIT = 10_000_000n;

beforeAll(async () => {
  app = await startTestApp({
    hasFriendbot: false,
    house: { channels: 1, dailyReserveStroops: 5n * UNIT, dailyFeeStroops: UNIT },
    perNetwork: { sponsored: 2 },
  });
  const treasury = (await houseAccounts(app.database)).get("treasury") ?? "";
  expect((await fetch(`${app.stellar.friendbotUrl}?addr=${treasury}`)).ok).toBe(true);
  await eventually(
    async () => (await accountCollection(app.database).countDocuments({ role: "house", exists: true })) >= 2,
    60_000,
  );
}, 90_000);
afterAll(() => app.stop());

async function walletFrom(remoteAddress: string): Promise<string> {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/register",
    payload: aRegistration(),
    remoteAddress,
  });
  return String(response.json().walletAddress);
}

async function opened(addresses: readonly string[]): Promise<number> {
  return accountCollection(app.database).countDocuments({ _id: { $in: [...addresses] }, exists: true });
}

test("one network has its share of the house's reserves, and leaves the others theirs", async () => {
  const flood: string[] = [];
  for (let at = 1; at <= 6; at += 1) flood.push(await walletFrom(`2001:db8:7:7::${at}`));
  const other = await walletFrom("198.51.100.1");
  await eventually(async () => (await opened([other])) === 1, 40_000);
  expect(await opened(flood)).toBeLessThanOrEqual(2);
  await eventually(async () => (await opened(flood)) === 2, 40_000);
  // The house opens accounts of its own besides.
  const theirs = { kind: "onboarding", "steps.to": { $in: [...flood, other] } } as const;
  const made = await submissionCollection(app.database).countDocuments(theirs);
  expect(made).toBe(3);
}, 90_000);
