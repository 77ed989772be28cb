import { storedOffer, storedPool } from "./stored-changes.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AssetName, assetOfKey } from "#server/platform/network/assets.ts";
import type { OfferPage, PoolState } from "#server/platform/network/horizon-offers.ts";
import { canonicalPair, type MarketPair } from "#server/platform/network/markets.ts";
import { cursorAfterLedger, NetworkError } from "#server/platform/network/network.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import { readHistoryOf, writeHistory } from "./backfill.ts";
import { offerCollection, poolCollection, readState, type StateDocument, stateCollection } from "./market-store.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";

/** What recording needs of the process; its transactions are fenced. */
export type RecordingRuntime = Pick<Runtime, "database" | "clock" | "log">;

const BEHIND_PAUSE_MS = 500;
const BEHIND_TRIES = 20;

/** Says that nothing is listed that could be traded. */
export async function beIdle(database: Runtime["database"], before: StateDocument | null): Promise<void> {
  const fields = { ...EMPTY, phase: "idle" as const, generation: (before?.generation ?? 0) + 1 };
  await database.transaction((session) =>
    stateCollection(database).updateOne({ _id: "markets" }, { $set: fields }, { session, upsert: true }),
  );
}

const EMPTY = { sequence: 0, ledger: 0, closedAt: null, cursor: null, liveFrom: 0, listed: [], isRebuildAsked: false };

/**
 * Reads the books, pools and past trades of all pairs of `listed` into the database, as the beginning of a new generation.
 * It begins at the ledger that Horizon knows by then, and is exact from the newest ledger on that any of its answers was of:
 * up to there the ledgers are applied again, which changes nothing twice. What is interrupted is begun anew. `onBegun` is
 * called once the former index no longer counts.
 */
export async function buildIndex(
  runtime: RecordingRuntime,
  source: SnapshotReader,
  listed: readonly string[],
  signal: AbortSignal,
  onBegun: () => void,
): Promise<void> {
  const { database, log } = runtime;
  const beganMs = performance.now();
  const generation = await begin(runtime, listed);
  onBegun();
  await clean(database, generation);
  const head = await source.head();
  const assets = listed.map(assetOfKey);
  const pairs = assets.flatMap((left, index) => assets.slice(index + 1).map((right) => canonicalPair(left, right)));
  let newest = head.sequence;
  let offers = 0;
  for (const { base, counter } of pairs) {
    for (const [selling, buying] of [
      [base, counter],
      [counter, base],
    ] as const) {
      const read = await readOffers({ runtime, source, signal, generation, head }, selling, buying);
      newest = Math.max(newest, read.ledger);
      offers += read.count;
    }
    const { ledger, pool } = await readPool({ runtime, source, signal, generation, head }, { base, counter });
    newest = Math.max(newest, ledger);
    signal.throwIfAborted();
    const history = await readHistoryOf(source, { base, counter }, head);
    await writeHistory(runtime, { base, counter }, pool?.poolId ?? null, head, history);
  }
  await finish(runtime, generation, head, newest);
  const ms = Math.round(performance.now() - beganMs);
  log.info({ generation, pairs: pairs.length, offers, ledger: head.sequence, ms }, "the markets were read in");
}

/** Everything that is read from now on is of a new generation. */
async function begin({ database }: RecordingRuntime, listed: readonly string[]): Promise<number> {
  return database.transaction(async (session) => {
    const generation =
      ((await stateCollection(database).findOne({ _id: "markets" }, { session }))?.generation ?? 0) + 1;
    const fields = { ...EMPTY, phase: "building" as const, generation, listed };
    await stateCollection(database).updateOne({ _id: "markets" }, { $set: fields }, { session, upsert: true });
    return generation;
  });
}

/** Takes away earlier generations: what somebody still writes of them is read by nobody. */
async function clean(database: Runtime["database"], generation: number): Promise<void> {
  await database.unhurried(async (patient) => {
    await offerCollection(patient).deleteMany({ generation: { $lt: generation } });
    await poolCollection(patient).deleteMany({ generation: { $lt: generation } });
  });
}

interface Building {
  readonly runtime: RecordingRuntime;
  readonly source: SnapshotReader;
  readonly signal: AbortSignal;
  readonly generation: number;
  readonly head: LedgerHead;
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

/** Unless somebody else began meanwhile, ledgers are recorded from now on. */
async function finish(
  { database }: RecordingRuntime,
  generation: number,
  head: LedgerHead,
  newest: number,
): Promise<void> {
  const fields = {
    phase: newest > head.sequence ? ("building" as const) : ("live" as const),
    ledger: head.sequence,
    closedAt: head.closedAt,
    cursor: cursorAfterLedger(head.sequence),
    liveFrom: newest,
  };
  await database.transaction((session) =>
    stateCollection(database).updateOne({ _id: "markets", generation }, { $set: fields }, { session }),
  );
}

/** Has the index built anew by whichever process records; answers with the generation that it has now. */
export async function askRebuild(database: Runtime["database"]): Promise<number> {
  await stateCollection(database).updateOne({ _id: "markets" }, { $set: { isRebuildAsked: true } });
  return (await readState(database))?.generation ?? 0;
}
