import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import type { MarketPair } from "#server/platform/network/markets.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { pairsOf } from "./market-memory.ts";
import { offerCollection, poolCollection, type StateDocument, stateCollection } from "./market-store.ts";
import { readPairs, type RecordingRuntime } from "./read-pair.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";

/** A live index, and the assets that it is to be of. */
export interface Extension {
  readonly state: StateDocument;
  readonly listed: readonly string[];
}

/**
 * Has a live index be of other assets, in place: the pairs of what came are read in as of its ledger, those of what went are
 * taken out, and all others stay as they are. What is new is exact from the newest ledger on that any answer was of. Until all is
 * there nobody sees any of it; what is interrupted is begun anew.
 */
export async function extendIndex(
  runtime: RecordingRuntime,
  source: SnapshotReader,
  { state, listed }: Extension,
  signal: AbortSignal,
): Promise<void> {
  const { database, log } = runtime;
  const beganMs = performance.now();
  const { generation } = state;
  const head = headOf(state);
  const [came, went] = [without(listed, state.listed), without(state.listed, listed)];
  // Of an attempt that was interrupted, offers may be left that are no more.
  await takeOut(database, generation, came, null);
  const pairs = pairsOf(listed).filter(({ base, counter }) => isAmong(came, base) || isAmong(came, counter));
  const building = { runtime, source, signal, generation, head, filledFromMs: Infinity };
  const { ledger: newest } = await readPairs(building, pairs);
  await database.transaction(async (session) => {
    const phase = newest > head.sequence ? ("building" as const) : ("live" as const);
    const mine = { _id: state._id, generation, sequence: state.sequence, cursor: state.cursor, isRebuildAsked: false };
    const moved = await stateCollection(database).updateOne(
      mine,
      { $set: { listed, liveFrom: newest, phase } },
      { session },
    );
    if (moved.matchedCount > 0) await takeOut(database, generation, went, session);
  });
  const ms = Math.round(performance.now() - beganMs);
  log.info(
    { generation, came, went, pairs: pairs.length, ledger: head.sequence, ms },
    "the markets are of other assets",
  );
}

/** Whatever else happened up to here is in the index already. */
function headOf({ ledger, closedAt }: StateDocument): LedgerHead {
  if (closedAt === null) throw new Error("a live index is of no time");
  return { sequence: ledger, closedAt };
}

async function takeOut(
  database: Runtime["database"],
  generation: number,
  keys: readonly string[],
  session: ClientSession | null,
): Promise<void> {
  if (keys.length === 0) return;
  const options = session ? { session } : {};
  const some = { $in: [...keys] };
  await offerCollection(database).deleteMany({ generation, $or: [{ selling: some }, { buying: some }] }, options);
  await poolCollection(database).deleteMany({ generation, $or: [{ assetA: some }, { assetB: some }] }, options);
}

function without(keys: readonly string[], others: readonly string[]): string[] {
  return keys.filter((key) => !others.includes(key));
}

function isAmong(keys: readonly string[], asset: MarketPair["base"]): boolean {
  return keys.includes(assetKey(asset));
}
