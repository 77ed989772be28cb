import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";

/** Which addresses the app knows, as its router writes them; the build says it. */
const PATHS = "paths.json";
const Paths = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** The addresses that the built app in this folder knows; null where there is no build. */
export async function readAppPaths(folder: string): Promise<readonly string[] | null> {
  const file = join(folder, PATHS);
  return existsSync(file) ? v.parse(Paths, await readFile(file, "utf8")) : null;
}

/** `$name` stands for one part of an address, a `$` alone for whatever follows; a slash at the end does not matter. */
export function patternOf(path: string): RegExp {
  const parts = path.split("/").filter((part) => part !== "");
  const written = parts.map((part) => (part === "$" ? ".*" : part.startsWith("$") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^/${written.join("/")}/?$`);
}
