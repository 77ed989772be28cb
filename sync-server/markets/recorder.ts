import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { changesAmong, isUnchanged, readMarketChanges } from "#server/platform/network/market-changes.ts";
import {
  cursorAfterLedger,
  NetworkError,
  type NetworkTransaction,
  pageGap,
  type StellarNetwork,
  type TransactionPage,
} from "#server/platform/network/network.ts";
import { indexedLedgers } from "#server/platform/metrics/counted.ts";
import { isOfSurroundings } from "#server/platform/ingest/of-surroundings.ts";
import { askRebuild, beIdle, buildIndex } from "./build-index.ts";
import { extendIndex } from "./extend-index.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";
import { CandleKeeper } from "./keep-candles.ts";
import { readState, type StateDocument } from "./market-store.ts";
import type { RecordingRuntime } from "./read-pair.ts";
import { recordLedgers, type Stretch } from "./record-ledgers.ts";
import type { MarketLedger } from "./stored-changes.ts";
import { UnreadTransactions } from "./unread.ts";

/** What is listed, beside XLM. */
export interface Listed {
  readonly assets: readonly AssetName[];
}

/** Whoever is told of what was recorded as soon as it is. */
export interface Heir {
  /** Whether something is known by this id, of an index that stands at this state; null where its index stands elsewhere. */
  knows(state: StateDocument): ((id: string) => boolean) | null;
  handOver(before: StateDocument, after: StateDocument, ledgers: readonly MarketLedger[]): void;
  /** The state was changed by other means. */
  catchUp(): void;
}

export interface RecorderDeps {
  readonly network: StellarNetwork;
  readonly snapshots: SnapshotReader;
  readonly listing: () => Promise<Listed>;
  readonly heir: Heir;
  /** Told of the newest ledger that a node spoke of, as soon as it did. */
  readonly onSeen?: (ledger: number) => void;
}

const PAGE_LIMIT = 200;
/** Tries of the same ledger after which it is given up. */
const MOST_FAILURES = 5;

/** What was read of a ledger whose end was not in the page. */
interface Begun {
  readonly transactions: readonly NetworkTransaction[];
  readonly cursor: string;
}

/**
 * Keeps the index in the database in step with the ledger, one stretch of ledgers after the other, each exactly once: by the
 * cursor that is moved with it. Any number may run; all but the one that moves the cursor write nothing.
 */
export class Recorder {
  readonly #deps: RecorderDeps;
  readonly #pageLimit: number;
  readonly #candles = new CandleKeeper();
  readonly #unread = new UnreadTransactions();
  /** As it was last read or written; null where it is to be read. */
  #state: StateDocument | null = null;
  #begun: Begun | null = null;
  /** How often in a row it failed for no reason of its surroundings. */
  #failures = 0;

  constructor(deps: RecorderDeps, pageLimit = PAGE_LIMIT) {
    this.#deps = deps;
    this.#pageLimit = pageLimit;
  }

  /** Records what is there, or builds the index where there is none. Answers whether more is there at once. */
  async step(runtime: RecordingRuntime, signal: AbortSignal): Promise<"more" | "nothing" | "idle"> {
    try {
      const outcome = await this.#step(runtime, signal);
      this.#failures = 0;
      return outcome;
    } catch (error) {
      this.#forget();
      if (!signal.aborted && !isOfSurroundings(error)) await this.#giveUp(runtime, error);
      throw error;
    }
  }

  /** What cannot be recorded, however often it is tried, must not end the index: it is read in anew, from beyond it. */
  async #giveUp(runtime: RecordingRuntime, error: unknown): Promise<void> {
    this.#failures += 1;
    if (this.#failures < MOST_FAILURES) return;
    this.#failures = 0;
    runtime.log.error({ err: error }, "a ledger cannot be recorded: the markets are read in anew");
    await askRebuild(runtime.database);
  }

