import { AuthRevocableFlag, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { drainPool } from "#server/market-making/drain.ts";
import { pausePool } from "#server/market-making/stop.ts";
import type { PoolDocument } from "#server/market-making/store.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { type MarketWorld, startMarketWorld } from "#tests/support/market-world.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let world: MarketWorld;
beforeAll(async () => {
  world = await startMarketWorld();
  await world.apply([world.issuer], [Operation.setOptions({ setFlags: AuthRevocableFlag })]);
  await world.ingest();
});
afterAll(() => world.stop());

/** The issuer lets the holder of a line have its money, or not. */
async function authorize(trustor: string, authorized: boolean): Promise<void> {
  const { issuer, usd: asset } = world;
  const flags = authorized ? { authorized } : { authorized, authorizedToMaintainLiabilities: false };
  await world.apply([issuer], [Operation.setTrustLineFlags({ trustor, asset, flags })]);
  await world.ingest();
}

async function dollars(): Promise<bigint> {
  const account = await accountCollection(world.database).findOne({ _id: world.owner });
  return BigInt(account?.lines[0]?.balance ?? 0);
}

async function standing(pool: PoolDocument): Promise<void> {
  await world.start(pool);
  await world.until(pool.id, ({ under, offers }) => under === null && offers.length === 6);
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : error);

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await world.turn();
}

test("five refusals of the network in a row stop it, until it is started", async () => {
  const pool = await world.open();
  const [wallet = ""] = pool.wallets;
  const refused = async () => {
    await world.lookOnce();
    await authorize(wallet, false);
    await advanceOpen(world.worker);
    await world.close();
    world.clock.advance(6000);
    await advanceOpen(world.worker);
    await authorize(wallet, true);
    await world.lookOnce();
  };
  await world.start(pool);
  for (let time = 0; time < 5; time += 1) {
    expect(await world.read(pool.id)).toMatchObject({ status: "active", failures: time });
    await refused();
  }
  const stopped = await world.until(pool.id, ({ status }) => status === "stopped");
  expect(stopped).toMatchObject({ stop: "refused", offers: [] });
  expect(stopped.reason).not.toBe("");
  await turns(3);
  expect(await world.read(pool.id)).toMatchObject({ status: "stopped", attempts: stopped.attempts });
  await standing(pool);
  expect(await world.read(pool.id)).toMatchObject({ status: "active", failures: 0 });
  await drainPool(world.runtime, pool);
  await world.until(pool.id, ({ status }) => status === "closed");
});

test("what an issuer froze keeps all of it where it is, and goes back once it may", async () => {
  const before = await dollars();
  const pool = await world.open();
  await standing(pool);
  const [, wallet = ""] = pool.wallets;
  await authorize(wallet, false);
  expect(codeOf(await drainPool(world.runtime, pool).catch((error: unknown) => error))).toBe("market-wallet-frozen");
  expect(await world.read(pool.id)).toMatchObject({ status: "active" });
  await authorize(wallet, true);
  await world.until(pool.id, ({ under, offers }) => under === null && offers.length === 6);
  await drainPool(world.runtime, pool);
  await authorize(wallet, false);
  await turns(6);
  const waiting = await world.read(pool.id);
  expect(waiting).toMatchObject({ status: "draining", under: null, offers: [] });
  expect(waiting.reason).toContain("market-wallet-frozen");
  const accounts = await accountCollection(world.database)
    .find({ _id: { $in: [...pool.wallets] } })
    .toArray();
  expect(accounts.every(({ exists }) => exists)).toBe(true);
  await authorize(wallet, true);
  const closed = await world.until(pool.id, ({ status }) => status === "closed");
  expect(closed.reason).toBe("");
  expect(await dollars()).toBe(before);
});

test("whoever lacks the line for what goes back is told, and nothing is half done", async () => {
  const { owner } = world;
  const before = await dollars();
  const pool = await world.open();
  await standing(pool);
  await authorize(owner, false);
  expect(codeOf(await drainPool(world.runtime, pool).catch((error: unknown) => error))).toBe("market-line-missing");
  expect(await world.read(pool.id)).toMatchObject({ status: "active" });
  await pausePool(world.runtime, pool);
  await world.until(pool.id, ({ status }) => status === "stopped");
  await authorize(owner, true);
  await drainPool(world.runtime, pool);
  await authorize(owner, false);
  await turns(4);
  const waiting = await world.read(pool.id);
  expect(waiting).toMatchObject({ status: "draining", under: null });
  expect(waiting.reason).toContain("market-line-missing");
  const held = await accountCollection(world.database)
    .find({ _id: { $in: [...pool.wallets] } })
    .toArray();
  const dollarsHeld = held.reduce((sum, { lines }) => sum + BigInt(lines[0]?.balance ?? 0), 0n);
  expect(dollarsHeld).toBe(before - (await dollars()));
  await authorize(owner, true);
  await world.until(pool.id, ({ status }) => status === "closed");
  expect(await dollars()).toBe(before);
});
