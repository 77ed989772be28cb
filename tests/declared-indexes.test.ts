import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { indexLines } from "#server/platform/db/declared-indexes.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";

const FILE = join(import.meta.dirname, "../sync-server/platform/db/declared-indexes.txt");

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ house: { channels: 1 } });
});
afterAll(() => app.stop());

test("the indexes that a database is held against are those that migrations and a start make; -u writes them", async () => {
  const lines = await indexLines(app.database);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(FILE);
}, 180_000);
