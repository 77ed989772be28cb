import type { LedgerUpgradeWire } from "@stellar/stellar-sdk/xdr";
import { Chain } from "./chain.ts";
import type { ChainOptions } from "./chain.ts";
import type { Clock } from "./clock.ts";
import { AssetContracts } from "./events/asset-contracts.ts";
import { readTransaction } from "./ledger/transaction.ts";
import type { Transaction } from "./ledger/transaction.ts";
import { Queue } from "./queue.ts";
import type { Submitted } from "./queue.ts";
import type { LedgerRow, Store } from "./store.ts";

export interface NetworkOptions extends ChainOptions {
  /** Milliseconds between ledgers; 0 closes them on demand only. */
  readonly closeIntervalMs: number;
  /** Milliseconds between ledgers while nothing waits for one; absent: the same. */
  readonly idleIntervalMs?: number;
}

const TIMER_MS = 5;

/** The running network: takes transactions in and closes ledgers, by the clock or on demand. */
export class Network {
  readonly chain: Chain;
  readonly queue: Queue;
  /** The ids of assets' contracts, which events come from. */
  readonly assetContracts: AssetContracts;
  readonly closeIntervalMs: number;
  readonly #idleIntervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  #nextCloseMs = 0;
  #lastCloseMs = 0;

  constructor(store: Store, clock: Clock, options: NetworkOptions) {
    this.chain = new Chain(store, clock, options);
    this.assetContracts = new AssetContracts(this.chain.networkId);
    this.closeIntervalMs = options.closeIntervalMs;
    this.#idleIntervalMs = options.idleIntervalMs ?? 0;
    const intervalSeconds = Math.max(1, Math.ceil(options.closeIntervalMs / 1000));
    this.queue = new Queue(this.chain, BigInt(2 * intervalSeconds));
  }

  /** Starts closing ledgers by the clock, where that is wanted. */
  start(): void {
    if (this.closeIntervalMs === 0) return;
    this.#lastCloseMs = performance.now();
    this.#nextCloseMs = this.#lastCloseMs + this.closeIntervalMs;
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Decodes an envelope; throws where it is none. */
  read(envelopeXdr: Uint8Array): Transaction {
    return readTransaction(envelopeXdr, this.chain.networkId);
  }

  submit(transaction: Transaction, options: { readonly inChain?: boolean } = {}): Submitted {
    return this.queue.submit(transaction, options);
  }

  /** Closes a ledger with what waits, and with upgrades of the network's rules where any are given. */
  closeLedger(upgrades: readonly LedgerUpgradeWire[] = []): LedgerRow {
    const { chosen, isFull } = this.queue.take(this.chain.nextCloseTime());
    return this.chain.close(chosen, upgrades, isFull);
  }

  /** An empty ledger costs everybody who follows: without anything to bring it waits. */
  #isWanted(): boolean {
    // Timers may come a little early.
    return this.queue.size > 0 || performance.now() - this.#lastCloseMs >= this.#idleIntervalMs - TIMER_MS;
  }

  #schedule(): void {
    const waitMs = Math.max(0, this.#nextCloseMs - performance.now());
    this.#timer = setTimeout(() => {
      if (this.#isWanted()) {
        this.closeLedger();
        this.#lastCloseMs = performance.now();
      }
      // Keeps the pace, but does not hurry to make up for a machine that slept.
      this.#nextCloseMs = Math.max(this.#nextCloseMs + this.closeIntervalMs, performance.now());
      if (this.#timer) this.#schedule();
    }, waitMs);
  }
}
