import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Plugin, Rolldown } from "vite";
import { PSEUDO } from "./catalogues.ts";
import { EDITOR_FILE, EDITOR_PARTS, refuseEditorElsewhere } from "./editor-file.ts";
import { SAID, type SentenceFiles, START } from "./sentence-files.ts";

const KIB = 1024;
/**
 * What the scripts of a first load and the sentences of one language weigh at most, of the language that weighs most, compressed as
 * they are sent, in bytes; a build beyond it fails. `database` is what is fetched beside the shell of signed-in people, over it: its
 * script, 82 KiB at most, and the sentences of what is stored and refused, without which no row is shown, 22 KiB. `locked` is
 * what asks for the app lock's PIN: it seals and opens, so that the most of it are the scripts of the database. `operator` is the shell
 * with all of the operators' screens, which come in one file that nobody else loads. `editor` is what is fetched over that, or over the
 * example, by who writes.
 */
export const BOUNDS = {
  landing: 145 * KIB,
  public: 156 * KIB,
  signedIn: 258 * KIB,
  operator: 388 * KIB,
  database: 103 * KIB,
  locked: 282 * KIB,
  editor: 125 * KIB,
} as const;

/** Of what is read most of all, less than other public screens may weigh. */
const OWN_BOUNDS: Readonly<Record<string, number>> = {
  "pages/page-screen": 145 * KIB,
  "pages/written-screen": 145 * KIB,
};

/** What everything that a screen ever fetches may weigh over the signed-in shell: its sheets and charts among it, 16 KiB of sentences. */
const WHOLE_BOUNDS: Readonly<Record<string, number>> = {
  "trade/trade-screen": 112 * KIB,
  "pro-trading/pro-trading-screen": 124 * KIB,
  "kyc/identity-screen": 60 * KIB,
};
/** Which of them are handed what {@link HANDED} names. */
const HANDED_TO = ["trade/trade-screen", "pro-trading/pro-trading-screen"];

/** What such a screen is handed of another feature, by whoever composes them: it is fetched with the rest. */
const HANDED = /\/pwa\/standing-orders\/standing-(?:form|review|orders)\.tsx$/;

const LAYOUT = "app/signed-in-layout";
const SIGNED_IN = `/pwa/${LAYOUT}.tsx`;
const DATABASE = "/pwa/platform/rxdb/keep-open.ts";
/** What stands before all else on a device that is locked. */
const LOCK = "lock/guarded";
const LOCKED = `/pwa/${LOCK}.tsx`;
/** What a first load waits for besides its route's screen, by who fetches it: nothing else may be fetched there, all of it is weighed. */
const AWAITED: Awaited = {
  fetched: {
    "/pwa/app/load-layout.ts": [SIGNED_IN],
    "/pwa/platform/db/load-keeper.ts": [DATABASE],
    "/pwa/lock/lock-gate.tsx": [LOCKED],
  },
  // With the database, or where a refusal has come by then.
  said: ["/pwa/platform/db/load-keeper.ts", "/pwa/platform/api/request.ts", "/pwa/platform/sync/market-link.ts"],
  later: [
    "api-keys/api-keys-card",
    "app/app-palette",
    EDITOR_PARTS,
    "landing/pulse",
    "multisig/sign-here",
    "pages/contact-form",
    "pages/own-text",
    "pages/support-link",
    "repeated-payments/repeat-sheet",
    "repeated-payments/repeated-payments",
    "standing-orders/standing-form",
    "standing-orders/standing-orders",
    "standing-orders/standing-review",
  ],
};
const FETCH_SAID = "/pwa/platform/language/fetch-said.ts";
/** Whose dynamic imports are the screens, and what a screen's file is called. */
const ROUTES = /\/pwa\/app\/(?:routes\/[\w-]+|router)\.tsx$/;
const SCREEN = /\/pwa\/(?<name>[\w-]+\/(?:[\w-]+-screen|guest-[\w-]+))\.tsx$/;
/** What the file of all operators' screens is called: no user's device loads it, and none keeps it. */
export const OPERATORS_FILE = "console-screen";
const OPERATORS = /\/pwa\/console\//;
/** Whose dynamic imports are the screens of people who are not signed in. */
const PUBLIC_SCREENS = "/pwa/app/routes/public-screens.tsx";

