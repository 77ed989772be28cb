import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { areExtracted } from "./check-sentences.ts";
import { READ_BY_NATIVE, sentenceProblems } from "./sentence-problems.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CONFIG = `import { formatter } from "@lingui/format-po";
export default {
  sourceLocale: "en",
  locales: ${JSON.stringify(LANGUAGES)},
  catalogs: [{ path: "<rootDir>/locales/{locale}/app", include: ["<rootDir>/src"] }],
  format: formatter({ origins: true, lineNumbers: false }),
};`;
const SENTENCE = "{who} sent <0>{amount}</0>";
const CODE = `import { t } from "@lingui/core/macro";
export const words = (who: string, amount: string) => t\`\${who} sent <0>\${amount}</0>\`;`;

let folder: string;

beforeAll(() => {
  // Below the tree, where its packages are found.
  folder = mkdtempSync(join(ROOT, "node_modules/.sentences-"));
  writeFileSync(join(folder, "lingui.config.ts"), CONFIG);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/words.ts"), CODE);
  for (const language of LANGUAGES) {
    mkdirSync(join(folder, "locales", language), { recursive: true });
    write(language, language === "en" ? SENTENCE : "{who} → <0>{amount}</0>");
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(language: string, translation: string, header = `"${READ_BY_NATIVE}: no\\n"\n`, sentence = SENTENCE) {
  const head = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: ${language}\\n"\n${header}`;
  const text = `${head}\n#: src/words.ts\nmsgid "${sentence}"\nmsgstr "${translation}"\n`;
  writeFileSync(join(folder, "locales", language, "app.po"), text);
}

const problems = () => sentenceProblems(join(folder, "locales"), LANGUAGES).map((each) => each.split("/locales/")[1]);

test("catalogues that have every sentence in every language pass", () => {
  expect(problems()).toEqual([]);
  expect(areExtracted(folder)).toBe(true);
});

test("a sentence that is not translated, lacks a place or has another one is named, and so is a header that says nothing", () => {
  write("es", "");
  write("fr", "{who} a envoyé {amount}");
  write("pt", "{quem} enviou <0>{amount}</0>");
  write("ar", "{who} <0>{amount}</0>", "");
  expect(problems()).toEqual([
    `es/app.po: not translated: ${SENTENCE}`,
    `fr/app.po: lacks <0>: ${SENTENCE}`,
    `pt/app.po: lacks {who}: ${SENTENCE}`,
    `pt/app.po: has {quem} besides: ${SENTENCE}`,
    `ar/app.po: its header lacks ${READ_BY_NATIVE}: yes or no`,
  ]);
});

test("a sentence that stands for itself by an id is compared with its English", () => {
  const id = "error.balance-too-low";
  for (const language of LANGUAGES) write(language, "{amount} → {who} <0>!</0>", undefined, id);
  expect(problems()).toEqual([]);
  write("fr", "{amount} <0>!</0>", undefined, id);
  expect(problems()).toEqual([`fr/app.po: lacks {who}: ${id}`]);
  for (const language of LANGUAGES) write(language, SENTENCE);
});

test("a count has every plural that its language counts with", () => {
  const sentence = "{n, plural, one {# day} other {# days}}";
  const plural = (language: string, forms: string) => {
    write(language, `{n, plural, ${forms}}`, undefined, sentence);
    return problems();
  };
  for (const language of ["es", "fr", "pt"])
    expect(plural(language, "one {# d} other {# D}").join()).not.toContain(`${language}/`);
  expect(plural("ar", "one {يوم} other {# يومًا}")).toEqual(
    ["zero", "two", "few", "many"].map((form) => `ar/app.po: has no plural for ${form}: ${sentence}`),
  );
  expect(plural("ar", "zero {لا أيام} one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}")).toEqual([]);
  for (const language of LANGUAGES) write(language, SENTENCE);
});

test("a sentence of the code that is in no catalogue, and one of a catalogue that is in no code, do not pass", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [code, spare] = [join(folder, "src/words.ts"), join(folder, "spare.ts")];
  cpSync(code, spare);
  writeFileSync(code, `${readFileSync(code, "utf8")}\nexport const more = () => t\`One more\`;`);
  expect(areExtracted(folder)).toBe(false);
  writeFileSync(code, "export const words = 1;");
  expect(areExtracted(folder)).toBe(false);
  cpSync(spare, code);
  told.mockRestore();
});
