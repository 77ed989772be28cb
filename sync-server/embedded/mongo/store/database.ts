import { closeSync, constants, fdatasync, fsyncSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MongoError } from "#server/embedded/mongo/error.ts";

/** The data folder cannot be served; the message is one sentence for the person who started the server. */
export class RefusedFolder extends Error {}

const APPLICATION_ID = 0x41535452;
const FORMAT = 1;
export const FILE_NAME = "mongo.sqlite";
const JOURNAL_INTERVAL_MS = 100;

type Waiter = { journaled: boolean; resolve: () => void; reject: (error: Error) => void };

/**
 * One SQLite file, written in batches: everything written in one turn of the event loop is one SQLite transaction.
 * SQLite itself only writes to its log at commit (which a killed process survives); the log is then forced to the disk
 * off this thread, once for all who wait for it, so that a journaled write survives a power cut as well.
 */
export class Database {
  readonly sql: DatabaseSync;
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
  /** Told when a batch was lost, so that whatever was cached from it is dropped. */
  onRollback: () => void = () => {};
  /** Told right before a sync begins: it covers all that is committed by then. */
  onSyncStart: () => void = () => {};
  /** When true every commit is forced to the disk at once. */
  syncEagerly: () => boolean = () => false;

  constructor(folder: string) {
    const isNew = prepareFolder(folder);
    const path = join(folder, FILE_NAME);
    this.sql = openFile(path, isNew);
    this.logFile = openSync(`${path}-wal`, constants.O_RDWR | constants.O_CREAT);
    syncFolder(folder);
  }

  /** Opens the batch if none is open; it is committed at the end of this turn of the event loop. */
  write(): void {
    if (this.isOpenBatch) return;
    if (this.isClosed) throw new MongoError("Interrupted", "the server is shutting down");
    this.sql.exec("BEGIN IMMEDIATE");
    this.isOpenBatch = true;
    setImmediate(() => this.commit());
  }

  get hasOpenBatch(): boolean {
    return this.isOpenBatch;
  }

  /** Resolves once what was written so far is committed, and on the disk when `journaled`. */
  settled(journaled: boolean): Promise<void> {
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
      this.sql.exec("COMMIT");
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

  /** Gives the whole batch up: its writers get the error, and nothing of it remains. */
  abandon(cause: unknown): void {
    const waiters = this.waiters;
    this.waiters = [];
    this.isOpenBatch = false;
    if (this.sql.isTransaction) this.sql.exec("ROLLBACK");
    const error = storageError(cause);
    this.onRollback();
    for (const waiter of waiters) waiter.reject(error);
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
      for (const waiter of waiters) {
        if (error === null) waiter.resolve();
        else waiter.reject(storageError(error));
      }
      if (error === null) for (const listener of this.listeners) listener(true);
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

function storageError(cause: unknown): MongoError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/disk is full|disk I\/O|ENOSPC|database or disk/i.test(message)) {
    return new MongoError("OutOfDiskSpace", `The write could not be stored: ${message}`);
  }
  return new MongoError("InternalError", `The write could not be stored: ${message}`);
}

function prepareFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder);
    if (names.includes(FILE_NAME)) return false;
    const foreign = names.find((name) => !name.startsWith("."));
    if (foreign !== undefined) {
      throw new RefusedFolder(
        `The folder ${folder} holds ${foreign} and no database of ours, so nothing was written to it.`,
      );
    }
    return true;
  } catch (cause) {
    if (cause instanceof RefusedFolder) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RefusedFolder(`The data folder ${folder} cannot be used: ${reason}.`);
  }
}

function openFile(path: string, isNew: boolean): DatabaseSync {
  let sql: DatabaseSync | undefined;
  try {
    sql = new DatabaseSync(path, { timeout: 0 });
    sql.exec("PRAGMA locking_mode=EXCLUSIVE");
    if (!isNew) checkFile(sql, path);
    sql.exec("PRAGMA journal_mode=WAL");
    sql.exec("PRAGMA synchronous=NORMAL");
    sql.exec("PRAGMA wal_autocheckpoint=4000");
    sql.exec("PRAGMA cache_size=-32768");
    sql.exec("BEGIN IMMEDIATE");
    if (isNew) sql.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${FORMAT};`);
    sql.exec(SCHEMA);
    sql.exec("COMMIT");
    return sql;
  } catch (cause) {
    sql?.close();
    if (cause instanceof RefusedFolder) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    if (/locked|busy/i.test(message)) {
      throw new RefusedFolder(`The database ${path} is in use by another process.`);
    }
    throw new RefusedFolder(`The file ${path} is no readable database (${message}); it was left as it is.`);
  }
}

function checkFile(sql: DatabaseSync, path: string): void {
  const application = sql.prepare("PRAGMA application_id").get()?.["application_id"];
  const format = sql.prepare("PRAGMA user_version").get()?.["user_version"];
  if (application !== APPLICATION_ID) {
    throw new RefusedFolder(`The file ${path} belongs to another program and was left as it is.`);
  }
  if (format !== FORMAT) {
    throw new RefusedFolder(`The file ${path} has format ${String(format)}, which this version does not read.`);
  }
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS oplog (seq INTEGER PRIMARY KEY, ts INTEGER NOT NULL, bytes INTEGER NOT NULL,
    db TEXT NOT NULL, coll TEXT NOT NULL, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS sessions (id BLOB PRIMARY KEY, txn INTEGER NOT NULL, used INTEGER NOT NULL,
    body BLOB NOT NULL) WITHOUT ROWID;
`;

/** The log's name in the folder must survive a power cut too, not only its bytes. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
