import { expect } from "vitest";
import type { Database } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { pairKey, type PricedCandle } from "#server/platform/network/markets.ts";
import { isCanonical, standingAt, standingOf, tradesAt } from "./compare.ts";
import { eventually } from "#tests/support/app.ts";
import type { Town } from "./town.ts";
import { CANDLE_SIZES, candleOf, poolKey, seenFrom, startOf, withTrade } from "#server/markets/candles.ts";
import { Feed } from "#server/markets/feed.ts";
import { Follower } from "#server/markets/follower.ts";
import { loadMemory } from "#server/markets/load-memory.ts";
import type { MarketMemory } from "#server/markets/market-memory.ts";
import {
  candleCollection,
  offerCollection,
  poolCollection,
  readState,
  type StateDocument,
  tradeCollection,
} from "#server/markets/market-store.ts";
import { type Heir, Recorder } from "#server/markets/recorder.ts";
import { openUnlistedPairs } from "#server/markets/unlisted-pairs.ts";
import { offerOf, poolOf, tradeOf } from "#server/markets/stored-changes.ts";

/** Asks until it is true, on a machine that may be busy. */
export function soon<T>(ask: () => Promise<T | null | undefined | false> | T | null | undefined | false): Promise<T> {
  return eventually(ask, 60_000);
}

export const NEVER = new AbortController().signal;
const log = createLog("silent");

/** A process that records a town, with what it keeps in memory. */
export function aProcess(town: Town, database: Database, listed = town.listed) {
  const runtime = { database, log, clock: { now: () => new Date() } };
  const follower = new Follower(runtime);
  const listing = () => Promise.resolve({ assets: listed.slice(1).map(({ name }) => name) });
  const snapshots = { ...town.markets, ...town.snapshots };
  const recorderWith = (heir: Heir) => new Recorder({ network: town.rpc, snapshots, listing, heir });
  const recorder = recorderWith(follower);
  const feedWith = (lag: () => number) =>
    new Feed({ follower, lag: { lag }, listing, unlisted: openUnlistedPairs(snapshots) });
  return {
    runtime,
    follower,
    recorder,
    feedWith,
    recorderWith,
    /** Records until there is nothing more. */
    async record(within: Database = database): Promise<void> {
      for (let found = "more"; found === "more";) found = await recorder.step({ ...runtime, database: within }, NEVER);
    },
  };
}

/** The state once everything up to the town's newest ledger is recorded. */
export async function stateOf(database: Database, town: Town): Promise<StateDocument> {
  const state = await readState(database);
  expect(state).toMatchObject({ phase: "live", ledger: town.ledger });
  if (!state) throw new Error("no state");
  return state;
}

/** What is stored is what Horizon says of the same ledger: offers, pools, every trade since the beginning, and all candles. */
export async function expectStored(database: Database, town: Town): Promise<MarketMemory> {
  const { generation } = await stateOf(database, town);
  const offers = await offerCollection(database).find({ generation }).map(offerOf).toArray();
  const pools = await poolCollection(database).find({ generation }).map(poolOf).toArray();
  const standing = await standingAt(town);
  expect(offers.toSorted((left, right) => Number(left.offerId) - Number(right.offerId))).toEqual(standing.offers);
  expect(pools.toSorted((left, right) => (left.poolId < right.poolId ? -1 : 1))).toEqual(standing.pools);
  for (const pair of town.pairs.filter(isCanonical)) {
    const trades = await tradesAt(town.snapshots, pair);
    const stored = tradeCollection(database).find({ pair: pairKey(pair) }, { sort: { _id: 1 } });
    expect(await stored.map(tradeOf).toArray()).toEqual(trades);
    for (const size of CANDLE_SIZES) {
      const found = await candleCollection(database)
        .find({ pair: pairKey(pair), size }, { sort: { at: 1 } })
        .map(candleOf)
        .toArray();
      const toMs = 1e13;
      const told = await town.markets.candles(pair, { size, fromMs: 0, toMs });
      expect(found.map(comparable), `${size} of ${pairKey(pair)}`).toEqual(told.map(comparable));
    }
    const byPool = Map.groupBy(trades, ({ maker }) => (maker.kind === "pool" ? maker.poolId : ""));
    for (const [poolId, own] of byPool) {
      if (poolId === "") continue;
      const hours = new Map<number, PricedCandle>();
      for (const trade of own) {
        const startMs = startOf("1h", trade.closedAt.getTime());
        hours.set(startMs, withTrade(hours.get(startMs) ?? null, startMs, seenFrom(pair, trade)));
      }
      const kept = candleCollection(database).find({ pair: poolKey(poolId) }, { sort: { at: 1 } });
      expect(await kept.map(candleOf).toArray()).toEqual([...hours.values()]);
    }
  }
  return loadedOf(database);
}

export async function loadedOf(database: Database): Promise<MarketMemory> {
  const { memory } = await loadMemory(database);
  if (!memory) throw new Error("nothing to load");
  return memory;
}

/** Two memories of the same ledger say the same. */
export function expectSame(one: MarketMemory | null, other: MarketMemory, town: Town): void {
  if (!one) throw new Error("there is no memory");
  expect([one.generation, one.sequence, one.ledger]).toEqual([other.generation, other.sequence, other.ledger]);
  expect(standingOf(one.index)).toEqual(standingOf(other.index));
  for (const pair of town.pairs.filter(isCanonical)) {
    expect(one.tape(pair)).toEqual(other.tape(pair));
    const [left, right] = [one.day(pair), other.day(pair)];
    expect({ ...left, ...pricesOf(left) }).toEqual({ ...right, ...pricesOf(right) });
  }
}

/** The same price in other words is the same. */
function comparable(candle: PricedCandle) {
  return { ...candle, ...pricesOf(candle) };
}

function pricesOf<T extends { readonly [K in "open" | "high" | "low" | "close" | "last"]?: unknown }>(of: T) {
  const { open, high, low } = of;
  return Object.fromEntries(Object.entries({ open, high, low }).map(([name, price]) => [name, decimal(price)]));
}

function decimal(price: unknown): string {
  if (typeof price !== "object" || price === null || !("n" in price) || !("d" in price)) return String(price);
  return String((BigInt(String(price.n)) * 10n ** 30n) / BigInt(String(price.d)));
}
