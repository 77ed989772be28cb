import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");
const MAX_BYTES = 64 * 1024 * 1024;

/** Writes what is installed, by the lock file, as a CycloneDX document. */
export async function writeSbom(path: string): Promise<void> {
  const flags = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  const { stdout } = await promisify(execFile)("npm", flags, { cwd: ROOT, maxBuffer: MAX_BYTES });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, stdout);
}

if (import.meta.main) {
  const [path = resolve(ROOT, "dist/astrolabe.cdx.json")] = process.argv.slice(2);
  await writeSbom(path);
  console.log(`written to ${path}`);
}
