import type { Rolldown } from "vite";

type Graph = Rolldown.ChunkingContext;
type Modules = ReadonlySet<string>;

const OURS = /^(?!.*\/node_modules\/).*\/(?:pwa|schemas)\/[^?]*$/;
const SCHEMA = /\/schemas\//;
/** Begins with RxDB's own files, which must not come to need ours. */
const DATABASE = /\/pwa\/(?:platform\/db|lock)\//;
const LAYOUT = /\/pwa\/app\/signed-in-layout\.tsx$/;
const HOME = /\/pwa\/dashboard\/dashboard-screen\.tsx$/;
const HISTORY = /\/pwa\/transactions\/transactions-screen\.tsx$/;
const ANALYTICS = /\/pwa\/analytics\/analytics-screen\.tsx$/;
/** Screens of signed-in people that have little in common with the home screen. */
const OTHER_SCREEN = /\/pwa\/(?!(?:dashboard|transactions|analytics)\/|assets\/asset-)[\w-]+\/[\w-]+-screen\.tsx$/;
/** Of these the ones that tell what a person has, as the home screen does. */
const WHOLE_SCREEN = /\/pwa\/(?:assets\/assets|old\/old-(?:assets|dashboard))-screen\.tsx$/;
/** It draws curves as the home screen does, but none of what a person has. */
const CURVE_SCREEN = /\/pwa\/assets\/asset-screen\.tsx$/;
/** What the public side begins with. */
const PUBLIC = /\/pwa\/(?:main|(?:auth|admin|profile|pages)\/[\w-]+-screen|[\w-]+\/guest-[\w-]+)\.tsx$/;

/**
 * Names the file that a module of ours comes in, or null where that is the bundler's to say. By itself it makes a file of each set
 * of modules that the same pages share, fifty for the home screen, and asking for a file costs a slow phone milliseconds of its main
 * thread. What is loaded together anyhow is one file here; nothing of it is loaded by the public side.
 */
export function chunkParts(): (id: string, graph: Graph) => string | null {
  let parts: ReadonlyMap<string, string> | null = null;
  return (id, graph) => {
    if (!OURS.test(id)) return null;
    // Where the tree stands is known by the first module asked about.
    parts ??= findParts(id.replace(/\/(?:pwa|schemas)\/.*$/, "/pwa/main.tsx"), graph);
    return parts.get(id) ?? null;
  };
}

function findParts(start: string, graph: Graph): ReadonlyMap<string, string> {
  const importsOf = (id: string) => (graph.getModuleInfo(id)?.importedIds ?? []).filter((one) => OURS.test(one));
  const laterOf = (id: string) =>
    (graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((one) => OURS.test(one));
  const all = reach([start], (id) => [...importsOf(id), ...laterOf(id)]);
  const roots = [start, ...new Set([...all].flatMap(laterOf))];
  const loadedBy = (pattern: RegExp) =>
    reach(
      roots.filter((id) => pattern.test(id)),
      importsOf,
    );
  const open = loadedBy(PUBLIC);
  const layout = loadedBy(LAYOUT);
  const besideLayout = reach(
    roots.filter((id) => !LAYOUT.test(id)),
    importsOf,
  );
  const [home, history, analytics] = [loadedBy(HOME), loadedBy(HISTORY), loadedBy(ANALYTICS)];
  const [wholeScreens, curveScreen] = [loadedBy(WHOLE_SCREEN), loadedBy(CURVE_SCREEN)];
  const unlikeScreens = reach(
    roots.filter((id) => OTHER_SCREEN.test(id) && !WHOLE_SCREEN.test(id)),
    importsOf,
  );

  const nameOf = (id: string): string | null => {
    if (open.has(id)) return null;
    if (layout.has(id)) {
      if (SCHEMA.test(id)) return "protocol";
      // What only the layout has comes with it.
      return besideLayout.has(id) && !DATABASE.test(id) ? "signed-in" : null;
    }
    if (!home.has(id)) return null;
    // Other screens need what a row of the history is, and not the words for it.
    if (history.has(id)) return analytics.has(id) || unlikeScreens.has(id) ? "home" : "told";
    if (!analytics.has(id) || unlikeScreens.has(id)) return null;
    if (wholeScreens.has(id)) return "whole";
    return curveScreen.has(id) ? "curves" : "worth";
  };
  return new Map(
    [...all].flatMap((id) => {
      const name = nameOf(id);
      return name === null ? [] : [[id, name] as const];
    }),
  );
}

function reach(from: readonly string[], next: (id: string) => readonly string[]): Modules {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...next(id));
  }
  return seen;
}
