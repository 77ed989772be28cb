import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { buildBeside } from "./build-beside.ts";
import { ConfigError } from "./config.ts";

let folder: string;
const NEVER = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-build-beside-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function script(code: string): Promise<string> {
  const path = join(folder, "build.mjs");
  await writeFile(path, code);
  return path;
}

test("it is waited for until it is built, and told nothing of this process's secrets", async () => {
  const told = join(folder, "told.json");
  const build = `import { writeFileSync } from "node:fs";
    setTimeout(() => writeFileSync(${JSON.stringify(told)}, JSON.stringify(Object.keys(process.env))), 50);`;
  await buildBeside(NEVER, await script(build));
  expect(JSON.parse(await readFile(told, "utf8"))).toEqual([]);
});

test("what cannot be built is a sentence for the console", async () => {
  await expect(buildBeside(NEVER, await script("process.exitCode = 3;"))).rejects.toThrow(ConfigError);
});

test("a build that nobody wants any more is ended", async () => {
  const stopping = new AbortController();
  const building = buildBeside(stopping.signal, await script("setInterval(() => undefined, 1000);"));
  setTimeout(() => stopping.abort(new Error("stopped")), 20);
  await expect(building).rejects.toThrow("stopped");
  await expect(buildBeside(stopping.signal, "never")).rejects.toThrow("stopped");
});
