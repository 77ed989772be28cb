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
  "pwa/parts/painting": "trading",
  "pwa/parts/trading": "trading",
};
/** Of these folders what few screens load: it is the bundler's to place. */
const FEW = [
  "schemas/automation-calls.ts",
  "schemas/identity.ts",
  "schemas/kyc.ts",
  "schemas/market-making-calls.ts",
  "schemas/staking-calls.ts",
  "schemas/stake-reckoning.ts",
  "schemas/endpoints/affiliate.ts",
  "schemas/endpoints/api-keys.ts",
  "schemas/endpoints/automated-trading.ts",
  "schemas/endpoints/content-desk.ts",
  "schemas/endpoints/claims.ts",
  "schemas/endpoints/deposits.ts",
  "schemas/endpoints/diagnostics.ts",
  "schemas/endpoints/kyc.ts",
  "schemas/endpoints/kyc-status.ts",
  "schemas/endpoints/market-making.ts",
  "schemas/endpoints/staking.ts",
  "schemas/values/accrual.ts",
  "schemas/values/bytes.ts",
  "pwa/parts/assets/amount-field.tsx",
  "pwa/parts/assets/asset-option.ts",
  "pwa/parts/assets/asset-picker.tsx",
  "pwa/parts/assets/search-assets.ts",
  "pwa/parts/charts/curve-legend.tsx",
  "pwa/parts/charts/gain.tsx",
  "pwa/parts/confirming/use-insisting.ts",
  "pwa/parts/device/app-version.ts",
  "pwa/parts/device/device-words.ts",
  "pwa/parts/device/health-words.ts",
  "pwa/parts/device/rebuild-sheet.tsx",
  "pwa/parts/device/rebuild-words.ts",
  "pwa/parts/device/storage-facts.ts",
  "pwa/parts/forms/choice-cards.tsx",
  "pwa/parts/trading/figure-words.ts",
  "pwa/parts/trading/side-mark.tsx",
  "pwa/parts/trading/typed-number.ts",
  "pwa/ui/progress-bar.tsx",
];
/** Public, and opened by hardly anybody: what it alone shares with people who are signed in stays theirs. */
const SELDOM = /\/phone-upload-screen\.tsx$/;
/** What of these folders, and which icons, people see who are not signed in: they load no more. */
const OPEN = "open";
/** Comes to the start page once it stands: what it alone shares with people who are signed in brings nothing else of theirs. */
const PULSE = "pwa/landing/pulse.tsx";
const OF_PULSE = `${OPEN}-pulse`;
/** What of that only screens load on which something is filled in: whoever reads pages loads no forms. */
const FORMS = "open-forms";
/** Of their screens those of which more than a little is theirs alone: it stands in a file of its own, and the others load none of it. */
const APART = ["auth-screen", "guest-directory", "guest-request"];
/** Screens that show what operators write: what they alone share is theirs. */
const PAGES = ["landing-screen", "page-screen", "preview-screen", "written-screen"];
const OF_PAGES = `${OPEN}-pages`;
const ICON = /\/lucide-react\/.*\/icons\//;
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.\w+$/;
const TAKEN_ICONS = /import \{([^}]*)\} from ["']lucide-react["']/g;
const HANDED_ICON = /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g;
/** What content is made of. */
const OF_DATA = "content";
/**
 * The files of what pages draw and of what that is made of, by folder or path: whoever needs any of it needs most. What the app and the
 * signed-in shell begin with stays with them, and views that no public page draws are the bundler's to place.
 */
const CONTENT: Readonly<Record<string, string>> = {
  "pwa/parts/content": `${OPEN}-content`,
  "schemas/content": OF_DATA,
  "schemas/endpoints/content.ts": OF_DATA,
};
/** Of these what is fetched later: by whoever follows what is published, and by whoever searches. */
const LATER_CONTENT = /^pwa\/parts\/content\/(?:follow-content|search-index|use-search)\.ts$/;
/** What the app begins with. */
const START = "pwa/main.tsx";
/** What stands around all screens of people who are signed in. */
const SHELL = "pwa/app/signed-in-layout.tsx";
/** What of all this operators' screens alone load comes with them. */
const OPERATORS = /\/pwa\/console\//;
/** Imports the screens of people who are not signed in. */
const PUBLIC_SCREENS = "pwa/app/routes/public-screens.tsx";

/**
 * Names the file that a module of ours comes in by the folder it stands in, or null where that is the bundler's to say. By itself it
 * makes a file of each set of modules that the same pages share, eighty for the home screen, and asking for a file costs a slow phone
 * milliseconds of its main thread. `root` is the tree's, `operatorsFile` what the file of the operators' screens is called.
 */
export function folderChunks(root: string, operatorsFile: string): (id: string, graph: Graph) => string | null {
  let open: ReadonlyMap<string, string> | null = null;
  let ofUsers: ReadonlySet<string> | null = null;
  let atStart: ReadonlySet<string> | null = null;
  const openTo = (graph: Graph) =>
    (open ??= openFiles(laterOf(`${root}/${PUBLIC_SCREENS}`, graph), `${root}/${PULSE}`, graph));
  return (id, graph) => {
    const path = id.startsWith(`${root}/`) ? id.slice(root.length + 1) : null;
    const content = path === null ? undefined : contentFile(path);
    if (content !== undefined) {
      atStart ??= reach([`${root}/${START}`, `${root}/${SHELL}`], graph);
      if (atStart.has(id)) return null;
      return content === OF_DATA || openTo(graph).has(id) ? content : null;
    }
    const folder = path === null || FEW.includes(path) ? undefined : FOLDERS[dirname(path)];
    if (folder === undefined && !ICON.test(id)) return null;
    ofUsers ??= reach([`${root}/${START}`], graph, everythingOfUsers);
    if (!ofUsers.has(id)) return operatorsFile;
    return openTo(graph).get(id) ?? folder ?? null;
  };
}

function contentFile(path: string): string | undefined {
  return LATER_CONTENT.test(path) ? undefined : (CONTENT[path] ?? CONTENT[dirname(path)]);
}

/** The file of each module that public screens load. */
function openFiles(screens: readonly string[], pulse: string, graph: Graph): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const screen of screens) {
    if (SELDOM.test(screen)) continue;
    const name = basename(screen, extname(screen));
    const own = APART.includes(name) ? `${OPEN}-${name}` : PAGES.includes(name) ? OF_PAGES : FORMS;
    for (const id of reach([screen], graph)) files.set(id, together(files.get(id) ?? own, own));
  }
  for (const id of reach([pulse], graph)) files.set(id, files.get(id) ?? OF_PULSE);
  return files;
}

/** The file of what two kinds of screens load: pages bring nothing along that no page has. */
function together(one: string, other: string): string {
  if (one === other) return one;
  return [OPEN, OF_PAGES].some((file) => file === one || file === other) ? OPEN : FORMS;
}

function laterOf(id: string, graph: Graph): readonly string[] {
  const found = graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  if (found.length === 0) throw new Error(`${id} imports no screen: what is open to everybody cannot be told.`);
  return found;
}

type Module = NonNullable<ReturnType<Graph["getModuleInfo"]>>;
/** Which imports of a module are followed. */
type Follow = (module: Module) => readonly string[];

const atOnce: Follow = ({ importedIds }) => importedIds;
const everythingOfUsers: Follow = ({ importedIds, dynamicallyImportedIds }) =>
  [...importedIds, ...dynamicallyImportedIds].filter((id) => !OPERATORS.test(id));

/** What is loaded with these modules; of the icons, which all come from one module, what is taken. */
function reach(from: readonly string[], graph: Graph, follow: Follow = atOnce): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const module = graph.getModuleInfo(id);
    if (module === null) continue;
    for (const each of follow(module))
      waiting.push(...(ICONS.test(each) ? takenIcons(module.code ?? "", each, graph) : [each]));
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
