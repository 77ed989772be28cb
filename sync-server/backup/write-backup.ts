import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { BackupError, whyUnwritten } from "./backup-error.ts";
import { backupRecords, type BackupSource } from "./backup-records.ts";
import type { BackupHead, BackupManifest } from "./manifest.ts";
import { sealed } from "./sealed-stream.ts";

/** A file that was written whole. */
export interface WrittenBackup {
  readonly file: string;
  /** Of the file itself. */
  readonly bytes: number;
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
}

export const PARTIAL = ".partial";

/**
 * Writes a backup to a new file that its owner alone reads, compressed and then sealed with `key` (32 bytes). It has its name only once
 * it is whole and on the disk; where that fails nothing of it is left. Throws BackupError.
 */
export async function writeBackup(source: BackupSource, key: Buffer, file: string): Promise<WrittenBackup> {
  const partial = `${file}${PARTIAL}`;
  if ((await stat(file).catch(() => null)) !== null)
    throw new BackupError(`${file} is there already and was left as it is.`);
  let isOurs = false;
  try {
    await (await open(partial, "wx", 0o600)).close();
    isOurs = true;
    const held = await writeSealed(source, key, partial);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { file, bytes: (await stat(file)).size, ...held };
  } catch (error) {
    if (isOurs) await rm(partial, { force: true });
    throw whyUnwritten(file, error);
  }
}

/** The database is read no faster than the disk takes it in. */
async function writeSealed(source: BackupSource, key: Buffer, partial: string) {
  const failing = new AbortController();
  const plain = new PassThrough();
  const writing = pipeline(
    plain,
    createZstdCompress(),
    (compressed: AsyncIterable<Buffer>) => sealed(compressed, key),
    createWriteStream(partial, { flags: "r+", flush: true }),
  );
  const isWritten = writing.catch((error: unknown) => {
    failing.abort(error);
    throw error;
  });
  isWritten.catch(() => undefined);
  const signal = source.signal ? AbortSignal.any([source.signal, failing.signal]) : failing.signal;
  try {
    const held = await backupRecords({ ...source, signal }, async (bytes) => {
      signal.throwIfAborted();
      if (!plain.write(bytes)) await drained(plain, signal);
    });
    plain.end();
    await isWritten;
    return held;
  } catch (error) {
    plain.destroy();
    await writing.catch(() => undefined);
    throw failing.signal.aborted ? failing.signal.reason : error;
  }
}

function drained(plain: PassThrough, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      plain.off("drain", onDrain);
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    };
    const onDrain = (): void => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    };
    plain.once("drain", onDrain);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** A name is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
