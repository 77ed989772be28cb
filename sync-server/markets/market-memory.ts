import { SNAPSHOT_TRADES } from "#schemas/market-data.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import {
  canonicalPair,
  type LedgerOffer,
  type LedgerPool,
  type LedgerTrade,
  type MarketPair,
  pairKey,
} from "#server/platform/network/markets.ts";
import { seenFrom } from "./candles.ts";
import { type DayFigures, DayWindow } from "./day-window.ts";
import { MarketIndex } from "./market-index.ts";
import type { StateDocument } from "./market-store.ts";
import { type MarketLedger, marketKey } from "./stored-changes.ts";

/** A pair as it is kept, with what it did of late. */
export interface PairMemory {
  readonly pair: MarketPair;
  readonly day: DayWindow;
  /** The newest first. */
  readonly tape: readonly LedgerTrade[];
}

/** All that was read of one state. */
export interface MarketContents {
  readonly state: StateDocument;
  readonly offers: readonly LedgerOffer[];
  readonly pools: readonly LedgerPool[];
  readonly pairs: readonly PairMemory[];
}

/** Everything that this process knows of the markets, as of one ledger: books, pools, the latest trades and the last 24 hours. */
export class MarketMemory {
  readonly index: MarketIndex;
  readonly generation: number;
  readonly listed: readonly string[];
  readonly pairs: readonly MarketPair[];
  readonly #days = new Map<string, DayWindow>();
  readonly #tapes = new Map<string, LedgerTrade[]>();
  #place: { readonly sequence: number; readonly ledger: number; readonly closedAt: Date | null };

  constructor({ state, offers, pools, pairs }: MarketContents) {
    const { generation, listed, sequence, ledger, closedAt } = state;
    this.generation = generation;
    this.listed = listed;
    this.index = new MarketIndex(listed.map(assetOfKey));
    this.index.load(offers, pools, ledger);
    this.pairs = pairsOf(listed);
    this.#place = { sequence, ledger, closedAt };
    for (const { pair, day, tape } of pairs) {
      this.#days.set(pairKey(pair), day);
      this.#tapes.set(pairKey(pair), [...tape]);
    }
  }

  get sequence(): number {
    return this.#place.sequence;
  }

  get ledger(): number {
    return this.#place.ledger;
  }

  get closedAt(): Date | null {
    return this.#place.closedAt;
  }

  /** The next ledger that changed something; answers with the pairs, as they are kept, whose book, pool or trades it changed. */
  apply({ sequence, ledger, closedAt, changes }: MarketLedger): readonly MarketPair[] {
    if (sequence !== this.sequence + 1) throw new RangeError(`change ${sequence} after ${this.sequence}`);
    const changed = this.index.apply(ledger, changes);
    for (const trade of changes.trades) this.#note(trade);
    this.#place = { sequence, ledger, closedAt };
    return changed;
  }

  /** Nothing changed up to this ledger. */
  advance(ledger: number, closedAt: Date | null): void {
    if (ledger <= this.ledger) return;
    this.index.advance(ledger);
    this.#place = { ...this.#place, ledger, closedAt };
  }

  /** What a pair, as it is kept, did within 24 hours before the ledger. */
  day(pair: MarketPair): DayFigures {
    return this.#dayOf(pairKey(pair)).at(this.closedAt?.getTime() ?? 0);
  }

  /** The latest trades of two assets, the newest first. */
  tape(pair: MarketPair): readonly LedgerTrade[] {
    return this.#tapes.get(marketKey(pair.base, pair.counter)) ?? [];
  }

  #note(trade: LedgerTrade): void {
    const pair = canonicalPair(trade.sold, trade.bought);
    const key = pairKey(pair);
    this.#dayOf(key).add(seenFrom(pair, trade), trade.closedAt.getTime());
    const tape = this.#tapes.get(key) ?? [];
    this.#tapes.set(key, [trade, ...tape.slice(0, SNAPSHOT_TRADES - 1)]);
  }

  #dayOf(key: string): DayWindow {
    const known = this.#days.get(key) ?? new DayWindow([], null);
    this.#days.set(key, known);
    return known;
  }
}

/** Every pair of assets (by their keys), as pairs are kept. */
export function pairsOf(listed: readonly string[]): MarketPair[] {
  const assets = listed.map(assetOfKey);
  return assets.flatMap((left, index) => assets.slice(index + 1).map((right) => canonicalPair(left, right)));
}
