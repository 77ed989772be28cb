import { decodeDoc } from "#server/embedded/mongo/bson/decode.ts";
import { MongoError, transientConflict } from "#server/embedded/mongo/error.ts";
import { rowOf } from "./collection.ts";
import type { Collection, Index } from "./collection.ts";
import type { History } from "./history.ts";
import type { IndexEntry } from "./index-keys.ts";
import { duplicate, hasEntry } from "./index-plan.ts";
import type { IndexPlan } from "./index-plan.ts";
import { blob } from "./row.ts";
import { BlockedByTransaction } from "./transaction.ts";
import type { Transaction } from "./transaction.ts";

/** Who may write what now: the documents and unique keys that open transactions hold, and what changed behind them. */
export class Conflicts {
  private readonly history: History;
  private readonly rowLocks = new Map<string, Transaction>();
  private readonly keyLocks = new Map<string, Transaction>();

  constructor(history: History) {
    this.history = history;
  }

  /** Throws when somebody else holds the document, or changed it since the transaction's snapshot. */
  checkRow(collection: Collection, row: number, transaction: Transaction | undefined): void {
    const holder = this.rowLocks.size === 0 ? undefined : this.rowLocks.get(`${collection.id}:${row}`);
    if (transaction === undefined) {
      if (holder !== undefined) throw new BlockedByTransaction(holder);
      return;
    }
    if (!transaction.isOpen)
      throw new MongoError("NoSuchTransaction", "the transaction was aborted", ["TransientTransactionError"]);
    if (holder !== undefined && holder !== transaction) throw transientConflict();
    if (this.history.at(collection, row, transaction.snapshot) !== undefined) throw transientConflict();
  }

  /** Throws when the key, which the document `row` is to have, belongs or may come to belong to another. */
  checkUnique(
    collection: Collection,
    index: Index,
    entry: IndexEntry,
    row: number,
    transaction: Transaction | undefined,
  ): void {
    const holder =
      this.keyLocks.size === 0 ? undefined : this.keyLocks.get(`${index.id}:${entry.key.toString("latin1")}`);
    if (holder !== undefined && holder !== transaction) {
      if (transaction === undefined) throw new BlockedByTransaction(holder);
      throw transientConflict();
    }
    for (const other of ownersOf(collection, index, entry))
      if (other !== row) this.judgeOwner(collection, index, entry, other, transaction);
    if (holder === transaction && transaction !== undefined) {
      for (const [other, change] of transaction.changesIn(collection)) {
        if (other !== row && change.after !== undefined && hasEntry(index, change.after, entry))
          throw duplicate(collection, index, entry);
      }
    }
  }

  /** `other` holds the key in what is committed: a duplicate, unless the transaction itself took the key away. */
  private judgeOwner(
    collection: Collection,
    index: Index,
    entry: IndexEntry,
    other: number,
    transaction: Transaction | undefined,
  ): void {
    if (transaction !== undefined) {
      const own = transaction.changes.get(collection)?.get(other);
      if (own !== undefined) {
        if (own.after !== undefined && hasEntry(index, own.after, entry)) throw duplicate(collection, index, entry);
        return;
      }
      if (this.history.at(collection, other, transaction.snapshot) !== undefined) throw transientConflict();
    }
    const lock = this.rowLocks.get(`${collection.id}:${other}`);
    if (lock !== undefined && transaction === undefined) throw new BlockedByTransaction(lock);
    throw duplicate(collection, index, entry);
  }

  /** Holds a checked change for the transaction until `release`. */
  lock(collection: Collection, row: number, plans: readonly IndexPlan[], transaction: Transaction): void {
    this.rowLocks.set(`${collection.id}:${row}`, transaction);
    for (const plan of plans) {
      if (!plan.index.isUnique) continue;
      for (const entry of plan.added) {
        const key = entry.key.toString("latin1");
        this.keyLocks.set(`${plan.index.id}:${key}`, transaction);
        transaction.uniqueKeys.push({ index: plan.index.id, key });
      }
    }
  }

  release(transaction: Transaction): void {
    for (const [collection, changes] of transaction.changes) {
      for (const row of changes.keys()) this.rowLocks.delete(`${collection.id}:${row}`);
    }
    for (const { index, key } of transaction.uniqueKeys) this.keyLocks.delete(`${index}:${key}`);
  }
}

/** The documents that are filed under the entry in what is committed. */
function ownersOf(collection: Collection, index: Index, entry: IndexEntry): number[] {
  if (index.collation === undefined)
    return index.statement("SELECT row FROM $ WHERE k = ? LIMIT 3").all(entry.key).map(firstNumber);
  const rows = index.statement("SELECT row FROM $ WHERE k = ?").all(entry.key).map(firstNumber);
  return rows.filter((row) => {
    const bytes = blob(rowOf(collection.statement("SELECT doc FROM $ WHERE row = ?").get(row))[0]);
    return bytes !== undefined && hasEntry(index, decodeDoc(bytes), entry);
  });
}

function firstNumber(columns: unknown): number {
  return Number(rowOf(columns)[0]);
}
