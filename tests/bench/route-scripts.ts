import { join } from "node:path";
import { BOUNDS, readLoads } from "#build/script-bounds.ts";
import type { Result } from "./results.ts";

const NOTES = {
  landing: "(public)",
  public: "(public)",
  signedIn: "(signed in)",
  operator: "(operators, all of their screens)",
  database: "(beside the shell)",
  locked: "(before the shell)",
  editor: "(once somebody writes)",
} as const;

/** What the scripts of each route's first load weigh in the last build, the heaviest first. */
export async function measureRouteScripts(): Promise<Result[]> {
  const loads = await readLoads(join(import.meta.dirname, "../../dist/pwa"));
  return loads.map(({ screen, audience, bytes }) => ({
    name: `script of the first load, ${screen}`,
    value: bytes / 1024,
    unit: "KiB",
    goal: { kind: "at most", value: BOUNDS[audience] / 1024 },
    note: NOTES[audience],
  }));
}
