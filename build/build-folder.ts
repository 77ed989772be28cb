import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { link, lstat, mkdir, readdir, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where each build lies in a folder of its own name. */
export const BUILDS = "builds";
/** Within a build: a file by the id of each process that serves it (`sync-server/hold-build.ts` writes them). */
export const SERVED = "served";
const OWN_ASSETS = "own-assets.json";
const BUILT_FROM = "built-from.txt";
/** What is found beside each other in `dist/`, each as a link to the newest build's. */
const SHOWN = ["pwa", "server", "pwa-script-loads.json"];
/** Former builds that are kept even if nobody serves them: devices that loaded them go on fetching their files. */
const FORMER_KEPT = 2;
/** What a build is made from. */
const SOURCES = ["pwa", "schemas", "build", "vite.config.ts", "lingui.config.ts", "package-lock.json", "package.json"];

/** The name of a build that this process makes; later ones come later in the order of names. `SOURCE_DATE_EPOCH` (s) makes it the same again. */
export function newBuildName(now: Date, epoch = process.env["SOURCE_DATE_EPOCH"]): string {
  const at = epoch === undefined ? now : new Date(Number(epoch) * 1000);
  return `${at.toISOString().replaceAll(/\D/g, "")}-${epoch === undefined ? process.pid : 0}`;
}

/** A digest of all that a build of `root` is made from. */
export async function fingerprintOf(root: string): Promise<string> {
  const files: string[] = [];
  for (const source of SOURCES) {
    const path = join(root, source);
    if (!(await lstat(path)).isDirectory()) files.push(source);
    else
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(root.length + 1));
  }
  const digest = createHash("sha256").update(process.version);
  for (const file of files.toSorted()) {
    const content = await readFile(join(root, file));
    digest.update(`\n${file} ${content.length}\n`).update(content);
  }
  return digest.digest("hex");
}

/** What the newest build of `dist` was made from, as {@link fingerprintOf} says it; null where there is none. */
export async function builtFrom(dist: string): Promise<string | null> {
  try {
    return await readFile(join(dirname(await realpath(join(dist, "pwa"))), BUILT_FROM), "utf8");
  } catch {
    return null;
  }
}

/**
 * Shows the whole build of that name as the newest, at once. Files of former builds that it lacks are linked into it, so that what a device has
 * loaded finds its parts; a server goes on serving the build that it began with. Former builds go once nobody serves them.
 */
export async function showBuild(dist: string, name: string, fingerprint: string): Promise<void> {
  const build = join(dist, BUILDS, name);
  await noteAssets(build);
  await moveInto(dist);
  for (const former of await keptBuilds(dist, name)) await linkAssets(former, build);
  await writeFile(join(build, BUILT_FROM), fingerprint);
  for (const shown of SHOWN) {
    const temporary = join(dist, `.${shown}-${name}`);
    await symlink(join(BUILDS, name, shown), temporary);
    await rename(temporary, join(dist, shown));
  }
}

async function noteAssets(build: string): Promise<void> {
  await writeFile(join(build, OWN_ASSETS), JSON.stringify(await readdir(join(build, "pwa/assets"))));
}

/** A build from before there were folders for them becomes one, the oldest. */
async function moveInto(dist: string): Promise<void> {
  const before = join(dist, BUILDS, "0");
  for (const shown of SHOWN) {
    const path = join(dist, shown);
    if (!existsSync(path) || (await lstat(path)).isSymbolicLink()) continue;
    await mkdir(before, { recursive: true });
    await rm(join(before, shown), { recursive: true, force: true });
    await rename(path, join(before, shown));
  }
  if (existsSync(join(before, "pwa/assets")) && !existsSync(join(before, OWN_ASSETS))) await noteAssets(before);
}

/** Removes builds that nobody needs; answers with the folders of the others but `name`, the newest first. */
async function keptBuilds(dist: string, name: string): Promise<string[]> {
  const kept: string[] = [];
  for (const each of (await readdir(join(dist, BUILDS))).toSorted().toReversed()) {
    if (each === name) continue;
    const folder = join(dist, BUILDS, each);
    const isWhole = existsSync(join(folder, OWN_ASSETS));
    if (isWhole ? kept.length < FORMER_KEPT || (await isServed(folder)) : isRunning(Number(each.split("-")[1])))
      kept.push(folder);
    else await rm(folder, { recursive: true, force: true });
  }
  return kept.filter((folder) => existsSync(join(folder, OWN_ASSETS)));
}

async function isServed(build: string): Promise<boolean> {
  if (!existsSync(join(build, SERVED))) return false;
  return (await readdir(join(build, SERVED))).some((pid) => isRunning(Number(pid)));
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is another account's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function linkAssets(former: string, build: string): Promise<void> {
  const own: unknown = JSON.parse(await readFile(join(former, OWN_ASSETS), "utf8"));
  for (const file of Array.isArray(own) ? own.map(String) : []) {
    const to = join(build, "pwa/assets", file);
    if (!existsSync(to)) await link(join(former, "pwa/assets", file), to);
  }
}
