import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { entryKey } from "#server/embedded/stellar/ledger/keys.ts";
import type { EntrySource } from "#server/embedded/stellar/ledger/state.ts";

/** A ledger that is nowhere but in memory. */
export class MemorySource implements EntrySource {
  readonly #entries = new Map<string, LedgerEntryWire>();

  constructor(entries: Iterable<LedgerEntryWire>) {
    for (const entry of entries) this.#entries.set(entryKey(entry), entry);
  }

  entry(key: string): LedgerEntryWire | undefined {
    return this.#entries.get(key);
  }

  /** Takes over what a ledger has changed. */
  store(entries: Iterable<[string, LedgerEntryWire | null]>): void {
    for (const [key, entry] of entries) {
      if (entry) this.#entries.set(key, entry);
      else this.#entries.delete(key);
    }
  }

  all(): IterableIterator<LedgerEntryWire> {
    return this.#entries.values();
  }
}
