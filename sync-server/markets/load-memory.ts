import type { ClientSession } from "mongodb";
import { SNAPSHOT_TRADES } from "#schemas/market-data.ts";
import type { Database } from "#server/platform/db/database.ts";
import { CANDLE_MS, type MarketPair, pairKey } from "#server/platform/network/markets.ts";
import { candleOf, seenFrom, startOf } from "./candles.ts";
import { DayWindow } from "./day-window.ts";
import { MarketMemory, pairsOf, type PairMemory } from "./market-memory.ts";
import {
  candleCollection,
  ledgerCollection,
  offerCollection,
  poolCollection,
  type StateDocument,
  stateCollection,
  tradeCollection,
} from "./market-store.ts";
import { ledgerOf, type MarketLedger, offerOf, poolOf, tradeOf } from "./stored-changes.ts";

/** The state there is, and everything of it where it is of use to anybody. */
export interface Loaded {
  readonly state: StateDocument | null;
  readonly memory: MarketMemory | null;
}

const AT_ONCE = 5000;

/** Reads everything at one moment of the database, so that all of it is of the state that is read with it. */
export function loadMemory(database: Database): Promise<Loaded> {
  return database.transaction(async (session) => {
    const state = await stateCollection(database).findOne({ _id: "markets" }, { session });
    if (state?.phase !== "live") return { state, memory: null };
    const { generation } = state;
    const options = { session, batchSize: AT_ONCE };
    const offers = await offerCollection(database).find({ generation }, options).map(offerOf).toArray();
    const pools = await poolCollection(database).find({ generation }, options).map(poolOf).toArray();
    const pairs: PairMemory[] = [];
    for (const pair of pairsOf(state.listed)) pairs.push(await loadPair(database, session, state, pair));
    return { state, memory: new MarketMemory({ state, offers, pools, pairs }) };
  });
}

async function loadPair(
  database: Database,
  session: ClientSession,
  { closedAt }: StateDocument,
  pair: MarketPair,
): Promise<PairMemory> {
  const key = pairKey(pair);
  const since = new Date(startOf("1m", closedAt?.getTime() ?? 0) - CANDLE_MS["1d"]);
  const minutes = await candleCollection(database)
    .find({ pair: key, size: "1m", at: { $gte: since } }, { session, sort: { at: 1 } })
    .map(candleOf)
    .toArray();
  const tape = await tradeCollection(database)
    .find({ pair: key }, { session, sort: { _id: -1 }, limit: SNAPSHOT_TRADES })
    .map(tradeOf)
    .toArray();
  const [newest] = tape;
  // Trades vanish in time, the largest candles do not.
  const week = newest
    ? null
    : await candleCollection(database).findOne({ pair: key, size: "1w" }, { session, sort: { at: -1 } });
  const last = newest ? seenFrom(pair, newest).price : week && candleOf(week).close;
  return { pair, day: new DayWindow(minutes, last), tape };
}

/** What was recorded after a change; null where some of it is no longer kept. */
export async function readLedgersAfter(
  database: Database,
  { generation, sequence }: Pick<MarketLedger, "generation" | "sequence">,
  upTo: number,
): Promise<MarketLedger[] | null> {
  const told = await ledgerCollection(database)
    .find({ generation, sequence: { $gt: sequence } }, { sort: { sequence: 1 } })
    .map(ledgerOf)
    .toArray();
  const isWhole = told.every((each, index) => each.sequence === sequence + 1 + index);
  return isWhole && (told.at(-1)?.sequence ?? sequence) >= upTo ? told : null;
}
