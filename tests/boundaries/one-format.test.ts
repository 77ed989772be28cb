import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

async function filesWith(folder: string, pattern: RegExp): Promise<string[]> {
  const files = globSync("**/*.{ts,tsx}", { cwd: join(ROOT, folder) }).filter(
    (file) => !/\.(?:test|fixture)\.tsx?$/.test(file) && !file.startsWith("embedded/"),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, folder, file), "utf8")));
  return files.filter((_, at) => pattern.test(texts[at] ?? ""));
}

test("no sentence of the server has an amount as facts have it: those are worded where they are read", async () => {
  expect(await filesWith("sync-server", /\$\{formatAmountShort\(/)).toEqual([]);
});

test("no sentence of the app has an amount as fields read it", async () => {
  expect(
    await filesWith("pwa", /\$\{formatAmountShort\(|\b(?:spendable|fee|missing|minimum): formatAmountShort\(/),
  ).toEqual([]);
});

test("nobody cuts an instant out of its ISO text to show the time of day", async () => {
  for (const folder of ["sync-server", "pwa"])
    expect(await filesWith(folder, /toISOString\(\)\.slice\(0, 1[69]\)\.replace/), folder).toEqual([]);
});