/** The screen that guests begin at. */
const LANDING = "/landing/landing-screen.tsx";

const Loads = v.array(
  v.object({
    screen: v.string(),
    audience: v.picklist(["landing", "public", "signedIn", "operator", "database", "locked", "editor"]),
    bytes: v.pipe(v.number(), v.integer()),
    /** What of that are sentences, in the language that weighs most. */
    sentences: v.pipe(v.number(), v.integer()),
    /** With all that it fetches later and the sentences of that, over the shell; of the screens that are bound so. */
    whole: v.optional(v.pipe(v.number(), v.integer())),
  }),
);
/** The first load of one route. */
export type ScriptLoad = v.InferOutput<typeof Loads>[number];

/**
 * Weighs the first load of every route of a build: what is imported from the start, what everybody who is signed in needs,
 * and the route's screen, each with its sentences. Call `check` once the compressed files are written; it rejects when a route is beyond its bound.
 */
export function scriptBounds(outDir: string, sentences: SentenceFiles): Plugin & { check(): Promise<void> } {
  let chunks: Rolldown.OutputChunk[] = [];
  let screens: Screens = new Map();
  return {
    name: "astrolabe:script-bounds",
    apply: "build",
    generateBundle(_, bundle) {
      const found = Object.values(bundle).filter((file) => file.type === "chunk");
      // The service worker is a build of its own.
      if (!found.some(({ facadeModuleId }) => facadeModuleId?.endsWith(SIGNED_IN))) return;
      chunks = found;
      const routes = [...this.getModuleIds()].filter((id) => ROUTES.test(id));
      const laterOf = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      screens = screensOf(routes.flatMap(laterOf), routes.filter((id) => id.endsWith(PUBLIC_SCREENS)).flatMap(laterOf));
      refuseCircles(found);
      refuseUnweighed(AWAITED, {
        names: sentences.names().filter((name) => ![SAID, LAYOUT, LOCK].includes(name)),
        screens: new Set(screens.values().map(({ screen }) => screen)),
        modules: [...this.getModuleIds()].map((id) => ({
          id,
          later: laterOf(id),
          importers: this.getModuleInfo(id)?.importers ?? [],
        })),
      });
      refuseOperatorsScripts(found);
      refuseEditorElsewhere(found);
    },
    async check() {
      const loads = await weighLoads(outDir, { chunks, screens, sentences });
      await writeFile(loadsPath(outDir), JSON.stringify(loads));
      const boundOf = ({ screen, audience }: ScriptLoad) => OWN_BOUNDS[screen] ?? BOUNDS[audience];
      const heavy = loads.filter((load) => load.bytes > boundOf(load));
      const lines = heavy.map((load) => `${load.screen}: ${load.bytes} bytes of ${boundOf(load)}`);
      for (const { screen, whole = 0 } of loads) {
        const bound = WHOLE_BOUNDS[screen];
        if (bound !== undefined && whole > bound) lines.push(`${screen} with all of it: ${whole} bytes of ${bound}`);
      }
      if (lines.length === 0) return;
      throw new Error(`Too much on a first load: import what is heavy when it is used.\n${lines.join("\n")}`);
    },
  };
}

/** What first loads wait for over their screens. */
interface Awaited {
  /** By the end of its path what a module fetches, by the ends of theirs. */
  readonly fetched: Readonly<Record<string, readonly string[]>>;
  /** Who has the sentences of refusals and stored reasons fetched. */
  readonly said: readonly string[];
  /** What is fetched with sentences of its own once somebody reaches for it, or beside what stands there already. */
  readonly later: readonly string[];
}

