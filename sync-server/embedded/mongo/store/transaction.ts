import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import type { Collection } from "./collection.ts";
import type { LogDraft } from "./log-draft.ts";

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
  /** Names whose collections were dropped or renamed since the snapshot: what they held then can no longer be read. */
  readonly gone = new Set<string>();
  bytes = 0;
  isOpen = true;
  /** Rejects when the transaction ended because a batch was lost, of which whoever waits may have been a part. */
  readonly ended: Promise<void>;
  private readonly end: () => void;
  private readonly fail: (error: Error) => void;

  constructor(sessionKey: string, txnNumber: bigint, snapshot: number, startedAt: number) {
    this.sessionKey = sessionKey;
    this.txnNumber = txnNumber;
    this.snapshot = snapshot;
    this.startedAt = startedAt;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {});
    this.ended = promise;
    this.end = resolve;
    this.fail = reject;
  }

  changesIn(collection: Collection): Map<number, Change> {
    let changes = this.changes.get(collection);
    if (changes === undefined) {
      changes = new Map();
      this.changes.set(collection, changes);
    }
    return changes;
  }

  close(lost?: Error): void {
    this.isOpen = false;
    if (lost === undefined) this.end();
    else this.fail(lost);
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
