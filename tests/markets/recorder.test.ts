import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { fencedBy } from "#server/platform/jobs/leased-loop.ts";
import { LeaseLostError, openLeases } from "#server/platform/jobs/leases.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { integerFrom, oneOf, randomFrom, type Random } from "#tests/faults/stellar/random.ts";
import { letLive } from "./follow.ts";
import { seeds } from "./seeds.ts";
import { Town } from "./town.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { askRebuild } from "#server/markets/build-index.ts";
import { ledgerCollection, offerCollection, readState, tradeCollection } from "#server/markets/market-store.ts";
import { Recorder } from "#server/markets/recorder.ts";
import { askedPair } from "#server/markets/market-view.ts";
import { aProcess, expectSame, expectStored, loadedOf, NEVER, stateOf, soon } from "./recording.ts";

// Every step of these asks a network and a database, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const LIMITS = ["100000000", "4000", "100000000"];
let mongo: TestMongo;
const opened: Database[] = [];
const towns: Town[] = [];

beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(async () => {
  await Promise.all(towns.map((town) => town.stop()));
  await Promise.all(opened.map((database) => database.close()));
  await mongo.stop();
});

async function aTown(seed: string): Promise<{ readonly town: Town; readonly database: Database }> {
  const town = await Town.open(seed, { people: 4, assets: 3, limits: LIMITS });
  towns.push(town);
  const database = await openDatabase(mongo.url, `markets-${seed}`, 10_000);
  opened.push(database);
  return { town, database };
}

/** A database that dies now and then, before or right after it stores what it is given. */
function mortal(database: Database, random: Random): Database {
  return {
    ...database,
    transaction: async (work) => {
      const fate = integerFrom(random, 0, 9);
      if (fate === 0) throw new Error("killed before");
      const done = await database.transaction(work);
      if (fate === 1) throw new Error("killed after");
      return done;
    },
  };
}

test.each(seeds("RECORDER_SEED", 1))(
  "whatever dies when, and whoever else records (seed %i), everything is stored exactly once",
  async (seed) => {
    // What people do is the same at every speed of the machine.
    const random = randomFrom(seed);
    const death = randomFrom(seed + 1000);
    const { town, database } = await aTown(`seed-${seed}`);
    await letLive(town, random, 25);
    let processes = [aProcess(town, database), aProcess(town, database)];
    const watching = aProcess(town, database);
    await watching.follower.start();
    for (let round = 0; round < 16; round += 1) {
      await letLive(town, random, integerFrom(random, 1, 4));
      const busy = oneOf(death, processes);
      const within = mortal(database, death);
      await busy.recorder.step({ ...busy.runtime, database: within }, NEVER).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.startsWith("killed"))) throw error;
        // Nothing of a process that was killed goes on.
        if (integerFrom(death, 0, 1) === 0)
          processes = processes.map((each) => (each === busy ? aProcess(town, database) : each));
      });
      if (integerFrom(death, 0, 11) === 0) await askRebuild(database);
    }
    await letLive(town, random, 1);
    const [last] = processes;
    await last?.record();
    const stored = await expectStored(database, town);
    await soon(() => watching.follower.memory?.ledger === town.ledger);
    expectSame(watching.follower.memory, stored, town);
    await watching.follower.stop();
    if (seed !== 1) return;
    // What never happened proves nothing.
    expect(await tradeCollection(database).countDocuments({})).toBeGreaterThan(20);
    expect(await tradeCollection(database).countDocuments({ seller: "" })).toBeGreaterThan(0);
  },
);

