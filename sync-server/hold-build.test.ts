import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holdBuild } from "./hold-build.ts";

test("the build that is found first is held until it is let go", async () => {
  const dist = await realpath(await mkdtemp(join(tmpdir(), "astrolabe-held-")));
  try {
    const pwa = join(dist, "builds/1-1/pwa");
    await mkdir(pwa, { recursive: true });
    await symlink("builds/1-1/pwa", join(dist, "pwa"));
    const held = await holdBuild(join(dist, "pwa"));
    expect(held.folder).toBe(pwa);
    const mark = join(dist, "builds/1-1/served", String(process.pid));
    expect(existsSync(mark)).toBe(true);
    await held.release();
    expect(existsSync(mark)).toBe(false);
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
});

test("a folder that is no build's, or is not there, is served as it is", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "astrolabe-held-")));
  try {
    expect((await holdBuild(folder)).folder).toBe(folder);
    expect((await holdBuild(join(folder, "none"))).folder).toBe(join(folder, "none"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
