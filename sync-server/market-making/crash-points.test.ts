import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compareExact, exactOf } from "#schemas/market-maker/prices.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { type MarketWorld, startMarketWorld } from "#tests/support/market-world.ts";
import { drainPool } from "./drain.ts";
import { readFacts } from "./facts.ts";
import { pausePool } from "./stop.ts";
import { offerCollection, type PoolDocument, tradeCollection } from "./store.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let world: MarketWorld;
let pool: PoolDocument;

beforeAll(async () => {
  world = await startMarketWorld();
  pool = await world.open();
});
afterAll(() => world.stop());

function offersOf({ wallets }: PoolDocument): Promise<number> {
  return offerCollection(world.database).countDocuments({ wallet: { $in: [...wallets] } });
}

/** What the ledger itself has of the pool's offers. */
async function onLedger({ wallets }: PoolDocument): Promise<bigint> {
  const { accounts, lines } = await world.network.holdings(
    wallets.map((address) => ({ address, assets: [{ assetCode: "USD", issuer: world.issuer.publicKey() }] })),
  );
  const xlm = [...accounts.values()].reduce((sum, { selling }) => sum + selling, 0n);
  return lines.reduce((sum, { selling }) => sum + selling, xlm);
}

const stop = () => pausePool(world.runtime, pool);

async function standing(): Promise<void> {
  await world.start(pool);
  await world.until(pool.id, ({ under, offers }) => under === null && offers.length === 6);
}

async function atRest(): Promise<void> {
  await world.until(pool.id, ({ status }) => status === "stopped");
  expect(await offersOf(pool)).toBe(0);
  expect(await onLedger(pool)).toBe(0n);
}

test("what is stopped before its ladder is signed never stands in the book", async () => {
  await world.start(pool);
  await world.lookOnce();
  const { under } = await world.read(pool.id);
  expect(under?.act).toBe("refresh");
  await stop();
  expect(await submissionCollection(world.database).findOne({ id: under?.submissionId ?? 0 })).toMatchObject({
    state: "failed",
    attempt: null,
  });
  await atRest();
});

test("nor what is stopped while it is being signed", async () => {
  await world.start(pool);
  await world.lookOnce();
  const { under } = await world.read(pool.id);
  let isStopped = false;
  await advanceOpen({
    ...world.worker,
    network: {
      ...world.network,
      holdings: async (queries) => {
        if (!isStopped) {
          isStopped = true;
          await stop();
        }
        return world.network.holdings(queries);
      },
    },
  });
  expect(isStopped).toBe(true);
  expect(await submissionCollection(world.database).findOne({ id: under?.submissionId ?? 0 })).toMatchObject({
    state: "failed",
    attempt: null,
  });
  await atRest();
});

test("what was on its way when it was stopped is taken out again", async () => {
  await world.start(pool);
  await world.lookOnce();
  await advanceOpen(world.worker);
  expect((await stop()).status).toBe("stopping");
  await world.close();
  await atRest();
});

test("a ladder that waited too long to be signed is not signed any more, and the next one is", async () => {
  await world.start(pool);
  await world.lookOnce();
  const { under } = await world.read(pool.id);
  world.clock.advance(60_000);
  await advanceOpen(world.worker);
  expect(await submissionCollection(world.database).findOne({ id: under?.submissionId ?? 0 })).toMatchObject({
    state: "failed",
    attempt: null,
  });
  await world.until(pool.id, ({ offers }) => offers.length === 6);
  await stop();
  await atRest();
});

test("an equal market is nothing to do, and one that has moved is one transaction", async () => {
  await standing();
  const { attempts } = await world.read(pool.id);
  for (let turns = 0; turns < 3; turns += 1) await world.turn();
  expect((await world.read(pool.id)).attempts).toBe(attempts);
  world.moveTo(1.05);
  await world.turn();
  await world.turn();
  expect((await world.read(pool.id)).attempts).toBe(attempts + 1);
  await stop();
  await atRest();
});