test("the own process is handed what was recorded; one that was killed in between reads it at its next start", async () => {
  const { town, database } = await aTown("hand-over");
  await letLive(town, randomFrom(3), 10);
  const process = aProcess(town, database);
  await process.record();
  await process.follower.start();
  await soon(() => process.follower.memory);
  const told: number[] = [];
  process.follower.onChange((changed) => told.push(changed?.length ?? -1));
  await letLive(town, randomFrom(4), 6);
  await process.record();
  // At once, and without another look at the database.
  expect(process.follower.memory?.ledger).toBe(town.ledger);
  expect(told.some((pairs) => pairs > 0)).toBe(true);
  expectSame(process.follower.memory, await loadedOf(database), town);

  await letLive(town, randomFrom(5), 6);
  const killed = process.recorderWith({
    knows: () => null,
    catchUp: () => undefined,
    handOver: () => {
      throw new Error("killed");
    },
  });
  await expect(killed.step(process.runtime, NEVER)).rejects.toThrow("killed");
  const next = aProcess(town, database);
  await next.record();
  await next.follower.start();
  await soon(() => next.follower.memory?.ledger === town.ledger);
  expectSame(next.follower.memory, await expectStored(database, town), town);
  // The one that went on without being handed anything found it in the database.
  await soon(() => process.follower.memory?.ledger === town.ledger);
  expectSame(process.follower.memory, await loadedOf(database), town);
  await Promise.all([process.follower.stop(), next.follower.stop()]);
});

test("whoever lost the lease writes nothing, and who has it goes on", async () => {
  const { town, database } = await aTown("lease");
  const leases = openLeases(database, 60_000);
  const lease = await leases.acquire("markets");
  if (!lease) throw new Error("no lease");
  const process = aProcess(town, database);
  const fenced = fencedBy(leases, lease, database);
  await process.record(fenced);
  await letLive(town, randomFrom(6), 5);
  // Somebody took over while this process was paused.
  const taking = { $set: { holder: "another" }, $inc: { token: 1 } };
  await database.collection<{ _id: string }>("leases").updateOne({ _id: "markets" }, taking);
  const before = await readState(database);
  await expect(process.recorder.step({ ...process.runtime, database: fenced }, NEVER)).rejects.toThrow(LeaseLostError);
  expect(await readState(database)).toEqual(before);
  const other = aProcess(town, database);
  await other.record();
  await expectStored(database, town);
});

test("a page told twice, and a page with a gap, change nothing", async () => {
  const { town, database } = await aTown("pages");
  await letLive(town, randomFrom(7), 8);
  const process = aProcess(town, database);
  await process.record();
  const before = await readState(database);
  await letLive(town, randomFrom(8), 8);
  const listing = () => Promise.resolve({ assets: town.listed.slice(1).map(({ name }) => name) });
  const snapshots = { ...town.markets, ...town.snapshots };
  const withNetwork = (network: typeof town.rpc) =>
    new Recorder({ network, snapshots, listing, heir: process.follower });
  const gappy = withNetwork({
    ...town.rpc,
    transactions: async (cursor, limit) => {
      const page = await town.rpc.transactions(cursor, limit);
      const { transactions } = page;
      const left = transactions.findIndex(({ ledger }, index) => transactions[index + 1]?.ledger === ledger);
      expect(left).toBeGreaterThanOrEqual(0);
      return { ...page, transactions: transactions.toSpliced(left, 1) };
    },
  });
  await expect(gappy.step(process.runtime, NEVER)).rejects.toThrow(NetworkError);
  expect(await readState(database)).toEqual(before);
  let first: Awaited<ReturnType<typeof town.rpc.transactions>> | null = null;
  const repeating = withNetwork({
    ...town.rpc,
    transactions: async (cursor, limit) => (first ??= await town.rpc.transactions(cursor, limit)),
  });
  await repeating.step(process.runtime, NEVER);
  const once = await expectStored(database, town);
  await expect(repeating.step(process.runtime, NEVER)).rejects.toThrow("gap");
  expectSame(await loadedOf(database), once, town);
});

