import { xdr } from "@stellar/stellar-sdk";
import type { Chain } from "./chain.ts";
import type { Faults } from "./faults.ts";
import { History } from "./history.ts";
import { LedgerState } from "./ledger/state.ts";
import type { LedgerRow, Store } from "./store.ts";

/** What clients are shown: entries, history and the last ledger, all of one moment. */
export interface LedgerView {
  readonly state: LedgerState;
  readonly store: Store;
  readonly history: History;
  /** The newest ledger to admit to. */
  readonly last: LedgerRow;
}

/**
 * Shows the ledger as it is, or as it was some ledgers ago where a lag is being played: a server that falls behind
 * stands still until that many more ledgers have closed, then follows at that distance. It never goes back.
 */
export class Views {
  readonly #chain: Chain;
  readonly #history: History;
  readonly #faults: Faults;
  /** Past moments, oldest first; the first is shown. Empty without a lag. */
  readonly #past: Snapshot[] = [];

  constructor(chain: Chain, history: History, faults: Faults) {
    this.#chain = chain;
    this.#history = history;
    this.#faults = faults;
    faults.events.on("set", () => this.#advance());
    chain.events.on("closed", () => this.#advance());
  }

  get now(): LedgerView {
    const { state, store, last } = this.#chain;
    return this.#past[0] ?? { state, store, last, history: this.#history };
  }

  close(): void {
    for (const snapshot of this.#past.splice(0)) snapshot.close();
  }

  #advance(): void {
    const { lag } = this.#faults;
    const { last, store } = this.#chain;
    if (lag === 0) {
      this.close();
      return;
    }
    if (this.#past.at(-1)?.last.seq !== last.seq) this.#past.push(new Snapshot(store.snapshot(), this.#chain.protocol));
    const shown = last.seq - lag;
    for (let next = this.#past[1]; next && next.last.seq <= shown; next = this.#past[1]) this.#past.shift()?.close();
  }
}

/** The ledger as it was when this was made, whatever has been written since. */
class Snapshot implements LedgerView {
  readonly store: Store;
  readonly history: History;
  readonly last: LedgerRow;
  readonly #protocol: number;
  #state: LedgerState | undefined;

  constructor(store: Store, protocol: number) {
    const last = store.lastLedger();
    if (!last) throw new Error("the ledger database is empty");
    this.store = store;
    this.history = new History(store);
    this.last = last;
    this.#protocol = protocol;
  }

  /** Made when first asked for, as it takes in every offer there is. */
  get state(): LedgerState {
    const header = { ...xdr.LedgerHeader.schema.decode(this.last.header), ledgerVersion: this.#protocol };
    this.#state ??= new LedgerState(this.store, header, this.store.indexedEntries());
    return this.#state;
  }

  close(): void {
    this.store.close();
  }
}
