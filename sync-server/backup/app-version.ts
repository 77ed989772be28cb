import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const Package = v.object({ version: v.string() });

/** The version of this code. */
export function appVersion(): string {
  const text = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  return v.parse(Package, JSON.parse(text)).version;
}
