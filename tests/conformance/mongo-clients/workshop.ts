import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A folder of its own with packages from the npm registry in it; `remove` takes it away again. */
export async function installed(...packages: string[]): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "mongo-clients-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    await run("npm", ["install", "--prefix", folder, ...options, ...packages], { cwd: folder });
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
