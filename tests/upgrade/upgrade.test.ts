import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { appVersion } from "#server/platform/app-version.ts";
import type { TestApp } from "#tests/support/app.ts";
import { cookieOf } from "#tests/support/app.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { indexesOf, keptFrom, type KeptDatabase, writeDatabase } from "./kept-database.ts";
import { ANA, startKeptApp } from "./people.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(import.meta.dirname, "data");
const MOST_BYTES = 300_000;
const VERSIONS = readdirSync(FOLDER).map((name) => name.replace(".json", ""));
/** What every version keeps as it is. */
const LASTING = ["users", "accounts", "contacts", "transactions", "submissions", "audit_log", "vault_keys"];

let fresh: TestApp;

beforeAll(async () => {
  fresh = await startKeptApp();
});
afterAll(() => fresh.stop());

function keptOf(version: string): KeptDatabase {
  const text = readFileSync(join(FOLDER, `${version}.json`), "utf8");
  expect(text.length).toBeLessThan(MOST_BYTES);
  return keptFrom(text);
}

/** The app as it is now over what a version left. */
async function startOn(kept: KeptDatabase): Promise<TestApp> {
  const mongo = await startMongo();
  const database = await openDatabase(mongo.url, "astrolabe", 10_000);
  await writeDatabase(database, kept);
  await database.close();
  return startKeptApp({ mongo });
}

async function schemaOf({ database }: TestApp): Promise<Record<string, unknown>> {
  const names = (await database.db.listCollections().toArray()).map(({ name }) => name);
  const indexes = await Promise.all(names.map(async (name) => [name, await indexesOf(database, name)] as const));
  return Object.fromEntries(indexes.filter(([, each]) => each.length > 0));
}

async function migrationsOf({ database }: TestApp): Promise<unknown[]> {
  return database
    .collection("migrations")
    .find({}, { sort: { _id: 1 }, projection: { name: 1 } })
    .toArray();
}

test.each(VERSIONS)(
  "a database of %s becomes what a new one is, and its people and their money are there",
  async (version) => {
    const kept = keptOf(version);
    expect(kept.version).toBe(version);
    const app = await startOn(kept);
    try {
      expect(await schemaOf(app)).toEqual(await schemaOf(fresh));
      expect(await migrationsOf(app)).toEqual(await migrationsOf(fresh));
      expect(await app.database.collection<{ _id: string }>("versions").findOne({ _id: appVersion() })).not.toBeNull();
      for (const name of LASTING) {
        const before = kept.collections[name]?.documents ?? [];
        expect(before.length, name).toBeGreaterThan(0);
        const ids = before.map(({ _id }) => _id);
        expect(await app.database.collection(name).countDocuments({ _id: { $in: ids } }), name).toBe(ids.length);
      }
      const { username, password } = ANA;
      const signedIn = await app.server.inject({ method: "POST", url: "/api/login", payload: { username, password } });
      expect(signedIn.statusCode, signedIn.body).toBe(200);
      const headers = { cookie: cookieOf(signedIn) };
      const seen = await app.server.inject({ method: "GET", url: "/api/user", headers });
      expect(seen.json()).toMatchObject({ username });
    } finally {
      await app.stop();
    }
  },
);

test("every version that the change log calls released is among them, and the one at hand comes after them", () => {
  const log = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const headings = [...log.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/gm)].map(
    ([, version = ""]) => version,
  );
  expect(log).toMatch(/^## \[Unreleased\]$/m);
  expect(headings.length).toBeGreaterThan(0);
  expect([...headings].sort()).toEqual([...VERSIONS].sort());
  const compose = readFileSync(join(ROOT, "compose.yaml"), "utf8");
  for (const [, tag] of compose.matchAll(/image: astrolabe:(\S+)/g)) expect(tag).toBe(appVersion());
});
