import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "./config.ts";

const KEY_BYTES = 32;
/** All that we ever put into the folder, by its first part. */
const OURS = /^(?:mongo|stellar|outbox|erasure-keys|compile-cache|drill|[a-z-]+\.(?:key|password))$/;

/**
 * Makes DATA_DIR, or takes it from other accounts of the machine where it lets them in. A folder with something of
 * somebody else's in it (a home, /tmp) is left as it is, and only what is ours within is closed. Nothing that this process
 * and its children make from then on is for others. Throws ConfigError.
 */
export async function openPrivateFolder(dataDir: string): Promise<void> {
  process.umask(0o077);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const names = await readdir(dataDir);
    if (names.every((name) => OURS.test(name))) await closeToOthers(dataDir);
    for (const name of names) if (OURS.test(name)) await closeToOthers(join(dataDir, name));
  } catch (error) {
    throw unusable(error);
  }
}

/** Another account's file stays as its owner wants it, and what a link points to is not ours. */
async function closeToOthers(path: string): Promise<void> {
  const found = await lstat(path);
  const isOurs = found.uid === process.getuid?.() && (found.isDirectory() || found.isFile());
  if (isOurs && (found.mode & 0o077) !== 0) await chmod(path, found.isDirectory() ? 0o700 : 0o600);
}

/**
 * A key of 32 bytes that is made once and kept in a file of DATA_DIR for its owner alone. Throws ConfigError, which for a
 * damaged file says the way out.
 */
export async function keptKey(dataDir: string, name: string, wayOut = "restore it from a backup"): Promise<Buffer> {
  const path = join(dataDir, name);
  const fresh = randomBytes(KEY_BYTES);
  try {
    await writeFile(path, fresh.toString("hex"), { mode: 0o600, flag: "wx", flush: true });
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw unusable(error);
  }
  const key = Buffer.from((await readFile(path, "utf8")).trim(), "hex");
  if (key.length !== KEY_BYTES) throw new ConfigError(`DATA_DIR holds a damaged ${name}; ${wayOut}.`);
  return key;
}

function unusable(error: unknown): ConfigError {
  return new ConfigError(`DATA_DIR must be a folder that can be written to (${String(error)}).`);
}
