import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { keptText, readDatabase } from "#tests/upgrade/kept-database.ts";
import { liveALittle, startKeptApp } from "#tests/upgrade/people.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "tests/upgrade/data");

/** Writes a database as the version at hand makes and fills it, from which every later one must be able to go on. */
async function writeFixture(): Promise<string> {
  const { version } = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")),
  );
  const path = join(FOLDER, `${version}.json`);
  const app = await startKeptApp();
  try {
    await liveALittle(app);
    await mkdir(FOLDER, { recursive: true });
    await writeFile(path, keptText(await readDatabase(app.database, version)), { flag: "wx" });
  } finally {
    await app.stop();
  }
  return path;
}

console.log(`written to ${await writeFixture()}`);
