import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCompiledCatalog } from "@lingui/cli/api";
import { parsePoFile } from "@lingui/format-po";

/** Says in a catalogue's header whether somebody has read it whose first language it is. */
export const READ_BY_NATIVE = "X-Read-By-Native-Speaker";

const ELEMENT = /<\/?(\w+)\/?>/g;
/** Numbers up to here have to be counted right; some languages have a form of its own for millions. */
const COUNTED_TO = 1000;

/**
 * What is wrong with the catalogues of these languages below `folder`, the first of which the sentences are written in: no
 * translation, other places to be filled than the sentence has, not all plurals of its language, or a header that does not say who has read it. Whether they have what
 * the code has is the extraction's to say.
 */
export function sentenceProblems(folder: string, [source = "", ...others]: readonly string[]): string[] {
  const files = readdirSync(join(folder, source)).filter((file) => file.endsWith(".po"));
  return files.flatMap((file) => {
    const sentences = textsOf(join(folder, source, file));
    return others.flatMap((language) => catalogueProblems(join(folder, language, file), language, sentences));
  });
}

/** What a catalogue says, by what stands for it in each language: the sentence itself, or its id where a table has it. */
function textsOf(path: string): ReadonlyMap<string, string> {
  const { items } = parsePoFile(readFileSync(path, "utf8"));
  return new Map(items.map(({ msgid, msgstr: [text = ""] }) => [msgid, text || msgid]));
}

function catalogueProblems(path: string, language: string, sentences: ReadonlyMap<string, string>): string[] {
  const { headers, items } = parsePoFile(readFileSync(path, "utf8"));
  const problems = items
    .filter(({ obsolete }) => obsolete !== true)
    .flatMap(({ msgid, msgstr: [translation = ""] }) => {
      if (translation.trim() === "") return [`not translated: ${msgid}`];
      return translationProblems(sentences.get(msgid) ?? msgid, translation, language).map(
        (problem) => `${problem}: ${msgid}`,
      );
    });
  if (!["yes", "no"].includes(headers?.[READ_BY_NATIVE] ?? ""))
    problems.push(`its header lacks ${READ_BY_NATIVE}: yes or no`);
  return problems.map((problem) => `${path}: ${problem}`);
}

function translationProblems(sentence: string, translation: string, language: string): string[] {
  const [wanted, found] = [readParts(sentence), readParts(translation)];
  if (wanted === null || found === null) return ["cannot be read"];
  const forms = formsOf(language);
  return [
    ...wanted.places
      .difference(found.places)
      .keys()
      .map((place) => `lacks ${place}`),
    ...found.places
      .difference(wanted.places)
      .keys()
      .map((place) => `has ${place} besides`),
    ...found.plurals.flatMap((given) =>
      [...forms.difference(new Set(given))].map((form) => `has no plural for ${form}`),
    ),
  ];
}

/** The plural forms that a language counts with. */
function formsOf(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: COUNTED_TO }, (_, count) => rules.select(count)));
}

interface Parts {
  /** What a sentence is filled with: values by their names, and what stands around words by its number. */
  readonly places: ReadonlySet<string>;
  /** Of each plural the forms that it has. */
  readonly plurals: readonly (readonly string[])[];
}

/** Null where it cannot be compiled. */
function readParts(text: string): Parts | null {
  const { source, errors } = createCompiledCatalog("en", { text }, { namespace: "json" });
  if (errors.length > 0) return null;
  const places = new Set<string>();
  const plurals: string[][] = [];
  const walk = (part: unknown): void => {
    if (typeof part === "string") for (const [, element] of part.matchAll(ELEMENT)) places.add(`<${element}>`);
    if (!Array.isArray(part)) return;
    const [name, kind, forms]: readonly unknown[] = part;
    places.add(`{${String(name)}}`);
    if (typeof forms !== "object" || forms === null) return;
    if (kind === "plural") plurals.push(Object.keys(forms).filter((form) => form !== "offset"));
    for (const form of Object.values(forms))
      if (Array.isArray(form)) form.forEach(walk);
      else walk(form);
  };
  const [whole]: readonly unknown[] = Object.values(JSON.parse(source).messages);
  if (Array.isArray(whole)) whole.forEach(walk);
  else walk(whole);
  return { places, plurals };
}
