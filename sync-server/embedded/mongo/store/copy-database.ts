import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Database } from "./database.ts";
import { holdCheckpoints, syncFolder } from "./data-file.ts";

const COPY_PROCESS = join(import.meta.dirname, "copy-process.ts");

/** What file systems without hard links say, as those of memory sticks are. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

const copying = new WeakSet<Database>();

/**
 * Writes all that is committed now to a new file, forced to the disk, while the server goes on; answers its size in
 * bytes. Throws when the file is there already or cannot be written; then nothing of it remains.
 */
export async function copyDatabase(database: Database, to: string): Promise<number> {
  if (statSync(to, { throwIfNoEntry: false }) !== undefined) throw exists(to);
  const partial = join(dirname(to), `.${basename(to)}.${randomUUID()}.part`);
  hold(database);
  try {
    await copyFile(database.path, partial);
    giveName(partial, to);
    syncFolder(dirname(to));
    return statSync(to).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw exists(to);
    throw error instanceof MongoError ? error : failed(to, error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(partial, { force: true });
    release(database);
  }
}

/** Only now does it have its name: whatever has the name is whole, and nothing loses its name to it. */
function giveName(partial: string, to: string): void {
  try {
    linkSync(partial, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && NO_LINKS.includes(String(error.code)))) throw error;
    closeSync(openSync(to, "wx", 0o600));
    renameSync(partial, to);
  }
}

/** Brings everything committed into the file itself, which from then on stays as it is: new writes go to the log. */
function hold(database: Database): void {
  if (copying.has(database))
    throw new MongoError("ConflictingOperationInProgress", "another backup is being written; try again after it");
  database.commit();
  const outcome = database.sql.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  if (outcome?.["busy"] !== 0) throw new MongoError("InternalError", "the log could not be brought into the file");
  holdCheckpoints(database.sql, true);
  copying.add(database);
}

function release(database: Database): void {
  copying.delete(database);
  if (database.sql.isOpen) holdCheckpoints(database.sql, false);
}

function copyFile(from: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COPY_PROCESS, from, to], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(said || `the copying process ended with ${String(code)}`));
    });
  });
}

function exists(path: string): MongoError {
  return new MongoError("IllegalOperation", `${path} is there already and was left as it is`);
}

function failed(path: string, reason: string): MongoError {
  const name = /ENOSPC|EDQUOT/.test(reason) ? "OutOfDiskSpace" : "IllegalOperation";
  return new MongoError(name, `${path} could not be written: ${reason}`);
}
