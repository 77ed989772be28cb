import { mkdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the tests' processes keep what they compiled: what one start compiled, the next need not. */
export const COMPILED = process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "compile-cache");

/** Has the embedded servers of a data folder keep it there as well. */
export async function keepCompiled(dataDir: string): Promise<void> {
  await mkdir(COMPILED, { recursive: true });
  await symlink(COMPILED, join(dataDir, "compile-cache"));
}
