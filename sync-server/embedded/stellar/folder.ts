import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const LOCK_FILE = "stellar.lock";
const OURS = /^stellar\.(?:lock|sqlite(?:-wal|-shm)?)$/;
/** A server whose parent has died takes less to end, even on a busy machine. */
const PATIENCE_MS = 5000;
const SQLITE_BUSY = 5;

/**
 * Makes the folder where it is missing and keeps every other process out of it, until released or until this process
 * ends, however it ends. Throws an error whose message is one sentence on why the folder cannot be had.
 */
export function claimFolder(directory: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(directory, LOCK_FILE), { timeout: PATIENCE_MS });
    // The lock is the operating system's, on a file in which nothing is ever written.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    closeToOthers(directory);
  } catch (cause) {
    lock?.close();
    const isBusy = cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      isBusy
        ? `The ledger in ${directory} is in use by another process.`
        : `The folder ${directory} cannot hold a ledger (${reason}).`,
      { cause },
    );
  }
  const held = lock;
  return () => held.close();
}

/** Files from before are for their owner alone, too; SQLite gives its logs the mode of their database. */
function closeToOthers(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (!OURS.test(name)) continue;
    const path = join(directory, name);
    const { mode, uid } = statSync(path);
    // By its name: a handle of its own would end SQLite's lock when it is closed.
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o600);
  }
}