  #forget(): void {
    this.#state = null;
    this.#begun = null;
    this.#candles.forget();
    this.#unread.forget();
  }

  async #step(runtime: RecordingRuntime, signal: AbortSignal): Promise<"more" | "nothing" | "idle"> {
    const { heir, listing } = this.#deps;
    const state = this.#state ?? (await readState(runtime.database));
    const listed = listedKeys(await listing());
    if (listed.length < 2) {
      if (state?.phase === "idle") return "idle";
      await beIdle(runtime.database, state);
      this.#forget();
      heir.catchUp();
      return "idle";
    }
    if (!state || isOutdated(state)) return this.#build(runtime, listed, signal);
    // Until it is exact, what is listed changes a ledger later.
    if (state.phase === "live" && !isOf(state, listed)) return this.#extend(runtime, state, listed, signal);
    this.#state = state;
    const page = await this.#readPage(state);
    if (page === null) return this.#build(runtime, listed, signal);
    this.#deps.onSeen?.(page.latestLedger);
    const stretch = this.#stretchOf(state, page);
    if (stretch === null) return page.transactions.length < this.#pageLimit ? "nothing" : "more";
    const trades = stretch.ledgers.flatMap(({ changes }) => changes.trades);
    const candles = await this.#candles.withTrades(runtime.database, trades);
    const next = await recordLedgers(runtime, state, stretch, candles);
    if (next) await this.#unread.tell(runtime);
    if (!next) {
      this.#forget();
      return "more";
    }
    this.#state = next;
    indexedLedgers.inc(next.ledger - state.ledger);
    heir.handOver(state, next, stretch.ledgers);
    return page.transactions.length < this.#pageLimit ? "nothing" : "more";
  }

  async #build(runtime: RecordingRuntime, listed: readonly string[], signal: AbortSignal): Promise<"more"> {
    this.#forget();
    await buildIndex(runtime, this.#deps.snapshots, listed, signal, () => this.#deps.heir.catchUp());
    return "more";
  }

  /** The other pairs go on as they are: nobody who trades in them waits for what was listed beside. */
  async #extend(
    runtime: RecordingRuntime,
    state: StateDocument,
    listed: readonly string[],
    signal: AbortSignal,
  ): Promise<"more"> {
    this.#forget();
    await extendIndex(runtime, this.#deps.snapshots, { state, listed }, signal);
    this.#deps.heir.catchUp();
    return "more";
  }

  /** Null where no node knows any more what comes next. */
  async #readPage({ cursor, ledger }: StateDocument): Promise<TransactionPage | null> {
    const { network } = this.#deps;
    const after = this.#begun?.cursor ?? cursor ?? cursorAfterLedger(ledger);
    let page: TransactionPage;
    try {
      page = await network.transactions(after, this.#pageLimit);
    } catch (error) {
      if (!(error instanceof NetworkError) || (await network.oldestLedger()) <= ledger + 1) throw error;
      return null;
    }
    if (page.oldestLedger > ledger + 1) return null;
    const gap = pageGap(after, page.transactions);
    if (gap !== null) throw new NetworkError(`a page of the ledger has a gap: ${gap}`);
    return page;
  }

  /** The whole ledgers of a page, with what was read of the first of them before; null where there is none. */
  #stretchOf(state: StateDocument, page: TransactionPage): Stretch | null {
    const transactions = [...(this.#begun?.transactions ?? []), ...page.transactions];
    const isWhole = page.transactions.length < this.#pageLimit;
    const last = transactions.at(-1);
    const ledger = isWhole ? Math.max(page.latestLedger, last?.ledger ?? 0) : (last?.ledger ?? 1) - 1;
    const whole = transactions.filter((each) => each.ledger <= ledger);
    const rest = transactions.slice(whole.length);
    this.#begun = rest.length > 0 ? { transactions: rest, cursor: page.cursor } : null;
    if (ledger <= state.ledger) return null;
    const closedAt = isWhole ? page.latestClosedAt : (whole.at(-1)?.closedAt ?? state.closedAt ?? page.latestClosedAt);
    return { ledgers: this.#ledgersOf(state, whole), ledger, closedAt, cursor: cursorAfterLedger(ledger) };
  }

  #ledgersOf(state: StateDocument, transactions: readonly NetworkTransaction[]): MarketLedger[] {
    const listed = new Set(state.listed);
    const knows = this.#deps.heir.knows(state);
    const met = new Set<string>();
    const isKept = (id: string): boolean => knows === null || met.has(id) || knows(id);
    const found: MarketLedger[] = [];
    let { sequence } = state;
    for (const [ledger, own] of Map.groupBy(transactions, (each) => each.ledger)) {
      const changes = changesAmong(readMarketChanges(own, this.#unread.note), listed, isKept);
      for (const { offerId } of changes.offers) met.add(offerId);
      for (const { poolId } of changes.pools) met.add(poolId);
      const [first] = own;
      if (!first || isUnchanged(changes)) continue;
      sequence += 1;
      found.push({ generation: state.generation, sequence, ledger, closedAt: first.closedAt, changes });
    }
    return found;
  }
}

/** The keys of XLM and, in order, of all that is listed. */
export function listedKeys({ assets }: Listed): string[] {
  const keys = new Set(assets.map(assetKey));
  keys.delete(assetKey(NATIVE));
  return [assetKey(NATIVE), ...[...keys].toSorted()];
}

function isOutdated({ phase, cursor, isRebuildAsked }: StateDocument): boolean {
  return phase === "idle" || cursor === null || isRebuildAsked;
}

/** Whether an index is of just these assets. */
export function isOf({ listed }: Pick<StateDocument, "listed">, now: readonly string[]): boolean {
  return listed.join(" ") === now.join(" ");
}
