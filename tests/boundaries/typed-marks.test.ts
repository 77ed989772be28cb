import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parsePoFile } from "@lingui/format-po";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test("every field for an amount is read in the marks of the language that is shown", async () => {
  const files = globSync("pwa/**/*.tsx", { cwd: ROOT });
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), "utf8")));
  const times = (text: string | undefined, part: string) => (text ?? "").split(part).length - 1;
  const isField = (_: string, at: number) =>
    times(texts[at], 'inputMode="decimal"') + times(texts[at], "<DecimalField") > 0;
  expect(files.filter(isField).length).toBeGreaterThan(10);
  expect(files.filter((_, at) => times(texts[at], 'inputMode="decimal"') > times(texts[at], "typedText("))).toEqual([]);
});

test.each(["es", "fr", "pt"])(
  "in %s no sentence names a number with another decimal mark than the language has",
  async (language) => {
    const files = globSync(`{pwa,schemas}/locales/${language}/*.po`, { cwd: ROOT });
    const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), "utf8")));
    const sentences = texts.flatMap((text) => parsePoFile(text).items.flatMap(({ msgstr }) => msgstr));
    expect(sentences.some((sentence) => sentence.includes("12,5"))).toBe(true);
    // Neither a version nor a network address is a number.
    const isNone = (sentence: string) => /OpenAPI 3\.1|3\.0 (?:y|et|e) 4\.0|192\.0\.2\.7/.test(sentence);
    expect(sentences.filter((sentence) => /\d\.\d/.test(sentence) && !isNone(sentence))).toEqual([]);
  },
);