test("ledgers larger than a page are recorded whole", async () => {
  const { town, database } = await aTown("small-pages");
  const process = aProcess(town, database);
  await process.record();
  await letLive(town, randomFrom(9), 12);
  const listing = () => Promise.resolve({ assets: town.listed.slice(1).map(({ name }) => name) });
  const snapshots = { ...town.markets, ...town.snapshots };
  const recorder = new Recorder({ network: town.rpc, snapshots, listing, heir: process.follower }, 3);
  for (let found = "more"; found === "more";) found = await recorder.step(process.runtime, NEVER);
  await expectStored(database, town);
});

test("what is listed and delisted comes and goes within the index, which tells of the rest all the while", async () => {
  const { town, database } = await aTown("extended");
  await letLive(town, randomFrom(13), 15);
  const few = aProcess(town, database, town.listed.slice(0, 2));
  await few.follower.start();
  await few.record();
  const first = await stateOf(database, town);
  expect(first.listed).toHaveLength(2);
  const all = aProcess(town, database);
  await all.follower.start();
  const phases = new Set<string>();
  few.follower.onChange(() => phases.add(few.follower.phase));
  await all.record();
  const { generation } = await stateOf(database, town);
  expect(generation).toBe(first.generation);
  for (const { follower } of [few, all]) await soon(() => follower.memory?.listed.length === town.listed.length);
  expectSame(few.follower.memory, await expectStored(database, town), town);
  expect([...phases]).toEqual(["live"]);
  await letLive(town, randomFrom(14), 8);
  await all.record();
  await soon(() => few.follower.memory?.ledger === town.ledger);
  expectSame(few.follower.memory, await expectStored(database, town), town);

  await few.record();
  await soon(() => all.follower.memory?.listed.length === 2);
  const [, , gone] = town.listed.map(({ name }) => assetKey(name));
  expect(await offerCollection(database).countDocuments({ selling: gone ?? "" })).toBe(0);
  await letLive(town, randomFrom(15), 8);
  await few.record();

  // Whoever dies while the rest is read in has changed nothing that anybody sees.
  const dying = { ...database, transaction: () => Promise.reject(new Error("killed")) };
  await expect(all.record(dying)).rejects.toThrow("killed");
  expect((await stateOf(database, town)).listed).toHaveLength(2);
  await letLive(town, randomFrom(16), 3);
  await few.record();
  await all.record();
  await soon(() => all.follower.memory?.listed.length === town.listed.length);
  expectSame(all.follower.memory, await expectStored(database, town), town);
});

test("once the last asset is delisted, whoever looks at it is told that it is followed no more", async () => {
  const { town, database } = await aTown("emptied");
  await letLive(town, randomFrom(17), 5);
  const all = aProcess(town, database);
  await all.follower.start();
  await all.record();
  await soon(() => all.follower.memory !== null);
  const [pair] = town.pairs;
  if (!pair) throw new Error("a town without pairs");
  const feed = all.feedWith(() => 0);
  const told: object[] = [];
  const board = await feed.open(askedPair(pair), (delta) => told.push(delta));
  expect(board?.isOver).toBe(false);
  await aProcess(town, database, town.listed.slice(0, 1)).record();
  await soon(() => all.follower.phase === "idle" && told.length > 0);
  expect(board?.isOver).toBe(true);
  // Also where something is listed by now that nobody has begun to follow.
  expect(await feed.isListed(pair)).toBe(false);
  feed.stop();
  await all.follower.stop();
});

