import { setTimeout as delay } from "node:timers/promises";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  CANDLE_MS,
  type LedgerOffer,
  type LedgerPool,
  type MarketPair,
  pairKey,
  type PricedCandle,
} from "#server/platform/network/markets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";
import { candleOf, startOf } from "./candles.ts";
import { pairsOf } from "./market-memory.ts";
import { candleCollection, offerCollection, poolCollection, readState, type StateDocument } from "./market-store.ts";
import { offerOf, poolOf } from "./stored-changes.ts";

interface Store extends Pick<Runtime, "database"> {
  /** Ends the comparison. */
  readonly signal: AbortSignal;
}

/** What is otherwise in the index than at Horizon. */
export interface MarketDifference {
  readonly kind: "offer" | "pool" | "candle";
  /** The offer, the pool, or the pair and when its candle began. */
  readonly id: string;
}

/** Horizon says of one ledger; the index is asked once it has come as far. */
interface Said<T> {
  readonly ledger: number;
  readonly value: T | null;
}

type Kept = LedgerOffer | LedgerPool;

/** A suspicion: how to ask again, and how to look into the index. */
interface Suspect {
  readonly difference: MarketDifference;
  ask(): Promise<Said<Kept>>;
  look(generation: number): Promise<Kept | null>;
}

const ROUNDS = 3;
const ROUND_PAUSE_MS = 1000;
/** More than these are not looked at again: so much does not differ because the market moves. */
const MOST_SUSPECTS = 50;
const CATCH_UP_MS = 60_000;
const LOOK_MS = 200;
const CANDLES_BACK_MS = 2 * CANDLE_MS["1h"];

/**
 * Compares the index with Horizon: every offer and pool by the ledger that last changed it, and the candles of the last two
 * hours. What differs because the market moved on between two answers is asked again until it can be told. Null where there
 * is no index to compare, or another one by the end. Throws NetworkError.
 */
export async function checkIndex(
  { database }: Pick<Runtime, "database">,
  source: SnapshotReader,
  signal: AbortSignal,
): Promise<readonly MarketDifference[] | null> {
  const store = { database, signal };
  const state = await readState(database);
  if (state?.phase !== "live") return null;
  const { generation } = state;
  const found: MarketDifference[] = [];
  for (const pair of pairsOf(state.listed)) {
    signal.throwIfAborted();
    const suspects = [
      ...(await suspectOffers(store, source, generation, pair)),
      ...(await suspectOffers(store, source, generation, { base: pair.counter, counter: pair.base })),
      ...(await suspectPool(store, source, generation, pair)),
    ];
    found.push(...(await proven(store, suspects, generation)), ...(await candlesOf(store, source, pair)));
  }
  return (await readState(database))?.generation === generation ? found : null;
}

async function suspectOffers(
  store: Store,
  source: SnapshotReader,
  generation: number,
  pair: MarketPair,
): Promise<Suspect[]> {
  const { base: selling, counter: buying } = pair;
  const said = new Map<string, LedgerOffer>();
  let [after, newest]: [string | null, number] = [null, 0];
  do {
    const from: string | null = after;
    const page = await source.offers(selling, buying, from);
    for (const offer of page.offers) said.set(offer.offerId, offer);
    newest = Math.max(newest, page.ledger);
    after = page.next;
  } while (after !== null);
  await comeTo(store, generation, newest);
  const [from, to] = pairKey(pair).split("/");
  const stored = offerCollection(store.database).find({ generation, selling: from ?? "", buying: to ?? "" });
  const kept = new Map((await stored.map(offerOf).toArray()).map((offer) => [offer.offerId, offer]));
  const suspicious = [...new Set([...said.keys(), ...kept.keys()])].filter((id) => {
    const [theirs, ours] = [said.get(id) ?? null, kept.get(id) ?? null];
    return !isSame(theirs, ours) && (ours?.ledger ?? 0) <= newest;
  });
  return suspicious.map((id) => ({
    difference: { kind: "offer", id },
    ask: async () => {
      const { ledger, offers } = await source.offers(selling, buying, String(BigInt(id) - 1n));
      return { ledger, value: offers.find(({ offerId }) => offerId === id) ?? null };
    },
    look: async (of) => {
      const document = await offerCollection(store.database).findOne({ _id: `${of} ${id}` });
      return document && offerOf(document);
    },
  }));
}

