import { basename, dirname, extname, resolve } from "node:path";
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
/** What of these folders, and which icons, people see who are not signed in: they load no more. */
const OPEN = "open";
/** Of their screens those of which more than a little is theirs alone: it stands in a file of its own, and the others load none of it. */
const APART = ["auth-screen", "guest-directory", "guest-request"];
const ICON = /\/lucide-react\/.*\/icons\//;
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.\w+$/;
const TAKEN_ICONS = /import \{([^}]*)\} from ["']lucide-react["']/g;
const HANDED_ICON = /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g;
/** Where the app begins, and what of it operators alone see. */
const START = "pwa/main.tsx";
const OPERATORS = "pwa/console/";
/** Imports the screens of people who are not signed in. */
const PUBLIC_SCREENS = "pwa/app/routes/public-screens.tsx";

/**
 * Names the file that a module of ours comes in by the folder it stands in, or null where that is the bundler's to say. By itself it
 * makes a file of each set of modules that the same pages share, eighty for the home screen, and asking for a file costs a slow phone
 * milliseconds of its main thread. `root` is the tree's.
 */
export function folderChunks(root: string): (id: string, graph: Graph) => string | null {
  let open: ReadonlyMap<string, string> | null = null;
  let users: ReadonlySet<string> | null = null;
  return (id, graph) => {
    const folder = id.startsWith(`${root}/`) ? FOLDERS[dirname(id.slice(root.length + 1))] : undefined;
    if (folder === undefined && !ICON.test(id)) return null;
    open ??= openFiles(laterOf(`${root}/${PUBLIC_SCREENS}`, graph), graph);
    users ??= usersModules(root, graph);
    // What operators' screens alone need comes with them, whatever folder it stands in.
    return open.get(id) ?? (folder !== undefined && users.has(id) ? folder : null);
  };
}

/** All that is ever loaded for somebody who is no operator. */
function usersModules(root: string, graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [`${root}/${START}`];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || id.startsWith(`${root}/${OPERATORS}`)) continue;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    waiting.push(...importedIds, ...dynamicallyImportedIds);
  }
  if (seen.size === 1) throw new Error(`${START} imports nothing: what operators alone load cannot be told.`);
  return seen;
}

/** The file of each module that public screens load. */
function openFiles(screens: readonly string[], graph: Graph): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const screen of screens) {
    const name = basename(screen, extname(screen));
    const own = APART.includes(name) ? `${OPEN}-${name}` : OPEN;
    for (const id of reach([screen], graph)) files.set(id, files.has(id) ? OPEN : own);
  }
  return files;
}

function laterOf(id: string, graph: Graph): readonly string[] {
  const found = graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  if (found.length === 0) throw new Error(`${id} imports no screen: what is open to everybody cannot be told.`);
  return found;
}

/** What is loaded with these modules; of the icons, which all come from one module, what is taken. */
function reach(from: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {};
    for (const each of importedIds) waiting.push(...(ICONS.test(each) ? takenIcons(code ?? "", each, graph) : [each]));
  }
  return seen;
}

function takenIcons(code: string, icons: string, graph: Graph): readonly string[] {
  const taken = [...code.matchAll(TAKEN_ICONS)].flatMap(([, list = ""]) => list.split(","));
  const names = new Set(taken.map((each) => each.trim().split(" as ")[0]));
  return [...(graph.getModuleInfo(icons)?.code ?? "").matchAll(HANDED_ICON)].flatMap(([, list = "", file = ""]) =>
    list.split(",").some((each) => names.has(each.trim().replace("default as ", "")))
      ? [resolve(dirname(icons), file)]
      : [],
  );
}
