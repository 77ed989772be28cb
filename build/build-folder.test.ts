import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtFrom, BUILDS, newBuildName, SERVED, showBuild } from "./build-folder.ts";

/** No process has it. */
const NOBODY = 2 ** 22 + 1;
let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), "astrolabe-builds-"));
});

afterEach(() => rm(dist, { recursive: true, force: true }));

test("a new build is shown whole, and what a device loaded before still finds its parts", async () => {
  await write("1-1", ["old.js", "both.js"]);
  await showBuild(dist, "1-1", "a");
  const served = await realpath(join(dist, "pwa"));
  await write("2-1", ["new.js", "both.js"]);
  await showBuild(dist, "2-1", "b");
  expect(await builtFrom(dist)).toBe("b");
  expect(await assetsIn(join(dist, "pwa"))).toEqual({ "old.js": "1-1", "both.js": "2-1", "new.js": "2-1" });
  // Whoever serves the one before misses nothing of it.
  expect(await assetsIn(served)).toEqual({ "old.js": "1-1", "both.js": "1-1", "new.js": null });
  expect(await readFile(join(dist, "server/page.html"), "utf8")).toBe("2-1");
});

test("a build goes once two came after it, unless a process serves it; files of one that went are passed on no further", async () => {
  for (const name of ["1-1", "2-1", "3-1", "4-1"]) {
    await write(name, [`${name}.js`]);
    if (name === "1-1") await serve(name, process.pid);
    if (name === "2-1") await serve(name, NOBODY);
    await showBuild(dist, name, name);
  }
  const isThere = (name: string) => existsSync(join(dist, BUILDS, name));
  expect(["1-1", "2-1", "3-1", "4-1"].map(isThere)).toEqual([true, true, true, true]);
  await write("5-1", ["5-1.js"]);
  await showBuild(dist, "5-1", "5-1");
  expect(["1-1", "2-1", "3-1", "4-1", "5-1"].map(isThere)).toEqual([true, false, true, true, true]);
  const found = await Promise.all(
    ["1-1", "2-1", "3-1"].map((name) => existsSync(join(dist, "pwa/assets", `${name}.js`))),
  );
  expect(found).toEqual([true, false, true]);
});

test("one that is being made is left alone, and one whose maker died goes", async () => {
  await mkdir(join(dist, BUILDS, `1-${process.pid}`), { recursive: true });
  await mkdir(join(dist, BUILDS, `1-${NOBODY}`), { recursive: true });
  await write("2-1", ["a.js"]);
  await showBuild(dist, "2-1", "a");
  expect(existsSync(join(dist, BUILDS, `1-${process.pid}`))).toBe(true);
  expect(existsSync(join(dist, BUILDS, `1-${NOBODY}`))).toBe(false);
});

test("a build from before lies among the others", async () => {
  for (const [file, text] of [
    ["pwa/assets/old.js", "before"],
    ["server/page.html", "before"],
    ["pwa-script-loads.json", "[]"],
  ] as const) {
    await mkdir(join(dist, file, ".."), { recursive: true });
    await writeFile(join(dist, file), text);
  }
  expect(await builtFrom(dist)).toBeNull();
  await write("1-1", ["new.js"]);
  await showBuild(dist, "1-1", "a");
  expect(await assetsIn(join(dist, "pwa"))).toMatchObject({ "old.js": "before", "new.js": "1-1" });
});

test("names are in the order of time", () => {
  const names = ["2026-01-02T03:04:05.006Z", "2026-01-02T03:04:06.000Z"].map((at) => newBuildName(new Date(at)));
  expect(names).toEqual(names.toSorted());
  expect(newBuildName(new Date(), "1767323045")).toBe("20260102030405000-0");
});

async function write(name: string, assets: readonly string[]): Promise<void> {
  const build = join(dist, BUILDS, name);
  await mkdir(join(build, "pwa/assets"), { recursive: true });
  await mkdir(join(build, "server"), { recursive: true });
  for (const asset of assets) await writeFile(join(build, "pwa/assets", asset), name);
  await writeFile(join(build, "server/page.html"), name);
  await writeFile(join(build, "pwa-script-loads.json"), "[]");
}

async function serve(name: string, pid: number): Promise<void> {
  await mkdir(join(dist, BUILDS, name, SERVED), { recursive: true });
  await writeFile(join(dist, BUILDS, name, SERVED, String(pid)), "");
}

async function assetsIn(pwa: string): Promise<Readonly<Record<string, string | null>>> {
  const read = async (asset: string) => {
    const path = join(pwa, "assets", asset);
    return [asset, existsSync(path) ? await readFile(path, "utf8") : null] as const;
  };
  return Object.fromEntries(await Promise.all(["old.js", "both.js", "new.js"].map(read)));
}
