import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import type { Collection } from "./collection.ts";
import type { LogDraft } from "./log-drafts.ts";

/** A document a transaction changed: as it was in its snapshot, and as the transaction leaves it (undefined: gone). */
export type Change = { readonly before: Doc | undefined; after: Doc | undefined };

/**
 * A multi-document transaction: its changes stay here, in memory, until it commits. It reads the database as it was at
 * `snapshot` (a count of writes) with its own changes on top.
 */
export class Transaction {
  readonly sessionKey: string;
  readonly txnNumber: bigint;
  readonly snapshot: number;
  readonly startedAt: number;
  readonly changes = new Map<Collection, Map<number, Change>>();
  readonly log: LogDraft[] = [];
  readonly uniqueKeys: { index: number; key: string }[] = [];
  bytes = 0;
  isOpen = true;
  readonly ended: Promise<void>;
  private readonly end: () => void;

  constructor(sessionKey: string, txnNumber: bigint, snapshot: number, startedAt: number) {
    this.sessionKey = sessionKey;
    this.txnNumber = txnNumber;
    this.snapshot = snapshot;
    this.startedAt = startedAt;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.end = resolve;
  }

  changesIn(collection: Collection): Map<number, Change> {
    let changes = this.changes.get(collection);
    if (changes === undefined) {
      changes = new Map();
      this.changes.set(collection, changes);
    }
    return changes;
  }

  close(): void {
    this.isOpen = false;
    this.end();
  }
}

/** A write outside transactions met a document that an open transaction holds: it is to wait for `holder` to end. */
export class BlockedByTransaction extends Error {
  readonly holder: Transaction;
  constructor(holder: Transaction) {
    super("blocked by an open transaction");
    this.holder = holder;
  }
}
