import type { MarketDelta, MarketSnapshot, PairQuery } from "#schemas/market-data.ts";
import type { MarketBoard, MarketFeed } from "./market-viewers.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { MarketPair } from "#server/platform/network/markets.ts";
import type { Follower } from "./follower.ts";
import { type LagWatch, MAX_LAG_LEDGERS } from "./lag-watch.ts";
import { Board, noteChange } from "./market-boards.ts";
import type { MarketMemory } from "./market-memory.ts";
import { noContents, pairAsked, pairContents, type Place } from "./market-view.ts";
import { type Listed, listedKeys } from "./recorder.ts";
import type { UnlistedPairs } from "./unlisted-pairs.ts";

export interface FeedDeps {
  readonly follower: Follower;
  readonly lag: Pick<LagWatch, "lag">;
  readonly listing: () => Promise<Listed>;
  readonly unlisted: UnlistedPairs;
}

/** The markets as they are told, on the socket and by REST. */
export class Feed implements MarketFeed {
  readonly #deps: FeedDeps;
  readonly #boards = new Set<Board>();
  readonly #ends: () => void;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#ends = deps.follower.onChange((changed) => noteChange(this.#boards, changed));
  }

  stop(): void {
    this.#ends();
    for (const board of this.#boards) board.close();
  }

  /** Ledgers behind the network. */
  get lag(): number {
    return this.#deps.lag.lag();
  }

  get memory(): MarketMemory | null {
    return this.#deps.follower.memory;
  }

  /** Calls back after each ledger that the memory took in; answers with the way to end that. */
  onLedger(listener: () => void): () => void {
    return this.#deps.follower.onChange(listener);
  }

  place(): Place {
    const { phase, memory } = this.#deps.follower;
    if (phase === "idle") return { state: "live", ledger: 0, closedAt: null };
    if (!memory) return { state: "building", ledger: 0, closedAt: null };
    const state = this.lag > MAX_LAG_LEDGERS ? "behind" : "live";
    return { state, ledger: memory.ledger, closedAt: memory.closedAt?.toISOString() ?? null };
  }

  /** Looks whether it is behind now, or no longer: that is told at once. */
  noteState(): void {
    const { state } = this.place();
    for (const board of this.#boards) board.note(board.state !== state);
  }

  /** Throws `network-unreachable` where nobody knows yet what is listed. */
  async isListed({ base, counter }: MarketPair): Promise<boolean> {
    const { memory } = this;
    if (memory) return isIn(memory, { base, counter });
    // Nothing is followed, and nothing will be before the recorder has begun: what may be listed by now is looked at meanwhile.
    if (this.#deps.follower.phase === "idle") return false;
    const listed = new Set(listedKeys(await this.#deps.listing()));
    return listed.has(assetKey(base)) && listed.has(assetKey(counter));
  }

  async open(asked: PairQuery, tell: (delta: MarketDelta) => void): Promise<MarketBoard | null> {
    const pair = pairAsked(asked);
    if (!(await this.isListed(pair))) return null;
    const read = () => this.#show(pair);
    // Which pairs there are is known again once an index is.
    const isFollowed = () => {
      const { phase, memory } = this.#deps.follower;
      return phase !== "idle" && (memory === null || isIn(memory, pair));
    };
    const board: Board = new Board({ asked, read, tell, isFollowed, onClose: () => this.#boards.delete(board) });
    this.#boards.add(board);
    return board;
  }

  async look(asked: PairQuery, userId: number): Promise<MarketSnapshot> {
    const pair = pairAsked(asked);
    if (!(await this.isListed(pair))) return this.#deps.unlisted.snapshot(asked, userId);
    const { place, contents } = this.#show(pair);
    return { ...asked, ...place, sequence: place.ledger, ...contents };
  }

  #show(pair: MarketPair) {
    const { memory } = this;
    return { place: this.place(), contents: memory ? pairContents(memory, pair) : noContents(pair) };
  }
}

function isIn({ index }: MarketMemory, { base, counter }: MarketPair): boolean {
  return index.isListed(base) && index.isListed(counter);
}
