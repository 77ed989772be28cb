import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { type Arrange, type Catalogues, type Messages, readCatalogues } from "./read-catalogues.ts";
import { ownIds, shortIds, shorten } from "./short-ids.ts";
import {
  type ModuleFacts,
  type ModuleLinks,
  namedModules,
  reachOf,
  readFacts,
  type SentenceGraph,
} from "./sentence-graph.ts";

/** What the app's files say where the build's version of all sentences stands (`pwa/platform/language`). */
const VERSION = "__SENTENCES__";
/** The sentences that everybody has from the start. */
export const START = "start";
/** All files of a language in one, for devices to keep. */
const WHOLE = "whole";
/** How they stand in it; another number where that changes, so that no build reads what another one has kept. */
const WHOLE_FORM = 2;
/** Refusals and what else is shared with the server, over what everybody has: `withSentences("said", …)`. */
export const SAID = "said";
const OURS = /\/(?:pwa|schemas)\/.*\.tsx?$/;
/** The frame of people who are signed in, and the modules that fetch what is shown within it alone. */
const FRAME = "app/signed-in-layout";
const WITHIN_FRAME =
  /\/pwa\/(?:app\/(?:routes\/(?:user|open)-routes|handed-parts|(?:app|later)-palette)|standing-orders\/recurring-sheet)\.tsx?$/;
/** The refusals that the app says itself: their codes are this module's. */
const DEVICE_ERRORS = "/schemas/device-errors.ts";
/** Whose importers put codes into words that they are handed, but for its own kind; and complaints about fields. */
const SAID_WORDS = "/pwa/platform/language/said-words.ts";
const WORDS = /\/pwa\/platform\/language\//;
const OF_FIELDS = /^field\./;
const QUOTED = /"([^"\\]+)"/g;
const ENTRY = "main.tsx";
/** Fetched by operators alone, whose screens need a connection: kept on no device (`pwa/platform/language/sentence-files.ts`). */
const NOT_KEPT = /^(?:console\/|content-editor\/editor-parts$)/;

interface Written {
  readonly version: string;
  /** Which ids are in which file, by its name. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly catalogues: Catalogues;
  /** By what each generated id goes in this build. */
  readonly short: ReadonlyMap<string, string>;
}

/** What else the build asks of its sentences, once all modules are read. */
export interface SentenceFiles extends Plugin {
  readonly languages: () => readonly string[];
  /** The names of all that is fetched apart, `SAID` among them. */
  readonly names: () => readonly string[];
  /** By the ids that the macros gave them, as what is built apart looks them up. */
  readonly messagesOf: (name: string, language: string) => Messages;
  /** The files that are fetched with a screen or another module, by its name, in a language. */
  readonly fileOf: (name: string, language: string) => string | null;
}

/**
 * Writes the sentences of every language in files as the app fetches them: those of all that it begins with, one more file for each
 * module that is fetched by its name (`withSentences`) with what that and its later parts have over it (and over the frame, where they
 * are shown within), one for refusals and what else is shared with the server, and all together for devices to keep. Fails where a sentence is in no catalogue: its id would be shown. `root` is the app's folder.
 */
export function sentenceFiles(root: string, arrange: Arrange): SentenceFiles {
  const facts = new Map<string, ModuleFacts>();
  let written: Written | null = null;
  let deviceErrors: ReadonlySet<string> = new Set();
  const now = (): Written => {
    if (written === null) throw new Error("The sentences are told apart once all modules are read.");
    return written;
  };
  const messagesOf = (name: string, language: string) => pick(now(), name, language);
  return {
    name: "astrolabe:sentence-files",
    // Right after the macros are expanded: what is made of JSX no longer says which of its ids are sentences.
    enforce: "pre",
    languages: () => [...now().catalogues.languages.keys()],
    names: () => [...now().files.keys()].filter((name) => name !== START && name !== WHOLE),
    messagesOf,
    fileOf: (name, language) => (now().files.has(name) ? fileName(name, language, now().version) : null),
    transform(code, id) {
      if (!OURS.test(id)) return;
      facts.set(id, readFacts(code));
      if (id.endsWith(DEVICE_ERRORS)) deviceErrors = new Set([...code.matchAll(QUOTED)].map(([, text = ""]) => text));
    },
    async renderStart() {
      const graph: SentenceGraph = { root, facts, linksOf: once((id) => linksIn(this.getModuleInfo(id))) };
      written = tellApart(graph, deviceErrors, await readCatalogues(foldersOf(root), arrange));
    },
    renderChunk(code) {
      const { version, short } = now();
      return { code: shorten(code, short).replaceAll(VERSION, version), map: null };
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const { version, files, catalogues, short } = now();
        const left = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? ownIds(file.code, short) : []));
        if (left.length > 0) throw new Error(`These ids of sentences were not made short: ${left.join(", ")}.`);
        const textOf = (name: string, language: string) => JSON.stringify(shortened(messagesOf(name, language), short));
        for (const language of catalogues.languages.keys()) {
          for (const name of files.keys())
            this.emitFile({
              type: "asset",
              fileName: fileName(name, language, version),
              source: name === WHOLE ? wholeOf(files, (each) => textOf(each, language)) : textOf(name, language),
            });
        }
        const page = bundle["index.html"];
        if (page?.type === "asset") page.source = String(page.source).replaceAll(VERSION, version);
      },
    },
    // While it is developed every file has all sentences, as they are at the moment.
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asked = /^\/assets\/[\w.-]+\.(?<language>\w+)-__SENTENCES__\.json/.exec(request.url ?? "");
        if (asked === null) return next();
        readCatalogues(foldersOf(root), arrange).then(({ languages }) => {
          response.setHeader("content-type", "application/json");
          return response.end(JSON.stringify(languages.get(asked.groups?.["language"] ?? "") ?? {}));
        }, next);
      });
    },
  };
}