/** The same numbers again from the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function assertSound(): Promise<void> {
  const { database } = world;
  const { offers } = await database.transaction((session) => readFacts(database, session, pool));
  const prices = (side: "buy" | "sell") =>
    offers.filter((offer) => offer.side === side).map(({ price }) => exactOf(price));
  const highest = prices("buy").toSorted(compareExact).at(-1);
  const [lowest] = prices("sell").toSorted(compareExact);
  if (highest && lowest) expect(compareExact(highest, lowest)).toBeLessThan(0);
  const own = await database.collection("system_issues").countDocuments({ type: "market-making" });
  expect(own).toBe(0);
}

test("whatever dies when, with whoever trades, no offers of it meet, none is left once it is stopped, and all goes back", async () => {
  const seed = Number(process.env["SEED"] ?? Math.floor(performance.now() * 1000) % 100_000);
  console.log(`market-making crash points: SEED=${seed}`);
  const next = numbers(seed);
  const stranger = await world.stranger();
  await world.apply([stranger], [Operation.changeTrust({ asset: world.usd })]);
  await world.apply(
    [world.issuer],
    [Operation.payment({ destination: stranger.publicKey(), asset: world.usd, amount: "100000" })],
  );
  await world.ingest();
  let middle = 1;
  await world.start(pool);
  for (let step = 0; step < 60; step += 1) {
    const what = next();
    if (what < 0.3) await world.lookOnce(next() < 0.3);
    else if (what < 0.5) await advanceOpen(world.worker);
    else if (what < 0.65) await world.close();
    else if (what < 0.8) await world.ingest();
    else if (what < 0.87) {
      middle *= 0.97 + next() * 0.06;
      world.moveTo(middle);
    } else if (what < 0.95) {
      // Somebody takes what is there, on either side.
      const isBuying = next() < 0.5;
      const [selling, buying] = isBuying ? [world.usd, Asset.native()] : [Asset.native(), world.usd];
      const price = (isBuying ? 1 / (middle * 1.03) : middle * 0.97).toFixed(7);
      const offer = { selling, buying, amount: (20 + next() * 80).toFixed(7), price };
      // What they offered before may be in the way: nobody meets themself.
      await world.apply([stranger], [Operation.manageSellOffer(offer)]).catch(() => undefined);
    } else if (what < 0.98) await stop();
    else world.clock.advance(100_000);
    const { status } = await world.read(pool.id);
    if (status === "stopped" && next() < 0.5) await world.start(pool);
    await assertSound();
  }
  await stop();
  await world.until(pool.id, ({ status, under }) => status === "stopped" && under === null);
  expect(await offersOf(pool)).toBe(0);
  expect(await onLedger(pool)).toBe(0n);

  const before = await owned();
  const held = await world.database.transaction((session) => readFacts(world.database, session, pool));
  const { feeSum } = await world.read(pool.id);
  await drainPool(world.runtime, pool);
  for (let step = 0; step < 6; step += 1) {
    await world.lookOnce(true);
    if (next() < 0.7) await advanceOpen(world.worker);
    if (next() < 0.7) await world.close();
    if (next() < 0.7) await world.ingest();
  }
  const closed = await world.until(pool.id, ({ status }) => status === "closed");
  const after = await owned();
  expect(after.usd - before.usd).toBe(held.quote);
  expect(after.xlm - before.xlm).toBe(held.base + held.aside - (BigInt(closed.feeSum) - BigInt(feeSum)));
  expect(await tradeCollection(world.database).countDocuments({ poolId: pool.id })).toBe(closed.tradeCount);
  const wallets = await accountCollection(world.database)
    .find({ _id: { $in: [...pool.wallets] } })
    .toArray();
  expect(wallets.every(({ exists }) => !exists)).toBe(true);
});

async function owned() {
  const account = await accountCollection(world.database).findOne({ _id: world.owner });
  return { xlm: BigInt(account?.balance ?? 0), usd: BigInt(account?.lines[0]?.balance ?? 0) };
}
