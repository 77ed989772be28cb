import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { keepTrades } from "./keep-trades.ts";
import { tradeCollection } from "./market-store.ts";

const DAY_SECONDS = 86_400;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function keptSeconds(): Promise<number | undefined> {
  const indexes = await tradeCollection(app.database).indexes();
  return indexes.find(({ key }) => "at" in key)?.expireAfterSeconds;
}

test("trades are kept for as many days as is set, from the next start on", async () => {
  expect(await keptSeconds()).toBe(app.config.tradesKeptDays * DAY_SECONDS);
  await keepTrades({ ...app.runtime, config: { ...app.config, tradesKeptDays: 7 } });
  expect(await keptSeconds()).toBe(7 * DAY_SECONDS);
  await keepTrades(app.runtime);
  expect(await keptSeconds()).toBe(app.config.tradesKeptDays * DAY_SECONDS);
});
