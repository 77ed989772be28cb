import type { StatementSync } from "node:sqlite";
import { encodeBriefly } from "#server/embedded/mongo/bson/encode.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { decodeBlob } from "./catalog.ts";
import type { Database } from "./database.ts";

/** One change, as change streams read it; `seq` orders all changes and has no gaps but at the old end. */
export type LogEntry = { seq: number; clusterTime: bigint; db: string; coll: string; body: () => Doc };

export type LogLimits = { maxBytes: number; maxEntries: number };

const TRIM_EVERY = 1000;

/** The bounded log of changes, in commit order. */
export class Oplog {
  private readonly database: Database;
  private readonly limits: LogLimits;
  private readonly now: () => number;
  private lastSeq = 0;
  private firstSeq = 1;
  private bytes = 0;
  private time = 0n;
  /** Up to here change streams may read: committed and on the disk. */
  durableSeq = 0;
  private committedSeq = 0;
  private readonly insert: StatementSync;
  private readonly range: StatementSync;
  private readonly one: StatementSync;

  constructor(database: Database, limits: LogLimits, now: () => number) {
    this.database = database;
    this.limits = limits;
    this.now = now;
    const { sql } = database;
    this.insert = sql.prepare("INSERT INTO oplog (seq, ts, bytes, db, coll, body) VALUES (?, ?, ?, ?, ?, ?)");
    this.range = sql.prepare(
      "SELECT seq, ts, db, coll, body FROM oplog WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
    );
    this.range.setReadBigInts(true);
    this.one = sql.prepare("SELECT seq, ts, bytes FROM oplog WHERE seq >= ? ORDER BY seq LIMIT 1");
    this.one.setReadBigInts(true);
    this.load();
    this.durableSeq = this.lastSeq;
    database.onSyncStart = () => this.markSyncStart();
    database.onCommit((durable) => this.onCommit(durable));
  }

  load(): void {
    const last = this.database.sql.prepare("SELECT max(seq) AS seq FROM oplog").get();
    this.lastSeq = typeof last?.["seq"] === "number" ? last["seq"] : 0;
    const tail = this.lastSeq === 0 ? undefined : this.one.get(this.lastSeq);
    const first = this.one.get(0);
    this.firstSeq = first === undefined ? 1 : Number(first["seq"]);
    this.bytes = tail === undefined ? 0 : Number(tail["bytes"]);
    const stored = typeof tail?.["ts"] === "bigint" ? tail["ts"] : 0n;
    if (stored > this.time) this.time = stored;
    this.committedSeq = this.lastSeq;
  }

  private onCommit(durable: boolean): void {
    // What a sync covers was committed before the sync began; commits in between wait for the next one.
    if (durable) this.durableSeq = Math.max(this.durableSeq, this.syncingSeq);
    else this.committedSeq = this.lastSeq;
  }

  private syncingSeq = 0;

  private markSyncStart(): void {
    this.syncingSeq = this.committedSeq;
  }

  /** The cluster time of the latest change (or of the clock, before the first). */
  get latestTime(): bigint {
    if (this.time === 0n) this.tick();
    return this.time;
  }

  /** A cluster time above all before it. */
  tick(): bigint {
    const seconds = BigInt(Math.floor(this.now() / 1000)) << 32n;
    this.time = seconds > this.time ? seconds + 1n : this.time + 1n;
    return this.time;
  }

  append(clusterTime: bigint, db: string, coll: string, body: Doc): void {
    const blob = encodeBriefly(body);
    this.lastSeq += 1;
    this.bytes += blob.length + 100;
    this.insert.run(this.lastSeq, clusterTime, this.bytes, db, coll, blob);
    if (this.lastSeq % TRIM_EVERY === 0) this.trim();
  }

  /** Up to `limit` entries after `seq` that change streams may see. */
  after(seq: number, limit: number): LogEntry[] {
    if (seq >= this.durableSeq) return [];
    return this.range.all(seq, this.durableSeq, limit).map((row) => ({
      seq: Number(row["seq"]),
      clusterTime: BigInt(String(row["ts"])),
      db: String(row["db"]),
      coll: String(row["coll"]),
      body: () => decodeBlob(row["body"]),
    }));
  }

  get newestSeq(): number {
    return this.lastSeq;
  }

  /** The cluster time of the oldest change still kept. */
  get firstTime(): bigint {
    const time = this.one.get(this.firstSeq)?.["ts"];
    return typeof time === "bigint" ? time : 0n;
  }

  /** The cluster time of the change; undefined when it is not kept. */
  timeAt(seq: number): bigint | undefined {
    const row = this.one.get(seq);
    return typeof row?.["ts"] === "bigint" && Number(row["seq"]) === seq ? row["ts"] : undefined;
  }

  /** Whether nothing after `seq` has been dropped. */
  reaches(seq: number): boolean {
    return seq + 1 >= this.firstSeq;
  }

  /** The last entry before the cluster time. */
  seqBefore(clusterTime: bigint): number {
    let low = this.firstSeq;
    let high = this.lastSeq + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = this.one.get(middle);
      const time = typeof row?.["ts"] === "bigint" ? row["ts"] : 0n;
      if (row !== undefined && time < clusterTime) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private trim(): void {
    let keepFrom = Math.max(this.firstSeq, this.lastSeq - this.limits.maxEntries + 1);
    const floor = this.bytes - this.limits.maxBytes;
    while (keepFrom < this.lastSeq && Number(this.one.get(keepFrom)?.["bytes"] ?? 0) < floor)
      keepFrom += TRIM_EVERY / 4;
    keepFrom = Math.min(keepFrom, this.lastSeq);
    if (keepFrom <= this.firstSeq) return;
    this.database.sql.prepare("DELETE FROM oplog WHERE seq < ?").run(keepFrom);
    this.firstSeq = keepFrom;
  }
}
