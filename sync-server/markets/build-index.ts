import type { Runtime } from "#server/platform/http/runtime.ts";
import { cursorAfterLedger } from "#server/platform/network/network.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import { pairsOf } from "./market-memory.ts";
import { offerCollection, poolCollection, readState, type StateDocument, stateCollection } from "./market-store.ts";
import { readPairs, type RecordingRuntime } from "./read-pair.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";

/** Says that nothing is listed that could be traded. */
export async function beIdle(database: Runtime["database"], before: StateDocument | null): Promise<void> {
  const fields = { ...EMPTY, phase: "idle" as const, generation: (before?.generation ?? 0) + 1 };
  await database.transaction((session) =>
    stateCollection(database).updateOne({ _id: "markets" }, { $set: fields }, { session, upsert: true }),
  );
}

const EMPTY = { sequence: 0, ledger: 0, closedAt: null, cursor: null, liveFrom: 0, listed: [], isRebuildAsked: false };

interface Begun {
  readonly generation: number;
  /** Up to when it is known what was traded (ms); infinity where nothing is. */
  readonly filledFromMs: number;
}

/**
 * Reads the books, pools and past trades of all pairs of `listed` into the database, as the beginning of a new generation.
 * It begins at the ledger that Horizon knows by then, and is exact from the newest ledger on that any of its answers was of:
 * up to there the ledgers are applied again, which changes nothing twice. What was traded since the index before it is filled as well. What is interrupted is begun anew. `onBegun` is
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
  const { generation, filledFromMs } = await begin(runtime, listed);
  onBegun();
  await clean(database, generation);
  const head = await source.head();
  const pairs = pairsOf(listed);
  const building = { runtime, source, signal, generation, head, filledFromMs };
  const { ledger: newest, offers } = await readPairs(building, pairs);
  await finish(runtime, generation, head, newest);
  const ms = Math.round(performance.now() - beganMs);
  log.info({ generation, pairs: pairs.length, offers, ledger: head.sequence, ms }, "the markets were read in");
}

/** Everything that is read from now on is of a new generation. */
async function begin({ database }: RecordingRuntime, listed: readonly string[]): Promise<Begun> {
  return database.transaction(async (session) => {
    const before = await stateCollection(database).findOne({ _id: "markets" }, { session });
    const generation = (before?.generation ?? 0) + 1;
    // One that was interrupted is begun anew with what was known before it.
    const filledFrom = before?.closedAt ?? before?.filledFrom ?? null;
    const fields = { ...EMPTY, phase: "building" as const, generation, listed, filledFrom };
    await stateCollection(database).updateOne({ _id: "markets" }, { $set: fields }, { session, upsert: true });
    return { generation, filledFromMs: filledFrom?.getTime() ?? Infinity };
  });
}

/** Takes away earlier generations: what somebody still writes of them is read by nobody. */
async function clean(database: Runtime["database"], generation: number): Promise<void> {
  await database.unhurried(async (patient) => {
    await offerCollection(patient).deleteMany({ generation: { $lt: generation } });
    await poolCollection(patient).deleteMany({ generation: { $lt: generation } });
  });
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
    filledFrom: null,
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
