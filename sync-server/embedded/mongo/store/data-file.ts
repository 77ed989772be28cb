import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteCode } from "./storage-error.ts";

/** The data folder cannot be served; the message is one sentence for the person who started the server. */
export class RefusedFolder extends Error {}

const APPLICATION_ID = 0x41535452;
const FORMAT = 1;
const FILE_NAME = "mongo.sqlite";
/** Pages in the log before SQLite moves them to the file itself. */
const CHECKPOINT_PAGES = 4000;

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_CANTOPEN = 14;
const SQLITE_FULL = 13;

/** Opens the folder's database for this process alone, and makes it where there is none; throws RefusedFolder. */
export function openDataFile(folder: string): { sql: DatabaseSync; path: string } {
  const isNew = prepareFolder(folder);
  const path = join(folder, FILE_NAME);
  // SQLite gives its log the mode of the file.
  if (isNew) closeSync(openSync(path, "a", 0o600));
  const sql = openFile(path, isNew);
  syncFolder(folder);
  return { sql, path };
}

/** While held, SQLite writes to its log only, so that the file itself can be copied. */
export function holdCheckpoints(sql: DatabaseSync, isHeld: boolean): void {
  sql.exec(`PRAGMA wal_autocheckpoint=${isHeld ? 0 : CHECKPOINT_PAGES}`);
}

function prepareFolder(folder: string): boolean {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) syncFolder(dirname(made));
    accessSync(folder, constants.R_OK | constants.W_OK);
    const names = readdirSync(folder);
    if (names.includes(FILE_NAME)) {
      accessSync(join(folder, FILE_NAME), constants.R_OK | constants.W_OK);
      return false;
    }
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
    const isBlank = isNew || isBlankFile(sql);
    if (!isBlank) checkFile(sql, path);
    closeToOthers(path);
    sql.exec("PRAGMA journal_mode=WAL");
    sql.exec("PRAGMA synchronous=NORMAL");
    holdCheckpoints(sql, false);
    sql.exec("PRAGMA cache_size=-24576");
    sql.exec("BEGIN IMMEDIATE");
    if (isBlank) sql.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${FORMAT};`);
    sql.exec(SCHEMA);
    sql.exec("COMMIT");
    return sql;
  } catch (cause) {
    sql?.close();
    throw cause instanceof RefusedFolder ? cause : refusal(dirname(path), cause);
  }
}

/** Files from before, or brought back from a copy, are for their owner alone, too. */
function closeToOthers(path: string): void {
  for (const file of [path, `${path}-wal`]) {
    const found = statSync(file, { throwIfNoEntry: false });
    // By its name: a handle of its own would end SQLite's lock when it is closed.
    if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.()) chmodSync(file, 0o600);
  }
}

/** What a first start leaves that was killed before it had written anything. */
function isBlankFile(sql: DatabaseSync): boolean {
  const tables = sql.prepare("SELECT count(*) AS n FROM sqlite_master").get()?.["n"];
  return tables === 0 && numberOf(sql, "application_id") === 0 && numberOf(sql, "user_version") === 0;
}

function checkFile(sql: DatabaseSync, path: string): void {
  const format = numberOf(sql, "user_version");
  if (numberOf(sql, "application_id") !== APPLICATION_ID) {
    throw new RefusedFolder(`The file ${path} belongs to another program and was left as it is.`);
  }
  if (format !== FORMAT) {
    throw new RefusedFolder(
      `The file ${path} has format ${String(format)}, which this version does not read; it was left as it is.`,
    );
  }
}

function numberOf(sql: DatabaseSync, pragma: string): unknown {
  return sql.prepare(`PRAGMA ${pragma}`).get()?.[pragma];
}

/** One sentence on why the database in the folder cannot be served. */
export function refusal(folder: string, cause: unknown): RefusedFolder {
  const path = join(folder, FILE_NAME);
  const message = cause instanceof Error ? cause.message : String(cause);
  switch (sqliteCode(cause) & 255) {
    case SQLITE_BUSY:
      return new RefusedFolder(`The database ${path} is in use by another process.`);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return new RefusedFolder(`The database ${path} cannot be written (${message}).`);
    case SQLITE_FULL:
      return new RefusedFolder(`There is no space left for the database ${path} (${message}).`);
    default:
      return new RefusedFolder(`The file ${path} is no readable database (${message}); it was left as it is.`);
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

/** A file's name in its folder must survive a power cut too, not only its bytes. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
