import { buildIndex } from "#server/markets/build-index.ts";
import { pairsOf } from "#server/markets/market-memory.ts";
import type { SnapshotReader } from "#server/markets/snapshot-reader.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { entityIndexes } from "#server/platform/db/indexes.ts";
import { createLog } from "#server/platform/http/log.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { openHorizonMarkets } from "#server/platform/network/horizon-markets.ts";
import { openHorizonSnapshots } from "#server/platform/network/horizon-offers.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { randomFrom } from "#tests/faults/stellar/random.ts";
import { startMongo, startStellar, type TestStellar } from "#tests/support/embedded.ts";
import { median, type Result, roundsAndLoad } from "./results.ts";
import { makeMarket, nameOf } from "./stellar-market.ts";
import { BenchNetwork, PASSPHRASE } from "./stellar-network.ts";

const SEED = 5;
/** 78 pairs, as they were read from a real Horizon once. */
const LISTED = { assets: 13, offers: 3_490, pools: 10, code: "L" };
const UNLISTED = [0, 35_000];
const UNLISTED_ASSETS = 60;
const GOAL = { kind: "at most", value: 1.5 } as const;
const NEVER = new AbortController().signal;

/**
 * How long all that is listed takes until it is read from our own Horizon and stored, beside what the same questions take where nothing is
 * stored; with nothing else on the network and with ten times as many offers that nobody listed.
 */
export async function measureReadingMarkets(rounds: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const offers of UNLISTED) {
    const { folder, keys, remove } = makeNetwork(offers);
    try {
      const stellar = await startStellar({ closeIntervalMs: 1000, passphrase: PASSPHRASE, from: folder });
      results.push(...(await readIn(stellar, keys, offers, rounds).finally(stellar.stop)));
    } finally {
      remove();
    }
  }
  return results;
}

function makeNetwork(unlisted: number) {
  const bench = new BenchNetwork();
  const random = randomFrom(SEED);
  const { assets } = makeMarket(bench, random, LISTED);
  if (unlisted > 0)
    makeMarket(bench, random, { assets: UNLISTED_ASSETS, offers: unlisted, pools: LISTED.pools * 10, code: "U" });
  bench.stop();
  return {
    folder: bench.directory,
    keys: assets.map((wire) => assetKey(nameOf(wire))).toSorted(),
    remove: () => bench.remove(),
  };
}

async function readIn(
  { rpcUrl, horizonUrl, friendbotUrl, passphrase }: TestStellar,
  keys: readonly string[],
  unlisted: number,
  rounds: number,
): Promise<Result[]> {
  const mongo = await startMongo();
  const database = await openDatabase(mongo.url, "bench-reading", 10_000);
  try {
    await entityIndexes.run(database, new Date());
    const config = { rpcUrls: [rpcUrl], horizonUrls: [horizonUrl], passphrase, friendbotUrl, demoUrl: null };
    const network = openRpcNetwork(config);
    const source = { ...openHorizonMarkets(config, network), ...openHorizonSnapshots(config, network) };
    const runtime = { database, log: createLog("silent"), clock: { now: () => new Date() } };
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      const builtS = await secondsOf(() => buildIndex(runtime, source, keys, NEVER, () => undefined));
      const askedS = await secondsOf(() => askAll(source, keys));
      if (round < 0) continue;
      own.push(builtS);
      other.push(askedS);
    }
    const beside = unlisted === 0 ? "nothing else" : `${unlisted} offers that are not listed`;
    return [
      {
        name: `78 pairs read in, beside ${beside}`,
        value: median(own),
        unit: "s",
        goal: GOAL,
        note: `${LISTED.offers} offers; ${median(other).toFixed(2)} s where nothing is stored (${roundsAndLoad(rounds)})`,
      },
    ];
  } finally {
    await database.close();
    await mongo.stop();
  }
}

/** As many at the same time as where they are stored. */
async function askAll(source: SnapshotReader, keys: readonly string[]): Promise<void> {
  const queue = pairsOf(keys).values();
  const work = async () => {
    for (const pair of queue) {
      await source.offers(pair.base, pair.counter, null);
      await source.offers(pair.counter, pair.base, null);
      await source.pool(pair);
      await source.trades(pair, null, 200);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
