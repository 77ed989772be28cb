import { setTimeout as delay } from "node:timers/promises";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { OfferPage, PoolState } from "#server/platform/network/horizon-offers.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import type { MarketPair } from "#server/platform/network/markets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { readHistoryOf, writeHistory } from "./backfill.ts";
import { offerCollection, poolCollection } from "./market-store.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";
import { storedOffer, storedPool } from "./stored-changes.ts";

/** What recording needs of the process; its transactions are fenced. */
export type RecordingRuntime = Pick<Runtime, "database" | "clock" | "log">;

const BEHIND_PAUSE_MS = 500;
const BEHIND_TRIES = 20;

/** An index that is read in. */
export interface Building {
  readonly runtime: RecordingRuntime;
  readonly source: SnapshotReader;
  readonly signal: AbortSignal;
  readonly generation: number;
  /** From the ledger after this one on, what happens is recorded. */
  readonly head: LedgerHead;
  /** Up to when it is known what was traded (ms); infinity where nothing is: no longer ago than is shown at first. */
  readonly filledFromMs: number;
}

/** Pairs that are read at the same time: most of it is waiting for Horizon. */
const AT_ONCE = 4;

/** What {@link readPair} says of several pairs, all in all. */
export async function readPairs(
  building: Building,
  pairs: readonly MarketPair[],
): Promise<{ readonly ledger: number; readonly offers: number }> {
  let [ledger, offers] = [building.head.sequence, 0];
  const failing = new AbortController();
  const signal = AbortSignal.any([building.signal, failing.signal]);
  const queue = pairs.values();
  const work = async (): Promise<void> => {
    for (const pair of queue) {
      const read = await readPair({ ...building, signal }, pair);
      ledger = Math.max(ledger, read.ledger);
      offers += read.offers;
    }
  };
  const works = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      failing.abort(error);
      throw error;
    }),
  );
  // None goes on writing once the whole was given up.
  await Promise.allSettled(works);
  await Promise.all(works);
  return { ledger, offers };
}

/**
 * Reads a pair's offers, pool and past trades into the database; answers with the newest ledger that any of it is of, and with how
 * many offers there were.
 */
async function readPair(
  building: Building,
  { base, counter }: MarketPair,
): Promise<{ readonly ledger: number; readonly offers: number }> {
  const { runtime, source, signal, head, filledFromMs } = building;
  const asks = await readOffers(building, base, counter);
  const bids = await readOffers(building, counter, base);
  const { ledger, pool } = await readPool(building, { base, counter });
  signal.throwIfAborted();
  const history = await readHistoryOf(source, { base, counter }, head, filledFromMs);
  await writeHistory(runtime, { base, counter }, pool?.poolId ?? null, head, history);
  return { ledger: Math.max(asks.ledger, bids.ledger, ledger), offers: asks.count + bids.count };
}

async function readOffers(
  { runtime, source, signal, generation, head }: Building,
  selling: AssetName,
  buying: AssetName,
): Promise<{ readonly ledger: number; readonly count: number }> {
  let after: string | null = null;
  let [ledger, count] = [head.sequence, 0];
  let writing: Promise<unknown> = Promise.resolve();
  do {
    signal.throwIfAborted();
    const from: string | null = after;
    const page: OfferPage = await atLeast(head, signal, () => source.offers(selling, buying, from));
    ledger = Math.max(ledger, page.ledger);
    count += page.offers.length;
    await writing;
    writing = insert(
      runtime,
      generation,
      page.offers.map((offer) => ({ _id: `${generation} ${offer.offerId}`, generation, ...storedOffer(offer) })),
    );
    after = page.next;
  } while (after !== null);
  await writing;
  return { ledger, count };
}

async function insert(
  { database }: RecordingRuntime,
  generation: number,
  offers: readonly Parameters<ReturnType<typeof offerCollection>["insertOne"]>[0][],
): Promise<void> {
  if (offers.length === 0) return;
  // Outside of a transaction: of a generation that was given up it is harmless.
  await offerCollection(database).bulkWrite(
    offers.map(({ _id, ...offer }) => ({
      replaceOne: { filter: { _id }, replacement: { ...offer, generation }, upsert: true },
    })),
    { ordered: false },
  );
}

async function readPool({ runtime, source, signal, generation, head }: Building, pair: MarketPair): Promise<PoolState> {
  const { ledger, pool } = await atLeast(head, signal, () => source.pool(pair));
  if (pool) {
    const replacement = { generation, ...storedPool(pool) };
    const filter = { _id: `${generation} ${pool.poolId}` };
    await poolCollection(runtime.database).replaceOne(filter, replacement, { upsert: true });
  }
  return { ledger, pool };
}

/** An answer of a Horizon that is not behind the one we began with; asks again until there is one. */
async function atLeast<T extends { readonly ledger: number }>(
  head: LedgerHead,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < BEHIND_TRIES; tries += 1) {
    const answer = await ask();
    if (answer.ledger >= head.sequence) return answer;
    await delay(BEHIND_PAUSE_MS, undefined, { signal });
  }
  throw new NetworkError("Horizon's answers are behind what it said before");
}
