import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { houseAccount, houseAccounts } from "./accounts.ts";
import { payFromHouse } from "./pay.ts";
import { canCarryItself, reclaimReserve } from "./sponsor.ts";

const UNIT = 10_000_000n;
const CHANNELS = 3;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    hasFriendbot: false,
    house: { channels: CHANNELS, dailyReserveStroops: 2n * UNIT, dailyFeeStroops: UNIT },
  });
});
afterAll(() => app.stop());

function balanceOf(address: string): Promise<bigint | null> {
  const network = openRpcNetwork(app.config.stellar);
  return network.holdings([{ address, assets: [] }]).then(({ accounts }) => accounts.get(address)?.balance ?? null);
}

function pay(to: string, amount: bigint, key: string) {
  const what = { from: "treasury", to, asset: NATIVE, amount, memo: "", key, kind: "deposit" } as const;
  const payment = { ...what, knownSince: null, fee: 100n };
  return app.database.transaction((session) => payFromHouse(app.runtime, session, payment));
}

async function isOpen(address: string): Promise<boolean> {
  return (await accountCollection(app.database).countDocuments({ _id: address, exists: true })) === 1;
}

test("without a faucet the house asks for money, and opens everything else itself once it has some", async () => {
  const treasury = (await houseAccounts(app.database)).get("treasury") ?? "";
  const issue = await eventually(() =>
    app.database.collection("system_issues").findOne({ checkId: "treasury-unfunded" }),
  );
  expect(issue["description"]).toContain(treasury);
  const funded = await fetch(`${app.stellar.friendbotUrl}?addr=${treasury}`);
  expect(funded.ok).toBe(true);
  await eventually(async () => {
    const channels = await accountCollection(app.database).countDocuments({ role: "channel", exists: true });
    return channels === CHANNELS;
  }, 40_000);
  const addresses = [...(await houseAccounts(app.database)).values()];
  await eventually(async () => (await Promise.all(addresses.map(isOpen))).every(Boolean), 40_000);
  await eventually(async () => {
    const now = await app.database.collection("system_issues").findOne({ checkId: "treasury-unfunded" });
    return now?.["status"] === "resolved";
  }, 20_000);
}, 90_000);

test("payments of one key are one payment, and several go at once through the channels", async () => {
  const { user } = await aUser(app);
  const to = user.walletAddress ?? "";
  await eventually(() => isOpen(to), 30_000);
  const before = (await balanceOf(to)) ?? 0n;
  const keys = ["deposit-1", "deposit-2", "deposit-3", "deposit-1"];
  const submissions = [];
  for (const key of keys) submissions.push(await pay(to, UNIT, key));
  expect(new Set(submissions.map(({ id }) => id)).size).toBe(3);
  await eventually(async () => (await balanceOf(to)) === before + 3n * UNIT, 30_000);
  const sources = await submissionCollection(app.database).distinct("attempt.source", { kind: "deposit" });
  expect(sources.length).toBeGreaterThan(1);
  await eventually(async () => (await submissionCollection(app.database).countDocuments({ isReserving: true })) === 0);
}, 90_000);

test("a new user's account is opened without XLM of its own, within the day's budget, and carries itself later", async () => {
  const poor = (await aUser(app)).user.walletAddress ?? "";
  await eventually(() => isOpen(poor), 30_000);
  expect(await balanceOf(poor)).toBe(0n);
  const account = await accountCollection(app.database).findOne({ _id: poor });
  expect(account).toMatchObject({ reserves: 0, balance: "0" });
  // Two accounts were sponsored, and the budget is for two.
  const refused = (await aUser(app)).user.walletAddress ?? "";
  const setups = app.database.collection<{ _id: string; attempts: number }>("wallet_setups");
  await eventually(async () => ((await setups.findOne({ _id: refused }))?.attempts ?? 0) > 1, 20_000);
  expect(await balanceOf(refused)).toBe(null);

  await pay(poor, 100n * UNIT, "deposit-4");
  const rich = await eventually(async () => {
    const seen = await accountCollection(app.database).findOne({ _id: poor });
    return seen && canCarryItself(seen) && seen;
  }, 20_000);
  const sponsored = (await houseAccount(app.database, "sponsor", null))?.reserves ?? 0;
  const network = openRpcNetwork(app.config.stellar);
  await reclaimReserve(app.runtime, rich, await network.feeBid());
  await eventually(async () => (await accountCollection(app.database).findOne({ _id: poor }))?.reserves === 2, 30_000);
  expect((await houseAccount(app.database, "sponsor", null))?.reserves).toBe(sponsored - 2);
  expect(await reclaimReserve(app.runtime, rich, 100n)).toBe(null);
}, 90_000);
