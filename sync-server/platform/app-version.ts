import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const Package = v.object({ version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)) });

/** The version that this process was started from, as `package.json` says it. */
export function appVersion(): string {
  const text = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  return v.parse(Package, JSON.parse(text)).version;
}
