import { join } from "node:path";
import { BOUNDS, readLoads } from "#build/script-bounds.ts";
import type { Result } from "./results.ts";

/** What the scripts of each route's first load weigh in the last build, the heaviest first. */
export async function measureRouteScripts(): Promise<Result[]> {
  const loads = await readLoads(join(import.meta.dirname, "../../dist/pwa"));
  return loads.map(({ screen, audience, bytes }) => ({
    name: `script of the first load, ${screen}`,
    value: bytes / 1024,
    unit: "KiB",
    goal: { kind: "at most", value: BOUNDS[audience] / 1024 },
    note: audience === "signedIn" ? "(signed in)" : audience === "database" ? "(beside the shell)" : "(public)",
  }));
}
