import {
  BOOK_LEVELS,
  type BookLevelRow,
  type MarketDelta,
  type MarketSnapshot,
  type PairQuery,
} from "#schemas/market-data.ts";
import { ZERO_AMOUNT } from "#schemas/values/money.ts";
import type { MarketBoard } from "./market-viewers.ts";
import { canonicalPair, pairKey } from "#server/platform/network/markets.ts";
import type { Changed } from "./follower.ts";
import { pairAsked, type PairContents, type Place } from "./market-view.ts";

/** A pair is told of no oftener than this. */
const TELL_EVERY_MS = 50;
/** A pair in which nothing happens is told of so often, that people see how old it is. */
const QUIET_MS = 5000;

/** What a board shows at the moment. */
export interface Shown {
  readonly place: Place;
  readonly contents: PairContents;
}

export interface BoardOptions {
  readonly asked: PairQuery;
  readonly read: () => Shown;
  readonly tell: (delta: MarketDelta) => void;
  /** Whether the pair is followed still; what was delisted is not. */
  readonly isFollowed: () => boolean;
  readonly onClose: () => void;
}

/**
 * What everybody who looks at a pair in this process was told of it, so that all of them are sent the same changes. Looks
 * again whenever it is told that the pair changed, at once or as soon as it may.
 */
export class Board implements MarketBoard {
  readonly pair: string;
  readonly #options: BoardOptions;
  #told: Shown;
  #sequence: number;
  #toldAtMs = performance.now();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: BoardOptions) {
    const { base, counter } = pairAsked(options.asked);
    this.pair = pairKey(canonicalPair(base, counter));
    this.#options = options;
    this.#told = options.read();
    this.#sequence = this.#told.place.ledger;
  }

  /** What was told last: the next change goes on from it. */
  snapshot(): MarketSnapshot {
    const { place, contents } = this.#told;
    return { ...this.#options.asked, ...place, sequence: this.#sequence, ...contents };
  }

  /** Says that there is nothing new, to whom has to look anew since something was not sent. */
  hint(): MarketDelta {
    const { place } = this.#told;
    const at = { previous: this.#sequence, sequence: this.#sequence };
    return { ...this.#options.asked, ...place, ...at, bids: [], asks: [], trades: [] };
  }

  /** `changed`: whether the pair itself did, or only time went on. */
  note(hasChanged: boolean): void {
    if (this.#timer !== null) return;
    const passedMs = performance.now() - this.#toldAtMs;
    if (!hasChanged && passedMs < QUIET_MS) return;
    if (passedMs >= TELL_EVERY_MS) this.#tell();
    else
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#tell();
      }, TELL_EVERY_MS - passedMs);
  }

  /** The pair stands otherwise: it is behind, for example. */
  get state(): Place["state"] {
    return this.#told.place.state;
  }

  get isOver(): boolean {
    return !this.#options.isFollowed();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#options.onClose();
  }

  #tell(): void {
    if (this.isOver) return this.#tellOver();
    const before = this.#told;
    const after = this.#options.read();
    const isSamePlace = before.place.ledger === after.place.ledger && before.place.state === after.place.state;
    const changes = changesBetween(before.contents, after.contents);
    this.#toldAtMs = performance.now();
    if (isSamePlace && isNothing(changes)) return;
    const previous = this.#sequence;
    this.#told = after;
    this.#sequence += 1;
    this.#options.tell({
      ...this.#options.asked,
      ...after.place,
      previous,
      sequence: this.#sequence,
      ...changes,
    });
  }

  /** A change after one that nobody was sent: whoever is told of it asks anew, and is told where the pair is from now on. */
  #tellOver(): void {
    this.#toldAtMs = performance.now();
    this.#sequence += 2;
    this.#options.tell({ ...this.hint(), previous: this.#sequence - 1 });
  }
}

type Changes = Pick<MarketDelta, "bids" | "asks" | "trades" | "pool" | "ticker">;

/** What turns what somebody holds of a pair into what there is now. */
export function changesBetween(before: PairContents, after: PairContents): Changes {
  const known = new Set(before.trades.map(({ id }) => id));
  return {
    bids: sideChanges(before.bids, after.bids),
    asks: sideChanges(before.asks, after.asks),
    trades: after.trades.filter(({ id }) => !known.has(id)),
    ...(!isSame(before.pool, after.pool) && { pool: after.pool }),
    ...(!isSame(before.ticker, after.ticker) && { ticker: after.ticker }),
  };
}

function isNothing({ bids, asks, trades, pool, ticker }: Changes): boolean {
  return bids.length + asks.length + trades.length === 0 && pool === undefined && ticker === undefined;
}

function sideChanges(before: readonly BookLevelRow[], after: readonly BookLevelRow[]): BookLevelRow[] {
  const gone = new Map(before.map((row) => [priceKey(row), row]));
  const changed: BookLevelRow[] = [];
  for (const row of after.slice(0, BOOK_LEVELS)) {
    const price = priceKey(row);
    if (!isSame(gone.get(price), row)) changed.push(row);
    gone.delete(price);
  }
  return [...changed, ...[...gone.values()].map(([n, d]): BookLevelRow => [n, d, ZERO_AMOUNT])];
}

/** A level is told as its first offer writes its price: 1/2 today and 2/4 once that is gone, which is one and the same. */
function priceKey([n, d]: BookLevelRow): string {
  const divisor = greatestDivisor(n, d);
  return `${n / divisor}/${d / divisor}`;
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right);
}

/** Rows of texts, numbers and such rows. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Tells boards what changed in the memory that they show. */
export function noteChange(boards: Iterable<Board>, changed: Changed): void {
  const pairs = changed && new Set(changed.map(pairKey));
  for (const board of boards) board.note(pairs === null || pairs.has(board.pair));
}
