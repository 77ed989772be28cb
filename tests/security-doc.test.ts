import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENT = join(ROOT, "docs", "security.md");
/** A path from the root of the repository, in backticks: one with a folder, or a document or setting at the root. */
const PATH = /`((?:[\w.-]+\/)+[\w.-]+\.\w+|[\w.-]+\.(?:json|md|ts))`/g;
const ROW = /^\| (V[^|]+?) \| [^|]+ \| ([^|]+?) \| [^|]+ \|$/gm;
const VERDICTS = ["Met", "Operator", "Not met", "Not applicable"];

/** The requirements of ASVS 5.0.0 at levels 1 and 2, the numbers of each section. */
const REQUIREMENTS: Readonly<Record<string, string>> = {
  "1.1": "1-2",
  "1.2": "1-9",
  "1.3": "1-11",
  "1.4": "1-3",
  "1.5": "1-2",
  "2.1": "1-3",
  "2.2": "1-3",
  "2.3": "1-4",
  "2.4": "1",
  "3.2": "1-2",
  "3.3": "1-4",
  "3.4": "1-6",
  "3.5": "1-5",
  "3.7": "1-2",
  "4.1": "1-3",
  "4.2": "1",
  "4.3": "1-2",
  "4.4": "1-4",
  "5.1": "1",
  "5.2": "1-3",
  "5.3": "1-2",
  "5.4": "1-3",
  "6.1": "1-3",
  "6.2": "1-12",
  "6.3": "1-4",
  "6.4": "1-4",
  "6.5": "1-5",
  "6.6": "1-3",
  "6.8": "1-4",
  "7.1": "1-3",
  "7.2": "1-4",
  "7.3": "1-2",
  "7.4": "1-5",
  "7.5": "1-2",
  "7.6": "1-2",
  "8.1": "1-2",
  "8.2": "1-3",
  "8.3": "1",
  "8.4": "1",
  "9.1": "1-3",
  "9.2": "1-4",
  "10.1": "1-2",
  "10.2": "1-2",
  "10.3": "1-4",
  "10.4": "1-11",
  "10.5": "1-5",
  "10.6": "1-2",
  "10.7": "1-3",
  "11.1": "1-2",
  "11.2": "1-3",
  "11.3": "1-3",
  "11.4": "1-4",
  "11.5": "1",
  "11.6": "1",
  "12.1": "1-3",
  "12.2": "1-2",
  "12.3": "1-4",
  "13.1": "1",
  "13.2": "1-5",
  "13.3": "1-2",
  "13.4": "1-5",
  "14.1": "1-2",
  "14.2": "1-4",
  "14.3": "1-3",
  "15.1": "1-3",
  "15.2": "1-3",
  "15.3": "1-7",
  "16.1": "1",
  "16.2": "1-5",
  "16.3": "1-4",
  "16.4": "1-3",
  "16.5": "1-3",
  "17.1": "1",
  "17.2": "1-4",
  "17.3": "1-2",
};

function required(): string[] {
  return Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
    numbers.split(" ").flatMap((part) => {
      const [first = 0, last = first] = part.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `V${section}.${first + index}`);
    }),
  );
}

test("every path that the document names is there", async () => {
  const text = await readFile(DOCUMENT, "utf8");
  const named = new Set([...text.matchAll(PATH)].map(([, path = ""]) => path));
  expect(named.size).toBeGreaterThan(100);
  expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("every requirement of levels 1 and 2 has one row and one verdict", async () => {
  const rows = [...(await readFile(DOCUMENT, "utf8")).matchAll(ROW)];
  const answered = rows.flatMap(([, ids = ""]) => ids.split(", "));
  expect(required()).toHaveLength(253);
  expect(answered).toEqual(required());
  for (const [, ids, verdict = ""] of rows) expect(VERDICTS, ids).toContain(verdict);
});

test("what is not met says why", async () => {
  const text = await readFile(DOCUMENT, "utf8");
  const reasons = text.slice(text.indexOf("## Not met, and why"));
  for (const [row, ids = "", verdict] of text.matchAll(ROW)) {
    if (verdict === "Not met") for (const id of ids.split(", ")) expect(reasons, row).toContain(id);
  }
});