async function suspectPool(
  { database }: Store,
  source: SnapshotReader,
  generation: number,
  pair: MarketPair,
): Promise<Suspect[]> {
  const stored = await poolCollection(database).find({ generation }).map(poolOf).toArray();
  const key = pairKey(pair);
  const own = stored.find(({ assetA, assetB }) =>
    [pairKey({ base: assetA, counter: assetB }), pairKey({ base: assetB, counter: assetA })].includes(key),
  );
  const { pool } = await source.pool(pair);
  const id = pool?.poolId ?? own?.poolId;
  if (id === undefined) return [];
  return [
    {
      difference: { kind: "pool", id },
      ask: async () => {
        const answer = await source.pool(pair);
        return { ledger: answer.ledger, value: answer.pool };
      },
      look: async (of) => {
        const document = await poolCollection(database).findOne({ _id: `${of} ${id}` });
        return document && poolOf(document);
      },
    },
  ];
}

/** Those of the suspicions that stay when both sides are asked about the same ledger. */
async function proven(store: Store, suspects: readonly Suspect[], generation: number): Promise<MarketDifference[]> {
  let left = suspects.slice(0, MOST_SUSPECTS);
  for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
    if (round > 0) await delay(ROUND_PAUSE_MS, undefined, { signal: store.signal });
    const still: Suspect[] = [];
    for (const suspect of left) {
      const { ledger, value } = await suspect.ask();
      await comeTo(store, generation, ledger);
      const kept = await suspect.look(generation);
      // What the index knows of a later ledger says nothing about this one.
      if (!isSame(value, kept) && (kept?.ledger ?? 0) <= ledger) still.push(suspect);
    }
    left = still;
  }
  return left.map(({ difference }) => difference);
}

/** Waits until the index is of this ledger or a later one. */
async function comeTo({ database, signal }: Store, generation: number, ledger: number): Promise<StateDocument> {
  const deadlineMs = performance.now() + CATCH_UP_MS;
  for (;;) {
    const state = await readState(database);
    if (state && (state.generation !== generation || state.ledger >= ledger)) return state;
    if (performance.now() > deadlineMs) throw new NetworkError("the index of markets is behind Horizon");
    await delay(LOOK_MS, undefined, { signal });
  }
}

/** Stretches that were over, at Horizon and here. */
async function candlesOf(
  { database, signal }: Store,
  source: SnapshotReader,
  pair: MarketPair,
): Promise<MarketDifference[]> {
  const [head, state] = await Promise.all([source.head(), readState(database)]);
  const overMs = startOf("5m", Math.min(head.closedAt.getTime(), state?.closedAt?.getTime() ?? 0));
  const query = { size: "5m" as const, fromMs: Math.max(0, overMs - CANDLES_BACK_MS), toMs: overMs };
  let differing: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await delay(ROUND_PAUSE_MS, undefined, { signal });
    const at = { $gte: new Date(query.fromMs), $lt: new Date(overMs) };
    const stored = candleCollection(database).find({ pair: pairKey(pair), size: "5m", at });
    const own = new Map((await stored.map(candleOf).toArray()).map((candle) => [candle.startMs, candle]));
    const told = new Map((await source.candles(pair, query)).map((candle) => [candle.startMs, candle]));
    const times = new Set([...own.keys(), ...told.keys()]);
    differing = [...times].filter((time) => textOf(own.get(time)) !== textOf(told.get(time))).map(String);
    if (differing.length === 0) return [];
  }
  return differing.map((time) => ({ kind: "candle", id: `${pairKey(pair)} ${time}` }));
}

function textOf(candle: PricedCandle | undefined): string {
  return candle ? [candle.trades, candle.baseVolume, candle.counterVolume].join(" ") : "";
}

function isSame(left: Kept | null, right: Kept | null): boolean {
  return plain(left) === plain(right);
}

function plain(kept: Kept | null): string {
  return JSON.stringify(kept, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}
