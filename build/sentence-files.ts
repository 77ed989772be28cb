import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { type Catalogues, type Messages, readCatalogues } from "./read-catalogues.ts";
import { ownIds, shortIds, shorten } from "./short-ids.ts";
import { type ModuleFacts, namedModules, reachOf, readFacts, type SentenceGraph } from "./sentence-graph.ts";

/** What the app's files say where the build's version of all sentences stands (`pwa/platform/language`). */
const VERSION = "__SENTENCES__";
/** The sentences that everybody has from the start. */
export const START = "start";
/** All sentences of a language, for devices to keep. */
const WHOLE = "whole";
/** Refusals and what else is shared with the server, over what everybody has: `withSentences("said", …)`. */
const SAID = "said";
const OURS = /\/(?:pwa\/.*\.tsx?|schemas\/device-errors\.ts)$/;
/** Which modules say sentences of tables by codes, by the ends of their paths, and which of those. */
const SPEAKERS: readonly (readonly [module: string, says: RegExp])[] = [
  ["/pwa/notifications/tell.ts", /^notification\./],
];
/** The refusals that the app says itself: their codes are this module's. */
const DEVICE_ERRORS = "/schemas/device-errors.ts";
const QUOTED = /"([^"\\]+)"/g;
const ENTRY = "main.tsx";
/** Fetched by operators alone, whose screens need a connection: kept on no device (`pwa/platform/language/sentence-files.ts`). */
const NOT_KEPT = /^console\//;

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
  readonly messagesOf: (name: string, language: string) => Messages;
  /** The files that are fetched with a screen or another module, by its name, in a language. */
  readonly fileOf: (name: string, language: string) => string | null;
}

/**
 * Writes the sentences of every language in files as the app fetches them: those of all that it begins with, one more file for each
 * module that is fetched by its name (`withSentences`) with what that and its later parts have over it, one for refusals and what
 * else is shared with the server, and all together for devices to keep. Fails where a sentence is in no catalogue: its id would be shown. `root` is the app's folder.
 */
export function sentenceFiles(root: string): SentenceFiles {
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
    messagesOf,
    fileOf: (name, language) => (now().files.has(name) ? fileName(name, language, now().version) : null),
    transform(code, id) {
      if (!OURS.test(id)) return;
      facts.set(id, readFacts(code));
      if (id.endsWith(DEVICE_ERRORS)) deviceErrors = new Set([...code.matchAll(QUOTED)].map(([, text = ""]) => text));
    },
    async renderStart() {
      const graph: SentenceGraph = { root, facts, linksOf: (id) => this.getModuleInfo(id) };
      written = tellApart(graph, deviceErrors, await readCatalogues(foldersOf(root)));
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
        for (const language of catalogues.languages.keys())
          for (const name of files.keys())
            this.emitFile({
              type: "asset",
              fileName: fileName(name, language, version),
              source: JSON.stringify(messagesOf(name, language)),
            });
        const page = bundle["index.html"];
        if (page?.type === "asset") page.source = String(page.source).replaceAll(VERSION, version);
      },
    },
    // While it is developed every file has all sentences, as they are at the moment.
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asked = /^\/assets\/[\w.-]+\.(?<language>\w+)-__SENTENCES__\.json/.exec(request.url ?? "");
        if (asked === null) return next();
        readCatalogues(foldersOf(root)).then(({ languages }) => {
          response.setHeader("content-type", "application/json");
          return response.end(JSON.stringify(languages.get(asked.groups?.["language"] ?? "") ?? {}));
        }, next);
      });
    },
  };
}

function foldersOf(root: string): readonly string[] {
  return [join(root, "locales"), join(root, "../schemas/locales")];
}

function fileName(name: string, language: string, version: string): string {
  return `assets/${name.replace("/", ".")}.${language}-${version}.json`;
}

function pick({ files, catalogues, short }: Written, name: string, language: string): Messages {
  const all = catalogues.languages.get(language) ?? {};
  return Object.fromEntries((files.get(name) ?? []).map((id) => [short.get(id) ?? id, all[id]]));
}

function tellApart(graph: SentenceGraph, deviceErrors: ReadonlySet<string>, catalogues: Catalogues): Written {
  const known = catalogues.languages.values().next().value ?? {};
  const idsOf = (id: string) => [
    ...(graph.facts.get(id)?.ids ?? []),
    // What no macro names stands in a table, and was extracted from there, or is said by its code.
    ...(catalogues.origins.get(relative(join(graph.root, ".."), id)) ?? []),
    ...SPEAKERS.flatMap(([module, says]) => (id.endsWith(module) ? tables.filter((each) => says.test(each)) : [])),
    ...(id.endsWith(DEVICE_ERRORS) ? tables.filter((each) => deviceErrors.has(each.replace(/^error\./, ""))) : []),
  ];
  const tables = [...catalogues.origins].flatMap(([file, ids]) => (file.startsWith("schemas/") ? ids : []));
  refuseUnknown(graph, known);
  const named = namedModules(graph);
  const apart = new Set(named.values());
  const reached = (id: string) => new Set([...reachOf(graph, [id], apart)].flatMap(idsOf));
  const start = reached(join(graph.root, ENTRY));
  const files = new Map([[START, [...start].toSorted()]]);
  for (const [name, id] of named) files.set(name, [...reached(id).difference(start)].toSorted());
  files.set(SAID, tables.filter((each) => !start.has(each)).toSorted());
  const all = [...new Set([...files.values()].flat())].toSorted();
  const kept = [...files].flatMap(([name, ids]) => (NOT_KEPT.test(name) ? [] : ids));
  files.set(WHOLE, [...new Set(kept)].toSorted());
  const content = JSON.stringify([[...files], [...catalogues.languages]]);
  const version = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return { version, files, catalogues, short: shortIds(all) };
}

function refuseUnknown({ root, facts }: SentenceGraph, known: Messages): void {
  const unknown = [...facts].flatMap(([id, { ids }]) =>
    ids.filter((each) => known[each] === undefined).map((each) => `${relative(root, id)}: ${each}`),
  );
  if (unknown.length > 0)
    throw new Error(`These sentences are in no catalogue: run \`npm run extract\`.\n${unknown.join("\n")}`);
}
