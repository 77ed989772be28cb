import { readdir, readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createCompiledCatalog } from "@lingui/cli/api";
import { formatter } from "@lingui/format-po";
import { PSEUDO } from "./catalogues.ts";
import { type Compiled, isTurned, setApart } from "./isolated-values.ts";
import { compilePseudo } from "./pseudo.ts";

/** What all else falls back to: a sentence that is missing in a language is shown in this one. */
const SOURCE = "en";

/** Where the sentences stand that are said by their codes. */
const TABLES = "schemas/";

/** The sentences of one language by their ids, as they are looked up. */
export type Messages = Readonly<Record<string, unknown>>;

export interface Catalogues {
  /** The sentences of every language, English where one has none of its own. */
  readonly languages: ReadonlyMap<string, Messages>;
  /** Which sentences the files of the tree have, by their paths from its root, as they were extracted. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

/** What is done to a sentence (ICU) of a language before it is compiled. */
export type Arrange = (sentence: string, language: string) => string;

/** Reads every catalogue (PO) below these folders, one folder a language. Throws where a sentence cannot be compiled. */
export async function readCatalogues(folders: readonly string[], arrange: Arrange): Promise<Catalogues> {
  const source = await readLanguage(folders, SOURCE);
  const origins = new Map<string, string[]>();
  for (const [id, { origin = [] }] of Object.entries(source))
    for (const [file] of origin) origins.set(file, [...(origins.get(file) ?? []), id]);
  const names = (await readdir(folders[0] ?? "", { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const languages = new Map<string, Messages>();
  for (const { name } of names.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const translated = name === SOURCE || name === PSEUDO ? {} : await readLanguage(folders, name);
    languages.set(name, compile(name, { source, translated, arrange }));
  }
  return { languages, origins };
}

type Read = NonNullable<Awaited<ReturnType<typeof readLanguage>>>;

async function readLanguage(folders: readonly string[], language: string) {
  const there = folders.map((folder) => join(folder, language)).filter(existsSync);
  const listed = await Promise.all(
    there.map(async (folder) => (await readdir(folder)).toSorted().map((file) => join(folder, file))),
  );
  const read = await Promise.all(
    listed
      .flat()
      .filter((file) => file.endsWith(".po"))
      .map(async (filename) => {
        const context = { locale: language, sourceLocale: SOURCE, filename };
        return formatter().parse(await readFile(filename, "utf8"), context);
      }),
  );
  const all: Awaited<(typeof read)[number]> = {};
  // A sentence of several catalogues is said by the files of all of them.
  for (const [id, item] of read.flatMap(Object.entries<(typeof all)[string]>)) {
    if (item.obsolete === true) continue;
    all[id] = { ...item, origin: [...(all[id]?.origin ?? []), ...(item.origin ?? [])] };
  }
  return all;
}

interface Sources {
  readonly source: Read;
  readonly translated: Read;
  readonly arrange: Arrange;
}

function compile(language: string, { source, translated, arrange }: Sources): Messages {
  const texts = Object.entries(source).map(([id, { message, translation }]): [string, string] => [
    id,
    arrange(translated[id]?.translation || translation || message || id, language),
  ]);
  if (language === PSEUDO) return Object.fromEntries(texts.map(([id, text]) => [id, compilePseudo(text)]));
  const compiled = createCompiledCatalog(language, Object.fromEntries(texts), { namespace: "json" });
  const [failure] = compiled.errors;
  if (failure !== undefined)
    throw new Error(`A sentence cannot be read in ${language}: ${failure.source}`, { cause: failure.error });
  const messages: Readonly<Record<string, Compiled>> = JSON.parse(compiled.source).messages;
  if (!isTurned(language)) return messages;
  // What fills the sentences of tables is set apart as it is worded, on devices as on the server.
  const isOfTable = (id: string) => source[id]?.origin?.some(([file]) => file.startsWith(TABLES)) ?? false;
  return Object.fromEntries(Object.entries(messages).map(([id, each]) => [id, isOfTable(id) ? each : setApart(each)]));
}
