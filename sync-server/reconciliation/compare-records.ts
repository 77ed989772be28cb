import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountBatches, type AccountDocument, type AccountState } from "#server/platform/ingest/account.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { readStates } from "#server/platform/ingest/resync.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import { ENTRIES_PER_CALL, type StellarNetwork } from "#server/platform/network/network.ts";
import { amountsOf, type Records, compareAccount, type Difference } from "./compare.ts";
import { readRecords } from "./read-records.ts";

/** The sums of one asset over all accounts, in stroops. */
export interface AssetSums {
  readonly asset: AssetName;
  readonly database: bigint;
  readonly ledger: bigint;
  readonly owed: bigint;
  readonly differences: number;
}

export interface Reconciliation {
  readonly accounts: number;
  /** Accounts that changed while they were compared, every time; the next run sees them. */
  readonly skipped: number;
  /** Keys of the assets that the skipped accounts hold: nothing can be said of them this time. */
  readonly undecided: ReadonlySet<string>;
  /** The first {@link MOST_DIFFERENCES}. */
  readonly differences: readonly Difference[];
  readonly assets: ReadonlyMap<string, AssetSums>;
}

const MOST_DIFFERENCES = 100;
/** Calls to a node under way at once. */
const AT_ONCE = 3;
const TRIES = 5;
const INGESTION_WAIT_MS = 10_000;
const INGESTION_POLL_MS = 50;

/**
 * Compares every account with the ledger, and what is promised with what is held. Reads the accounts in batches of one call
 * to a node each, so that memory does not grow with their number. Changes nothing.
 */
export async function compareRecords(
  runtime: Runtime,
  network: StellarNetwork,
  signal?: AbortSignal,
): Promise<Reconciliation> {
  const run = new Run(signal);
  const under: Set<Promise<void>> = new Set();
  try {
    for await (const batch of accountBatches(runtime.database, ENTRIES_PER_CALL)) {
      signal?.throwIfAborted();
      const work = compareBatch(runtime, network, batch, run);
      const tracked = work.finally(() => under.delete(tracked));
      under.add(tracked);
      if (under.size >= AT_ONCE) await Promise.race(under);
    }
    await Promise.all(under);
  } finally {
    // One that fails after the first to fail is nobody's business any more.
    await Promise.allSettled(under);
  }
  return run.outcome();
}

/** What a run has found so far. */
class Run {
  /** Ends the run between its calls: whoever stops it has stopped ingestion as well, which then is waited for in vain. */
  readonly signal: AbortSignal | undefined;
  /** Set once ingestion did not follow: no more of this run's time is spent waiting for it. */
  isIngestionBehind = false;
  #accounts = 0;
  #skipped = 0;
  readonly #undecided = new Set<string>();
  readonly #differences: Difference[] = [];
  readonly #assets = new Map<string, AssetSums>();

  constructor(signal?: AbortSignal) {
    this.signal = signal;
  }

  note(records: Records, state: AccountState, differences: readonly Difference[]): void {
    this.#accounts += 1;
    for (const { asset, amount } of amountsOf(records.account).values()) this.#add(asset, { database: amount });
    for (const { asset, amount } of amountsOf(state).values()) this.#add(asset, { ledger: amount });
    for (const { asset, amount } of records.owed.values()) this.#add(asset, { owed: amount });
    for (const difference of differences) {
      this.#add(difference.asset, { differences: 1 });
      if (this.#differences.length < MOST_DIFFERENCES) this.#differences.push(difference);
    }
  }

  skip(account: AccountDocument): void {
    this.#accounts += 1;
    this.#skipped += 1;
    for (const key of amountsOf(account).keys()) this.#undecided.add(key);
  }

  outcome(): Reconciliation {
    return {
      accounts: this.#accounts,
      skipped: this.#skipped,
      undecided: this.#undecided,
      differences: this.#differences,
      assets: this.#assets,
    };
  }

  #add({ assetCode, issuer }: AssetName, more: Partial<AssetSums>): void {
    const asset = { assetCode, issuer };
    const sums = this.#assets.get(assetKey(asset)) ?? { asset, database: 0n, ledger: 0n, owed: 0n, differences: 0 };
    this.#assets.set(assetKey(asset), {
      asset,
      database: sums.database + (more.database ?? 0n),
      ledger: sums.ledger + (more.ledger ?? 0n),
      owed: sums.owed + (more.owed ?? 0n),
      differences: sums.differences + (more.differences ?? 0),
    });
  }
}

/** What differs at first sight is looked at again, at one ledger: it may only be a payment that is being ingested. */
async function compareBatch(runtime: Runtime, network: StellarNetwork, batch: readonly AccountDocument[], run: Run) {
  const states = await readStates(network, batch);
  const records = await readRecords(
    runtime.database,
    batch.map(({ _id }) => _id),
    null,
  );
  const doubtful: AccountDocument[] = [];
  for (const own of records) {
    const state = states.byAddress.get(own.account._id);
    if (state && states.isOneLedger && compareAccount(own, state).length === 0) run.note(own, state, []);
    else doubtful.push(own.account);
  }
  if (doubtful.length > 0) await compareSettled(runtime.database, network, doubtful, run);
}

/** Compares accounts at one ledger, once ingestion has come as far: those that change meanwhile are looked at again. */
async function compareSettled(
  database: Database,
  network: StellarNetwork,
  accounts: readonly AccountDocument[],
  run: Run,
): Promise<void> {
  let left: readonly AccountDocument[] = accounts;
  for (let attempt = 0; attempt < TRIES && left.length > 0; attempt += 1) {
    const states = await readStates(network, left);
    if (!states.isOneLedger && left.length > 1) {
      // Together they need more than one call; alone each may fit into one.
      for (const account of left) await compareSettled(database, network, [account], run);
      return;
    }
    if (!states.isOneLedger) continue;
    if (run.isIngestionBehind || !(await ingestionReaches(database, states.ledger, run.signal))) {
      run.isIngestionBehind = true;
      break;
    }
    const addresses = left.map(({ _id }) => _id);
    const records = await database.transaction((session) => readRecords(database, addresses, session));
    const again: AccountDocument[] = [];
    for (const own of records) {
      const state = states.byAddress.get(own.account._id);
      if (!state || own.account.asOfLedger > states.ledger) again.push(own.account);
      else run.note(own, state, compareAccount(own, state));
    }
    left = again;
  }
  for (const account of left) run.skip(account);
}

async function ingestionReaches(database: Database, ledger: number, signal?: AbortSignal): Promise<boolean> {
  const deadlineMs = performance.now() + INGESTION_WAIT_MS;
  for (;;) {
    if ((await ingestedLedger(database, null)) >= ledger) return true;
    if (performance.now() > deadlineMs) return false;
    await delay(INGESTION_POLL_MS, undefined, { signal });
  }
}
