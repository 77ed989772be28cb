import { dirname, resolve } from "node:path";

/** What a module says of itself before it is bundled. */
export interface ModuleFacts {
  /** The ids of its sentences. */
  readonly ids: readonly string[];
  /** The sentences of tables that it says by codes that it names; one that ends in a dot stands for all that begin so. */
  readonly said: readonly string[];
  /** Those of refusals that others say which it hands them to, if they are refusals. */
  readonly handedOn: readonly string[];
  /** Whether it says refusals by codes that it is handed. */
  readonly isTeller: boolean;
  /** The modules that it fetches together with sentences of their own, by their names. */
  readonly named: readonly { readonly name: string; readonly from: string }[];
  /** What it takes through the doors of features, by the doors as it writes them. */
  readonly taken: ReadonlyMap<string, readonly string[]>;
  /** Of a door: where each thing comes from that it hands on. */
  readonly handed: ReadonlyMap<string, string>;
}

/** What the bundler knows of a module. */
export interface ModuleLinks {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

const SENTENCE = /\/\*\* i18n \*\/\s*\{\s*id: "((?:[^"\\]|\\.)+)"/g;
/** How modules name the codes of tables that they say, and what goes before them. */
const SAYING: readonly (readonly [by: RegExp, before: string])[] = [
  [/\bsays\(\s*"(?<code>[\w-]+)"/g, "field."],
  [/["`](?<code>said\.(?:[\w-]+\.)*(?:[\w-]+(?=["`])|(?=\$\{)))/g, ""],
];
const CODE = /"([a-z\d]+(?:-[a-z\d]+)+)"/g;
/** What says a refusal of the app's own, by the name that a module has for it. */
const TELLING = /import \{[^}]*\bdeviceSentenceOf(?: as (?<own>\w+))?[^}]*\} from/;
const NAMED = /\(\s*"([\w-]+\/[\w-]+)",\s*\(\) =>\s*import\(\s*"([^"]+)"\s*\)/g;
const DOOR = /\/door\.tsx?$/;
const TAKEN = /import \{([^}]*)\} from "(#pwa\/[\w-]+\/door\.tsx?)"/g;
const HANDED = /export \{([^}]*)\} from "([^"]+)"/g;

/** Reads a module of ours as it is once its macros are expanded. */
export function readFacts(code: string): ModuleFacts {
  const telling = TELLING.exec(code);
  const teller = telling?.groups?.["own"] ?? "deviceSentenceOf";
  const codes = [...code.matchAll(CODE)].map(([, each = ""]) => `error.${each}`);
  return {
    ids: [...new Set([...code.matchAll(SENTENCE)].map(([, id = ""]) => JSON.parse(`"${id}"`) as string))],
    said: [
      ...SAYING.flatMap(([by, before]) =>
        [...code.matchAll(by)].map(({ groups }) => before + (groups?.["code"] ?? "")),
      ),
      ...(telling === null ? [] : codes),
    ],
    handedOn: codes,
    isTeller: telling !== null && new RegExp(`\\b${teller}\\((?!\\s*")`).test(code),
    named: [...code.matchAll(NAMED)].map(([, name = "", from = ""]) => ({ name, from })),
    taken: new Map([...code.matchAll(TAKEN)].map(([, list = "", door = ""]) => [door, namesIn(list)])),
    handed: new Map(
      [...code.matchAll(HANDED)].flatMap(([, list = "", from = ""]) => namesIn(list).map((name) => [name, from])),
    ),
  };
}

/** The values of an import's or an export's list, by the names that they have where they come from. */
function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.startsWith("type "))
    .map((each) => each.split(" as ")[0]?.trim() ?? each);
}

/** All modules of a build. */
export interface SentenceGraph {
  readonly root: string;
  readonly facts: ReadonlyMap<string, ModuleFacts>;
  readonly linksOf: (id: string) => ModuleLinks | null;
}

/** The modules that are fetched with sentences of their own, by their names, from all that names one. Throws where a name is another's, and where a module fetches one without its name. */
export function namedModules(graph: SentenceGraph): ReadonlyMap<string, string> {
  const { root, facts, linksOf } = graph;
  const found = new Map<string, string>();
  for (const [id, { named }] of facts) {
    for (const { name, from } of named) {
      const target = linksOf(id)?.dynamicallyImportedIds.find((each) => nameOf(root, each) === name);
      if (target === undefined || !from.includes(name.slice(name.indexOf("/"))))
        throw new Error(`${id} fetches ${from} by the name of ${name}: its sentences would be others.`);
      found.set(name, target);
    }
  }
  refuseUnnamed(graph, new Map([...found].map(([name, id]) => [id, name])));
  // Modules are read in any order, and nothing that is built may depend on it.
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whoever fetches such a module without its sentences shows their ids, where nobody else has fetched them before. */
function refuseUnnamed({ root, facts, linksOf }: SentenceGraph, names: ReadonlyMap<string, string>): void {
  for (const [id, { named }] of facts) {
    const own = new Set(named.map(({ name }) => name));
    for (const each of linksOf(id)?.dynamicallyImportedIds ?? []) {
      const name = names.get(each);
      if (name !== undefined && !own.has(name))
        throw new Error(`${nameOf(root, id) ?? id} fetches ${name} without its sentences: fetch it by that name.`);
    }
  }
}

/** A module's path below `pwa/`, without its ending. */
function nameOf(root: string, id: string): string | null {
  return id.startsWith(`${root}/`) ? id.slice(root.length + 1).replace(/\.tsx?$/, "") : null;
}

/**
 * All that comes with these modules and all that they may fetch later, but for what is fetched with sentences of its own. Through a
 * feature's door only what is taken through it comes.
 */
export function reachOf(
  graph: SentenceGraph,
  from: readonly string[],
  named: ReadonlySet<string>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const links = graph.linksOf(id);
    if (links === null) continue;
    waiting.push(...links.importedIds.flatMap((each) => (DOOR.test(each) ? through(graph, id, each) : [each])));
    waiting.push(...links.dynamicallyImportedIds.filter((each) => !named.has(each)));
  }
  return seen;
}

/** What a module takes through a door; where that cannot be told, the door itself with all behind it. */
function through({ root, facts }: SentenceGraph, id: string, door: string): readonly string[] {
  const taken = [...(facts.get(id)?.taken ?? [])].find(
    ([written]) => door === `${root}${written.slice("#pwa".length)}`,
  );
  const handed = facts.get(door)?.handed;
  if (taken === undefined || handed === undefined) return [door];
  return taken[1].map((name) => {
    const from = handed.get(name);
    return from === undefined ? door : resolve(dirname(door), from);
  });
}
