import { Timestamp, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import type { Cursors } from "#server/embedded/mongo/cursors.ts";
import { MongoError, typeMismatch } from "#server/embedded/mongo/error.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import type { Transaction } from "#server/embedded/mongo/store/transaction.ts";

const SERVED = ["find", "aggregate", "distinct"];
/** What was overwritten since is kept for this long after the last read. */
const KEPT_MS = 60_000;

/** What knows of the moments that are read. */
interface Readers {
  readonly snapshots: Snapshots;
  readonly cursors: Cursors;
}

/** The database at one moment, readable outside of transactions. */
export type Snapshot = { readonly time: bigint; readonly transaction: Transaction; usedAt: number };

export class Snapshots {
  private readonly store: Store;
  private readonly byTime = new Map<bigint, Snapshot>();

  constructor(store: Store) {
    this.store = store;
  }

  /** The moment now, or the one that the client read at before; throws SnapshotTooOld when that is no longer kept. */
  at(time: bigint | undefined): Snapshot {
    const latest = this.store.oplog.latestTime;
    const known = this.byTime.get(time ?? latest);
    if (known?.transaction.isOpen === true) {
      known.usedAt = this.store.now();
      return known;
    }
    if (time !== undefined && time > latest)
      throw new MongoError(
        "InvalidOptions",
        "readConcern atClusterTime value must not be greater than the current clusterTime.",
      );
    if (time !== undefined && time < latest) throw tooOld();
    const snapshot = { time: latest, transaction: this.store.begin("", 0n), usedAt: this.store.now() };
    this.byTime.set(latest, snapshot);
    return snapshot;
  }

  holding(transaction: Transaction): Snapshot | undefined {
    const snapshot = this.byTime.values().find((one) => one.transaction === transaction);
    if (snapshot === undefined) return undefined;
    if (!transaction.isOpen) throw tooOld();
    snapshot.usedAt = this.store.now();
    return snapshot;
  }

  /** Forgets what nobody has read for a while, and hands it to who may still hold on to it. */
  expire(forget: (transaction: Transaction) => void): void {
    const limit = this.store.now() - KEPT_MS;
    for (const snapshot of this.byTime.values()) {
      if (snapshot.usedAt >= limit && snapshot.transaction.isOpen) continue;
      this.byTime.delete(snapshot.time);
      forget(snapshot.transaction);
      if (snapshot.transaction.isOpen) this.store.endTransaction(snapshot.transaction);
    }
  }
}

/** The moment that the command wants to read at; throws when it cannot be read at any. */
export function snapshotOf(services: Readers, name: string, body: Doc): Snapshot | undefined {
  if (body.get("autocommit") === false) return undefined;
  if (name === "getMore") return snapshotOfCursor(services, body);
  const concern = body.get("readConcern");
  if (!isDoc(concern) || concern.get("level") !== "snapshot") return undefined;
  if (!SERVED.includes(name)) {
    throw new MongoError(
      "InvalidOptions",
      `Command ${name} does not support { readConcern: { level: "snapshot" } } :: caused by :: read concern level snapshot is not supported`,
    );
  }
  const time = concern.get("atClusterTime");
  if (time !== undefined && !(time instanceof Timestamp))
    throw typeMismatch("BSON field 'readConcern.atClusterTime' is the wrong type, expected type 'timestamp'");
  return services.snapshots.at(time?.bits);
}

/** A cursor goes on reading at the moment it began with. */
function snapshotOfCursor(services: Readers, body: Doc): Snapshot | undefined {
  const id = body.get("getMore");
  const transaction = typeof id === "bigint" ? services.cursors.find(id)?.transaction : undefined;
  return transaction === undefined ? undefined : services.snapshots.holding(transaction);
}

function tooOld(): MongoError {
  return new MongoError("SnapshotTooOld", "Read timestamp is older than the oldest available timestamp.");
}

/** Tells the client at which moment it has read. */
export function nameMoment(reply: Doc, snapshot: Snapshot): void {
  const cursor = reply.get("cursor");
  (isDoc(cursor) ? cursor : reply).set("atClusterTime", new Timestamp(snapshot.time));
}
