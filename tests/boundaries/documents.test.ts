import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];
/** A file of ours in backticks, by its path or the end of it; `{a,b}`, `*` and `<name>` stand for several. */
const NAMED = /`((?:[\w.@-]+\/)*[\w.*{},<>-]+\.(?:tsx?|json|md)|(?!\.\/)(?:[\w.-]+\/)+)`/g;
const LINK = /\]\((?!https?:)([^)#]+)/g;
/** What a running or built server has, and no tree. */
const MADE = /^(?:dist|data|\.env)/;

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .trim()
  .split("\n");
const documents = [...DOCUMENTS, ...files.filter((file) => /^docs\/[^/]+\.md$/.test(file))];

function isThere(named: string): boolean {
  const pattern = named
    .replace(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`)
    .replace(/<[^>]*>|\*/g, "[^/]+");
  const expected = new RegExp(named.endsWith("/") ? `(?:^|/)${pattern}` : `(?:^|/)${pattern}$`);
  return files.some((file) => expected.test(file));
}

test.each(documents)("%s names no file that is not there", (document) => {
  const text = readFileSync(join(ROOT, document), "utf8");
  const named = [...text.matchAll(NAMED)].map(([, name = ""]) => name).filter((name) => !MADE.test(name));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
  const links = [...text.matchAll(LINK)].map(([, to = ""]) => to);
  expect(links.filter((to) => !existsSync(join(ROOT, dirname(document), to)))).toEqual([]);
});

test("a name that is not there is found out", () => {
  expect(isThere("schemas/money.ts")).toBe(false);
  expect(isThere("schemas/values/money.ts")).toBe(true);
  expect(isThere("platform/{http,sync}/")).toBe(true);
  expect(isThere("tests/attacks/frozen-*.test.ts")).toBe(true);
});

test("ARCHITECTURE.md is read in one sitting", () => {
  expect(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(200);
});
