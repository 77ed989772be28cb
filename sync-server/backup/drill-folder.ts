import { mkdir, mkdtemp, readdir, rm, stat, statfs, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock } from "#server/platform/http/runtime.ts";
import { BackupError } from "./backup-error.ts";

/** A folder in which a backup is tried: it holds the database in the clear for as long. */
export interface DrillFolder {
  readonly path: string;
  remove(): Promise<void>;
}

const FOLDER = "drill";
const NAME = /^run-(\d+)-([^.]+)\./;
const BEAT_MS = 60_000;
/** What nobody touched for so long was left by a process that died. */
const SILENT_MS = 10 * BEAT_MS;
/** Beside what was in the backup: indexes, and the database's own log. */
const TIMES = 2;
const MB = 1024 * 1024;
/** Of this process, by name. */
const running = new Set<string>();

/**
 * Makes a folder within `dataDir` for a database of so many bytes, once what dead processes left is gone. Throws BackupError where the disk has too
 * little room for it.
 */
export async function makeDrillFolder(dataDir: string, bytes: number, clock: Clock): Promise<DrillFolder> {
  const all = join(dataDir, FOLDER);
  await mkdir(all, { recursive: true, mode: 0o700 });
  await removeDeadDrills(dataDir, clock);
  await refuseWithoutRoom(all, bytes * TIMES);
  const path = await mkdtemp(join(all, `run-${process.pid}-${hostname().replaceAll(".", "_")}.`));
  running.add(path);
  const beat = setInterval(() => {
    const now = clock.now();
    // Where that fails the folder is gone, or looked at again by the next.
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS).unref();
  return {
    path,
    async remove() {
      clearInterval(beat);
      running.delete(path);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Removes what drills left whose process was killed: the database as it was, which nothing seals any more. */
export async function removeDeadDrills(dataDir: string, clock: Clock): Promise<void> {
  const all = join(dataDir, FOLDER);
  for (const name of await readdir(all).catch(() => [])) {
    const path = join(all, name);
    if (await isDead(path, name, clock)) await rm(path, { recursive: true, force: true });
  }
}

/** A process of this machine is asked for; of another one, or of another container over the same folder, only silence tells. */
async function isDead(path: string, name: string, clock: Clock): Promise<boolean> {
  const [, pid, host] = NAME.exec(name) ?? [];
  if (host === hostname().replaceAll(".", "_"))
    return Number(pid) === process.pid ? !running.has(path) : !isAlive(Number(pid));
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs < clock.now().getTime() - SILENT_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function refuseWithoutRoom(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new BackupError(
    `The backup was not tried: that needs ${sizeText(needed)} in ${folder}, and its disk has ${sizeText(free)} left.`,
  );
}

function sizeText(bytes: number): string {
  return `${Math.ceil(bytes / MB)} MB`;
}
