import { chmodSync, constants, copyFileSync, closeSync, fsyncSync, openSync } from "node:fs";

/**
 * A process of its own that copies a file and forces the copy to the disk. A copy made by the server itself would end
 * the server's lock: a process loses its locks on a file with the first handle on it that it closes.
 */
const [from = "", to = ""] = process.argv.slice(2);
process.umask(0o077);
try {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  chmodSync(to, 0o600);
  const handle = openSync(to, "r+");
  fsyncSync(handle);
  closeSync(handle);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
