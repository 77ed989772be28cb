import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const Package = v.object({ version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+/)) });

/** The version that this process was started from, as `package.json` says it. */
export function appVersion(): string {
  const file = join(import.meta.dirname, "..", "..", "package.json");
  return v.parse(Package, JSON.parse(readFileSync(file, "utf8"))).version;
}

/** Whether a version (`1.10.0`) comes before another by its numbers; what stands behind them (`-rc.1`) is not looked at. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)];
  const at = own.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (own[at] ?? 0) < (other[at] ?? 0);
}

function numbersOf(version: string): number[] {
  return version
    .split(".")
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10));
}
