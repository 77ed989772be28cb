import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { COMPILED } from "#tests/support/compiled.ts";
import type { Stack } from "#tests/faults/money/stack.ts";

const CLI = resolve(import.meta.dirname, "../../../sync-server/backup/cli");

/** Where a backup lies, and the key (hex) that seals it. */
export interface Kept {
  readonly folder: string;
  readonly key: string;
}

/** A backup of what the servers of a stack hold now, while they run; answers with the ms that it took. */
export function backUp(stack: Stack, kept: Kept): Promise<number> {
  return run(stack, kept, "", ["backup.ts", "--to", fileOf(kept)]);
}

/** Sets the database of a stack, whose servers are stopped, back to that; answers with the ms that it took. */
export function putBack(stack: Stack, kept: Kept): Promise<number> {
  return run(stack, kept, "astrolabe\n", ["restore.ts", fileOf(kept), "--replace"]);
}

function fileOf({ folder }: Kept): string {
  return join(folder, "kept.backup");
}

function run(stack: Stack, { folder, key }: Kept, typed: string, [script = "", ...rest]: string[]): Promise<number> {
  const env = {
    PATH: process.env["PATH"],
    NODE_COMPILE_CACHE: COMPILED,
    DATA_DIR: folder,
    MONGODB_URL: stack.mongoUrl,
    STELLAR_RPC_URL: `${stack.networkUrl}/rpc`,
    STELLAR_HORIZON_URL: stack.networkUrl,
    STELLAR_NETWORK_PASSPHRASE: stack.passphrase,
    VAULT_KEY: stack.vaultKey.toString("hex"),
    BACKUP_KEY: key,
  };
  const beganMs = performance.now();
  return new Promise((done, fail) => {
    const child = execFile(process.execPath, [join(CLI, script), ...rest], { env }, (error, _, complaints) =>
      error ? fail(new Error(complaints, { cause: error })) : done(performance.now() - beganMs),
    );
    child.stdin?.end(typed);
  });
}