interface Built {
  readonly names: readonly string[];
  readonly screens: ReadonlySet<string>;
  readonly modules: readonly {
    readonly id: string;
    readonly later: readonly string[];
    readonly importers: readonly string[];
  }[];
}

/** Throws where something is fetched on first loads that nothing weighs. */
export function refuseUnweighed({ fetched, said, later }: Awaited, { names, screens, modules }: Built): void {
  const isOneOf = (id: string, ends: readonly string[]) => ends.some((end) => id.endsWith(end));
  const unknown = names.filter((name) => !screens.has(name) && !later.includes(name));
  const more = modules.flatMap(({ id, later: fetches, importers }) => {
    const known = Object.entries(fetched).find(([end]) => id.endsWith(end))?.[1];
    return [
      ...(known === undefined ? [] : fetches.filter((each) => !isOneOf(each, known))),
      // What operators ask is weighed with `request.ts`, which fetches the same sentences.
      ...(id.endsWith(FETCH_SAID) ? importers.filter((each) => !isOneOf(each, said) && !OPERATORS.test(each)) : []),
    ];
  });
  const found = [...unknown, ...more];
  if (found.length > 0)
    throw new Error(`These may be waited for on a first load, and are not weighed: ${found.join(", ")}.`);
}

/** Files that import each other run in an order that depends on which one is asked for first. */
function refuseCircles(chunks: readonly Rolldown.OutputChunk[]): void {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  for (const { fileName, imports } of chunks) {
    const back = imports.find((name) => closure(chunksOf([name], byName), byName, staticImports).has(fileName));
    if (back !== undefined) throw new Error(`Two files of scripts import each other: ${fileName} and ${back}.`);
  }
}

/** All that operators alone see comes in one file, by its name, and with no other screen. */
function refuseOperatorsScripts(chunks: readonly Rolldown.OutputChunk[]): void {
  const theirs = chunks.filter(({ moduleIds }) => moduleIds.some((id) => OPERATORS.test(id)));
  const strange = theirs.find(({ name }) => name !== OPERATORS_FILE);
  if (strange)
    throw new Error(`${strange.fileName} has operators' screens: devices would keep it. One file has them all.`);
  const names = new Set(theirs.map(({ fileName }) => fileName));
  const needing = chunks.find(({ imports }) => imports.some((name) => names.has(name)));
  if (needing) throw new Error(`${needing.fileName} loads the operators' scripts: what both need stands in parts/.`);
}

