import { closeSync, constants, fdatasync, fdatasyncSync, openSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { openDataFile } from "./data-file.ts";
import { toStorageError } from "./storage-error.ts";

const JOURNAL_INTERVAL_MS = 100;

type Waiter = { journaled: boolean; resolve: () => void; reject: (error: Error) => void };

/**
 * One SQLite file, written in batches: everything written in one turn of the event loop is one SQLite transaction.
 * SQLite itself only writes to its log at commit (which a killed process survives); the log is then forced to the disk
 * off this thread, once for all who wait for it, so that a journaled write survives a power cut as well.
 */
export class Database {
  readonly sql: DatabaseSync;
  readonly path: string;
  private readonly begin: StatementSync;
  private readonly end: StatementSync;
  private readonly logFile: number;
  private isOpenBatch = false;
  private waiters: Waiter[] = [];
  private syncWaiters: Waiter[] = [];
  private isSyncing = false;
  private isDirtyLog = false;
  private syncTimer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Told after each commit, and again (true) once that commit is on the disk. */
  private readonly listeners = new Set<(durable: boolean) => void>();
  /** How many batches were lost, and why the last one was. */
  private losses = 0;
  private lastLoss: MongoError | undefined;
  /** Told when a batch was lost, so that whatever was cached from it is dropped. */
  onRollback: (error: MongoError) => void = () => {};
  /** Told right before a sync begins: it covers all that is committed by then. */
  onSyncStart: () => void = () => {};
  /** Told when the disk did not take the log. What was not acknowledged never will be: the process has to end. */
  onDiskFailure: (error: Error) => void = () => {};
  /** When true every commit is forced to the disk at once. */
  syncEagerly: () => boolean = () => false;

  constructor(folder: string) {
    const { sql, path } = openDataFile(folder);
    this.sql = sql;
    this.path = path;
    this.begin = sql.prepare("BEGIN IMMEDIATE");
    this.end = sql.prepare("COMMIT");
    this.logFile = openSync(`${path}-wal`, constants.O_RDWR | constants.O_CREAT);
    // A process that was killed may leave commits that the disk does not have yet, and that this one will tell as final.
    fdatasyncSync(this.logFile);
  }

  /** Opens the batch if none is open; it is committed at the end of this turn of the event loop. */
  write(): void {
    if (this.isOpenBatch) return;
    if (this.isClosed) throw new MongoError("Interrupted", "the server is shutting down");
    this.begin.run();
    this.isOpenBatch = true;
    setImmediate(() => this.commit());
  }

  get hasOpenBatch(): boolean {
    return this.isOpenBatch;
  }

  /** To be taken before the first write of a command and given to `settled` after its last. */
  mark(): number {
    return this.losses;
  }

  /**
   * Resolves once what was written so far is committed, and on the disk when `journaled`. Rejects when a batch was lost
   * since `mark`, the command's own earlier writes perhaps with it.
   */
  settled(journaled: boolean, mark: number = this.losses): Promise<void> {
    if (mark !== this.losses) return Promise.reject(this.lastLoss ?? toStorageError("a batch was lost"));
    if (!this.isOpenBatch && !(journaled && (this.isDirtyLog || this.isSyncing))) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter = { journaled, resolve, reject };
      if (this.isOpenBatch) this.waiters.push(waiter);
      else this.syncWaiters.push(waiter);
      if (!this.isOpenBatch) this.sync();
    });
  }

  commit(): void {
    if (!this.isOpenBatch) return;
    const waiters = this.waiters;
    this.waiters = [];
    try {
      this.end.run();
    } catch (cause) {
      this.waiters = waiters;
      this.abandon(cause);
      return;
    }
    this.isOpenBatch = false;
    this.isDirtyLog = true;
    for (const waiter of waiters) {
      if (waiter.journaled) this.syncWaiters.push(waiter);
      else waiter.resolve();
    }
    for (const listener of this.listeners) listener(false);
    if (this.syncWaiters.length > 0 || this.syncEagerly()) this.sync();
    else this.syncTimer ??= setTimeout(() => this.sync(), JOURNAL_INTERVAL_MS);
  }

  /** Gives the whole batch up: its writers get the error that it answers, and nothing of it remains. */
  abandon(cause: unknown): MongoError {
    const waiters = this.waiters;
    this.waiters = [];
    this.isOpenBatch = false;
    if (this.sql.isTransaction) this.sql.exec("ROLLBACK");
    const error = toStorageError(cause);
    this.losses += 1;
    this.lastLoss = error;
    this.onRollback(error);
    for (const waiter of waiters) waiter.reject(error);
    return error;
  }

  onCommit(listener: (durable: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private sync(): void {
    clearTimeout(this.syncTimer);
    this.syncTimer = undefined;
    if (this.isSyncing || this.isClosed) return;
    this.isSyncing = true;
    this.isDirtyLog = false;
    const waiters = this.syncWaiters;
    this.syncWaiters = [];
    this.onSyncStart();
    fdatasync(this.logFile, (error) => {
      this.isSyncing = false;
      if (error !== null && !this.isClosed) {
        // The system may have dropped what it could not write, so that no later sync could be trusted.
        this.onDiskFailure(error);
        return;
      }
      for (const waiter of waiters) waiter.resolve();
      for (const listener of this.listeners) listener(true);
      if (this.syncWaiters.length > 0 || (this.isDirtyLog && this.syncEagerly())) this.sync();
    });
  }

  close(): void {
    this.commit();
    this.isClosed = true;
    clearTimeout(this.syncTimer);
    this.sql.close();
    closeSync(this.logFile);
    for (const waiter of this.syncWaiters) waiter.resolve();
  }
}
