import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeDrillFolder, removeDeadDrills } from "./drill-folder.ts";

const clock = { now: () => new Date() };
const HERE = hostname().replaceAll(".", "_");
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "astrolabe-drill-"));
  return () => rm(dataDir, { recursive: true, force: true });
});

async function left(name: string): Promise<void> {
  await mkdir(join(dataDir, "drill", name, "mongo"), { recursive: true });
}

test("what a drill left whose process was killed goes, and what runs stays", async () => {
  const { pid } = spawnSync(process.execPath, ["--eval", ""]);
  await left(`run-${pid}-${HERE}.dead`);
  // As a container has after its restart: the same number, another process.
  await left(`run-${process.pid}-${HERE}.before`);
  await left(`run-${process.ppid}-${HERE}.beside`);
  await left("run-1-elsewhere.beating");
  await left("run-1-elsewhere.silent");
  await left("run-of-before");
  const longAgo = new Date(clock.now().getTime() - 11 * 60_000);
  for (const name of ["run-1-elsewhere.silent", "run-of-before"])
    await utimes(join(dataDir, "drill", name), longAgo, longAgo);
  const folder = await makeDrillFolder(dataDir, 1024, clock);
  await removeDeadDrills(dataDir, clock);
  const there = (await readdir(join(dataDir, "drill"))).map((name) => join(dataDir, "drill", name));
  expect(there.toSorted()).toEqual(
    [
      join(dataDir, "drill", `run-${process.ppid}-${HERE}.beside`),
      join(dataDir, "drill", "run-1-elsewhere.beating"),
      folder.path,
    ].toSorted(),
  );
  await folder.remove();
  expect(await readdir(join(dataDir, "drill"))).toHaveLength(2);
});

test("a backup that does not fit on the disk is not tried", async () => {
  await expect(makeDrillFolder(dataDir, 2 ** 60, clock)).rejects.toThrow(
    /^The backup was not tried: that needs \d+ MB/,
  );
  expect(await readdir(join(dataDir, "drill"))).toEqual([]);
});