test("a history that the network forgot and a word of an operator each build a new index", async () => {
  const { town, database } = await aTown("rebuilt");
  await letLive(town, randomFrom(10), 15);
  const all = aProcess(town, database);
  await all.follower.start();
  await all.record();
  await expectStored(database, town);
  const second = await stateOf(database, town);

  // An index that went wrong is put right.
  await offerCollection(database).deleteMany({});
  await tradeCollection(database).deleteMany({});
  await letLive(town, randomFrom(11), 3);
  await askRebuild(database);
  await all.record();
  const third = await stateOf(database, town);
  expect(third.generation).toBeGreaterThan(second.generation);
  await soon(() => all.follower.memory?.ledger === town.ledger && all.follower.memory.generation === third.generation);
  expectSame(all.follower.memory, await expectStored(database, town), town);

  await letLive(town, randomFrom(12), 3);
  const forgetful = new Recorder({
    network: {
      ...town.rpc,
      transactions: async (cursor, limit) => {
        const page = await town.rpc.transactions(cursor, limit);
        return { ...page, oldestLedger: forgottenUpTo };
      },
    },
    snapshots: { ...town.markets, ...town.snapshots },
    listing: () => Promise.resolve({ assets: town.listed.slice(1).map(({ name }) => name) }),
    heir: all.follower,
  });
  let forgottenUpTo = town.ledger;
  await forgetful.step(all.runtime, NEVER);
  forgottenUpTo = 0;
  for (let found = "more"; found === "more";) found = await forgetful.step(all.runtime, NEVER);
  expect((await stateOf(database, town)).generation).toBeGreaterThan(third.generation);
  await expectStored(database, town);
  await all.follower.stop();
});

test("while an index is built there is none, and what happens meanwhile is in it once it is there", async () => {
  const { town, database } = await aTown("building");
  await letLive(town, randomFrom(13), 10);
  const process = aProcess(town, database);
  await process.follower.start();
  expect(process.follower.phase).toBe("building");
  const random = randomFrom(14);
  const snapshots = {
    ...town.markets,
    ...town.snapshots,
    offers: async (...asked: Parameters<typeof town.snapshots.offers>) => {
      await letLive(town, random, 1);
      expect(process.follower.memory).toBeNull();
      return town.snapshots.offers(...asked);
    },
  };
  const listing = () => Promise.resolve({ assets: town.listed.slice(1).map(({ name }) => name) });
  const recorder = new Recorder({ network: town.rpc, snapshots, listing, heir: process.follower });
  for (let found = "more"; found === "more";) found = await recorder.step(process.runtime, NEVER);
  expectSame(await loadedOf(database), await expectStored(database, town), town);
  await soon(() => process.follower.memory?.ledger === town.ledger);
  await process.follower.stop();
});

test("a Horizon that does not answer, or is behind, leaves the index unbuilt until it does", async () => {
  const { town, database } = await aTown("horizon-away");
  await letLive(town, randomFrom(15), 6);
  const process = aProcess(town, database);
  let isAway = true;
  const away = () => Promise.reject(new NetworkError("no Horizon answered"));
  const snapshots = {
    ...town.markets,
    ...town.snapshots,
    pool: (pair: Parameters<typeof town.snapshots.pool>[0]) => (isAway ? away() : town.snapshots.pool(pair)),
  };
  const listing = () => Promise.resolve({ assets: town.listed.slice(1).map(({ name }) => name) });
  const recorder = new Recorder({ network: town.rpc, snapshots, listing, heir: process.follower });
  await expect(recorder.step(process.runtime, NEVER)).rejects.toThrow(NetworkError);
  expect((await readState(database))?.phase).toBe("building");
  isAway = false;
  for (let found = "more"; found === "more";) found = await recorder.step(process.runtime, NEVER);
  await expectStored(database, town);
});

test("a process that missed what is no longer kept reads everything anew", async () => {
  const { town, database } = await aTown("missed");
  await letLive(town, randomFrom(16), 6);
  const process = aProcess(town, database);
  await process.record();
  const late = aProcess(town, database);
  await late.follower.start();
  await soon(() => late.follower.memory);
  await letLive(town, randomFrom(17), 8);
  const forgetting: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (session) => {
        const done = await work(session);
        await ledgerCollection(database).deleteMany({}, { session });
        return done;
      }),
  };
  await process.record(forgetting);
  await soon(() => late.follower.memory?.ledger === town.ledger);
  expectSame(late.follower.memory, await expectStored(database, town), town);
  await late.follower.stop();
});
