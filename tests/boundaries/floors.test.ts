import { readdir, readFile } from "node:fs/promises";
import { join, posix, resolve } from "node:path";
import { expect, test } from "vitest";

const PWA = resolve(import.meta.dirname, "../../pwa");
const SERVER = resolve(import.meta.dirname, "../../sync-server");
/** Below and above the features. */
const NO_FEATURES = ["app", "old", "platform", "public", "ui"];

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** The feature or the subject of parts/ that a file of the app belongs to; null where it is of neither. */
function placeOf(file: string): string | null {
  const [first = "", second = "", ...rest] = file.split("/");
  if (second === "" || NO_FEATURES.includes(first)) return null;
  return first === "parts" && rest.length > 0 ? `parts/${second}` : first;
}

/** The feature of the server that a file belongs to, `platform` and `embedded` as one each; null for what composes them. */
function roomOf(file: string): string | null {
  const [first = "", second = ""] = file.split("/");
  return second === "" || /\.(?:test|fixture)\.ts$/.test(file) ? null : first;
}

/** Which features and subjects need which others, types among it. */
async function readNeeds(
  root: string,
  prefix: "#pwa" | "#server",
  place: (file: string) => string | null,
): Promise<Needs> {
  const imports = new RegExp(`(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*)"${prefix}/([^"]+)"`, "g");
  const files = (await readdir(root, { recursive: true })).map((file) => file.split(/[\\/]/).join(posix.sep));
  const needs = new Map<string, Set<string>>();
  for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
    const from = place(file);
    if (from === null) continue;
    const known = needs.get(from) ?? new Set();
    needs.set(from, known);
    for (const [, target = ""] of (await readFile(join(root, file), "utf8")).matchAll(imports)) {
      const to = place(target);
      if (to !== null && to !== from) known.add(to);
    }
  }
  return needs;
}

/** A way that leads back to where it began; null where there is none. */
function findCircle(needs: Needs): readonly string[] | null {
  const done = new Set<string>();
  const walk = (at: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return null;
    for (const next of needs.get(at) ?? []) {
      const circle = walk(next, [...way, at]);
      if (circle !== null) return circle;
    }
    done.add(at);
    return null;
  };
  for (const start of needs.keys()) {
    const circle = walk(start, []);
    if (circle !== null) return circle;
  }
  return null;
}

test("a circle is found wherever it begins", () => {
  const needs = (...pairs: readonly (readonly [string, readonly string[]])[]): Needs =>
    new Map(pairs.map(([from, to]) => [from, new Set(to)]));
  expect(findCircle(needs(["a", ["b", "c"]], ["b", ["c"]], ["c", []]))).toBeNull();
  expect(findCircle(needs(["a", ["b"]], ["b", ["c"]], ["c", ["b"]]))).toEqual(["b", "c", "b"]);
});

test("no circle leads through the app's features, nor through what they share", async () => {
  const needs = await readNeeds(PWA, "#pwa", placeOf);
  // What is read must be the app: a pattern that matched nothing would find no circle either.
  expect(needs.get("send")).toContain("parts/session");
  expect(needs.get("pro-trading")).toContain("trade");
  expect(findCircle(needs)).toBeNull();
});

test("no circle leads through the server's features, nor through them and what they stand on", async () => {
  const needs = await readNeeds(SERVER, "#server", roomOf);
  expect(needs.get("trading")).toContain("orders");
  expect(needs.get("prices")).toContain("markets");
  expect(needs.get("prices")).toContain("platform");
  expect(findCircle(needs)).toBeNull();
});

test("what is fetched later is made by one helper, which says what stands in its place", async () => {
  const files = (await readdir(PWA, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(PWA, file), "utf8")] as const));
  const lazy = texts
    .filter(([, text]) => /\blazy\b[^;]*? from "react"|\bReact\.lazy\b/.test(text))
    .map(([file]) => file);
  expect(lazy).toEqual([join("ui", "later.tsx")]);
});
