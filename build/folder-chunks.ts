import { dirname } from "node:path";
import type { Rolldown } from "vite";

type Graph = Rolldown.ChunkingContext;

/**
 * Of each folder below the features, the file of scripts that it comes in. A folder holds what is loaded together: what only some
 * screens load, or what needs a heavy library, stands in a folder of its own and is the bundler's to place.
 */
const FOLDERS: Readonly<Record<string, string>> = {
  schemas: "parts",
  "schemas/endpoints": "parts",
  "schemas/values": "parts",
  "pwa/platform/db": "parts",
  "pwa/ui": "parts",
  "pwa/parts/answers": "parts",
  "pwa/parts/assets": "parts",
  "pwa/parts/charts": "parts",
  "pwa/parts/confirming": "parts",
  "pwa/parts/device": "parts",
  "pwa/parts/directory": "parts",
  "pwa/parts/forms": "parts",
  "pwa/parts/history": "parts",
  "pwa/parts/identify": "parts",
  "pwa/parts/journal": "parts",
  "pwa/parts/market-data": "parts",
  "pwa/parts/search": "parts",
  "pwa/parts/service": "parts",
  "pwa/parts/session": "parts",
  "pwa/parts/theme": "parts",
  "pwa/parts/toasts": "parts",
  "pwa/parts/watchlist": "parts",
  "pwa/parts/trading": "trading",
};
/** What of these folders people see who are not signed in: they load no more. */
const OPEN = "open";
/** Imports the screens of people who are not signed in. */
const PUBLIC_SCREENS = "pwa/app/routes/public-screens.tsx";

/**
 * Names the file that a module of ours comes in by the folder it stands in, or null where that is the bundler's to say. By itself it
 * makes a file of each set of modules that the same pages share, eighty for the home screen, and asking for a file costs a slow phone
 * milliseconds of its main thread. `root` is the tree's.
 */
export function folderChunks(root: string): (id: string, graph: Graph) => string | null {
  let open: ReadonlySet<string> | null = null;
  return (id, graph) => {
    if (!id.startsWith(`${root}/`)) return null;
    const folder = FOLDERS[dirname(id.slice(root.length + 1))];
    if (folder === undefined) return null;
    open ??= reach(laterOf(`${root}/${PUBLIC_SCREENS}`, graph), graph);
    return open.has(id) ? OPEN : folder;
  };
}

function laterOf(id: string, graph: Graph): readonly string[] {
  const found = graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  if (found.length === 0) throw new Error(`${id} imports no screen: what is open to everybody cannot be told.`);
  return found;
}

/** What is loaded with these modules. */
function reach(from: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}
