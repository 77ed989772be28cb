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
}

/** The running network: takes transactions in and closes ledgers, by the clock or on demand. */
export class Network {
  readonly chain: Chain;
  readonly queue: Queue;
  /** The ids of assets' contracts, which events come from. */
  readonly assetContracts: AssetContracts;
  readonly closeIntervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  #nextCloseMs = 0;

  constructor(store: Store, clock: Clock, options: NetworkOptions) {
    this.chain = new Chain(store, clock, options);
    this.assetContracts = new AssetContracts(this.chain.networkId);
    this.closeIntervalMs = options.closeIntervalMs;
    const intervalSeconds = Math.max(1, Math.ceil(options.closeIntervalMs / 1000));
    this.queue = new Queue(this.chain, BigInt(2 * intervalSeconds));
  }

  /** Starts closing ledgers by the clock, where that is wanted. */
  start(): void {
    if (this.closeIntervalMs === 0) return;
    this.#nextCloseMs = performance.now() + this.closeIntervalMs;
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

  #schedule(): void {
    const waitMs = Math.max(0, this.#nextCloseMs - performance.now());
    this.#timer = setTimeout(() => {
      this.closeLedger();
      // Keeps the pace, but does not hurry to make up for a machine that slept.
      this.#nextCloseMs = Math.max(this.#nextCloseMs + this.closeIntervalMs, performance.now());
      if (this.#timer) this.#schedule();
    }, waitMs);
  }
}