function chunksOf(
  names: readonly string[],
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
): readonly Rolldown.OutputChunk[] {
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** What the last build weighed, the heaviest first. */
export async function readLoads(outDir: string): Promise<ScriptLoad[]> {
  const loads = v.parse(Loads, JSON.parse(await readFile(loadsPath(outDir), "utf8")));
  return loads.toSorted((one, other) => other.bytes - one.bytes);
}

function loadsPath(outDir: string): string {
  return `${outDir}-script-loads.json`;
}

/** Of each module that is a route's screen, the screen's name and who sees it. */
type Screens = ReadonlyMap<string, { readonly screen: string; readonly audience: Audience }>;
type Audience = "landing" | "public" | "signedIn" | "operator";

function screensOf(routed: readonly string[], open: readonly string[]): Screens {
  return new Map(
    routed.flatMap((id) => {
      const screen = SCREEN.exec(id)?.groups?.["name"];
      return screen === undefined ? [] : [[id, { screen, audience: audienceOf(id, open) }] as const];
    }),
  );
}

function audienceOf(id: string, open: readonly string[]): Audience {
  if (OPERATORS.test(id)) return "operator";
  if (id.endsWith(LANDING)) return "landing";
  return open.includes(id) ? "public" : "signedIn";
}

interface Weighed {
  readonly chunks: readonly Rolldown.OutputChunk[];
  readonly screens: Screens;
  readonly sentences: SentenceFiles;
}

async function weighLoads(outDir: string, { chunks, screens, sentences }: Weighed): Promise<ScriptLoad[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const start = chunks.find(({ isEntry }) => isEntry);
  const shell = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(SIGNED_IN));
  const database = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(DATABASE));
  const lock = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(LOCKED));
  if (!start || !shell || !database || !lock)
    throw new Error("The build has no entry, signed-in layout, database or lock: its scripts cannot be weighed.");
  const weighFiles = async (names: Iterable<string>): Promise<number> => {
    const files = await Promise.all([...names].map((name) => stat(join(outDir, `${name}.br`))));
    return files.reduce((sum, { size }) => sum + size, 0);
  };
  const languages = sentences.languages().filter((each) => each !== PSEUDO);
  const weighSaid = async (names: readonly string[]) => {
    const filesOf = (language: string) => names.flatMap((name) => sentences.fileOf(name, language) ?? []);
    return Math.max(...(await Promise.all(languages.map((language) => weighFiles(filesOf(language))))));
  };
  const weigh = (roots: readonly Rolldown.OutputChunk[]) => weighFiles(closure(roots, byName, staticImports));
  const shellFiles = closure([start, shell], byName, staticImports);
  // The shell leads everywhere: what comes later is followed from the screen's own files alone.
  const ownImports: ImportsOf = ({ fileName, imports, dynamicImports }) =>
    shellFiles.has(fileName) ? [] : [...imports, ...dynamicImports];
  const handed = chunks.filter(({ moduleIds }) => moduleIds.some((id) => HANDED.test(id)));
  if (handed.length === 0) throw new Error("The build has nothing that trading screens are handed: name it anew.");
  const handedNames = sentences.names().filter((name) => HANDED.test(`/pwa/${name}.tsx`));
  const weighWhole = async (root: Rolldown.OutputChunk, screen: string) => {
    const isHanded = HANDED_TO.includes(screen);
    const roots = isHanded ? [root, ...handed] : [root];
    const files = closure(roots, byName, ownImports).difference(shellFiles);
    return (await weighFiles(files)) + (await weighSaid(isHanded ? [screen, ...handedNames] : [screen]));
  };
  const loads: ScriptLoad[] = [];
  const besideShell = closure([database], byName, staticImports).difference(shellFiles);
  const stored = await weighSaid([SAID]);
  loads.push({
    screen: "database",
    audience: "database",
    bytes: (await weighFiles(besideShell)) + stored,
    sentences: stored,
  });
  const locked = await weighSaid([START, LOCK]);
  loads.push({ screen: LOCK, audience: "locked", bytes: (await weigh([start, lock])) + locked, sentences: locked });
  const editor = chunks.find(({ name }) => name === EDITOR_FILE);
  if (!editor) throw new Error("The build has no file of the editor: it cannot be weighed.");
  const written = await weighSaid([EDITOR_PARTS]);
  loads.push({
    screen: EDITOR_PARTS,
    audience: "editor",
    bytes: (await weighFiles([editor.fileName])) + written,
    sentences: written,
  });
  for (const [id, { screen, audience }] of screens) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`The build has no file for ${screen}: its scripts cannot be weighed.`);
    const isOpen = audience === "public" || audience === "landing";
    const roots = isOpen ? [start, chunk] : [start, shell, chunk];
    const said = await weighSaid(isOpen ? [START, screen] : [START, LAYOUT, screen]);
    const whole = WHOLE_BOUNDS[screen] === undefined ? {} : { whole: await weighWhole(chunk, screen) };
    loads.push({ screen, audience, bytes: (await weigh(roots)) + said, sentences: said, ...whole });
  }
  return loads;
}

type ImportsOf = (chunk: Rolldown.OutputChunk) => readonly string[];
const staticImports: ImportsOf = ({ imports }) => imports;
function closure(
  roots: readonly Rolldown.OutputChunk[],
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
  importsOf: ImportsOf,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = roots.map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = byName.get(name);
    if (chunk) waiting.push(...importsOf(chunk));
  }
  return seen;
}