/** The bundler makes its lists anew whenever they are looked at. */
function linksIn(info: ModuleLinks | null): ModuleLinks | null {
  if (info === null) return null;
  const { importedIds, dynamicallyImportedIds } = info;
  return { importedIds, dynamicallyImportedIds };
}

/** What is asked of each module for every other that reaches it is found out once. */
function once<T>(find: (id: string) => T): (id: string) => T {
  const found = new Map<string, T>();
  return (id) => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const fresh = find(id);
    found.set(id, fresh);
    return fresh;
  };
}

function foldersOf(root: string): readonly string[] {
  return [join(root, "locales"), join(root, "../schemas/locales")];
}

/** By their names, each as the text that it is fetched as: a device reads those that a screen needs, and passes over the others. */
function wholeOf(files: Written["files"], textOf: (name: string) => string): string {
  const kept = [...files.keys()].filter((name) => name !== WHOLE && !NOT_KEPT.test(name));
  return JSON.stringify(Object.fromEntries(kept.map((name) => [name, textOf(name)])));
}

function fileName(name: string, language: string, version: string): string {
  return `assets/${name.replaceAll("/", ".")}.${language}-${version}.json`;
}

function pick({ files, catalogues }: Written, name: string, language: string): Messages {
  const all = catalogues.languages.get(language) ?? {};
  return Object.fromEntries((files.get(name) ?? []).map((id) => [id, all[id]]));
}

function shortened(messages: Messages, short: ReadonlyMap<string, string>): Messages {
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [short.get(id) ?? id, message]));
}

function tellApart(graph: SentenceGraph, deviceErrors: ReadonlySet<string>, catalogues: Catalogues): Written {
  const known = catalogues.languages.values().next().value ?? {};
  const idsOf = once((id) => [
    ...(graph.facts.get(id)?.ids ?? []),
    // What no macro names stands in a table, and was extracted from there, or is said by its code.
    ...(catalogues.origins.get(relative(join(graph.root, ".."), id)) ?? []),
    ...(graph.facts.get(id)?.said ?? []).flatMap((code) => saidBy(code, sayable)),
    ...(id.endsWith(DEVICE_ERRORS) ? sayable.filter((each) => each.startsWith("error.")) : []),
  ]);
  const tables = [...catalogues.origins].flatMap(([file, ids]) => (file.startsWith("schemas/") ? ids : []));
  // Of refusals only those that the app makes itself: the others come with the server's answers.
  const sayable = tables.filter((each) => !each.startsWith("error.") || deviceErrors.has(each.slice("error.".length)));
  refuseUnknown(graph, known);
  const named = namedModules(graph);
  const apart = new Set(named.values());
  const reached = (id: string) => {
    const modules = [...reachOf(graph, [id], apart)];
    const factsOf = modules.flatMap((each) => graph.facts.get(each) ?? []);
    const handed = factsOf.some(({ isTeller }) => isTeller) ? factsOf.flatMap(({ handedOn }) => handedOn) : [];
    const ids = [...modules.flatMap(idsOf), ...handed.flatMap((code) => saidBy(code, sayable))];
    // Schemas complain wherever they go; where there is no form nobody is told.
    const isTold = modules.some((each) => isTelling(graph, each));
    return new Set(isTold ? ids : ids.filter((each) => !OF_FIELDS.test(each)));
  };
  const start = reached(join(graph.root, ENTRY));
  const files = new Map([[START, [...start].toSorted()]]);
  const framed = framedNames(graph);
  const frame = reached(named.get(FRAME) ?? "");
  for (const [name, id] of named) {
    const over = reached(id).difference(start);
    files.set(name, [...(framed.has(name) ? over.difference(frame) : over)].toSorted());
  }
  files.set(SAID, tables.filter((each) => !start.has(each)).toSorted());
  const all = [...new Set([...files.values()].flat())].toSorted();
  files.set(WHOLE, []);
  const content = JSON.stringify([WHOLE_FORM, [...files], [...catalogues.languages]]);
  const version = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return { version, files, catalogues, short: shortIds(all) };
}

/** What of a table is said by a code as a module has it. */
function saidBy(code: string, tables: readonly string[]): readonly string[] {
  return tables.filter((each) => (code.endsWith(".") ? each.startsWith(code) : each === code));
}

/** Whether a module puts complaints of schemas, or other codes that it is handed, into words. */
function isTelling({ linksOf }: SentenceGraph, id: string): boolean {
  return !WORDS.test(id) && (linksOf(id)?.importedIds.some((each) => each.endsWith(SAID_WORDS)) ?? false);
}

/** The names of what is shown within the frame alone, which has its own sentences by then. */
function framedNames({ facts }: SentenceGraph): ReadonlySet<string> {
  const namesBy = (isWithin: boolean) =>
    [...facts].flatMap(([id, { named }]) => (WITHIN_FRAME.test(id) === isWithin ? named.map(({ name }) => name) : []));
  return new Set(namesBy(true)).difference(new Set(namesBy(false)));
}

function refuseUnknown({ root, facts }: SentenceGraph, known: Messages): void {
  const unknown = [...facts].flatMap(([id, { ids }]) =>
    ids.filter((each) => known[each] === undefined).map((each) => `${relative(root, id)}: ${each}`),
  );
  if (unknown.length > 0)
    throw new Error(`These sentences are in no catalogue: run \`npm run extract\`.\n${unknown.join("\n")}`);
}
