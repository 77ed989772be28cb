import { statSync } from "node:fs";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";
import { startMongo } from "#server/embedded/mongo/server.ts";
import { eventually, removeFolder, temporaryFolder } from "./start-server.ts";

const DAY_SECONDS = 86_400;
const DOCUMENTS_A_DAY = 1500;
const KEPT_DAYS = 2;

test("what expires makes room for what comes: days of the same load leave the file as large as the first ones", async () => {
  const folder = temporaryFolder();
  let nowMs = Date.parse("2026-01-01");
  const mongo = await startMongo({
    folder,
    host: "127.0.0.1",
    port: 0,
    maxConnections: 10,
    log: { maxBytes: 1024 * 1024, maxEntries: 1000 },
    expiryIntervalMs: 20,
    now: () => nowMs,
    isForTests: false,
    login: undefined,
    onDiskFailure: (error) => {
      throw error;
    },
  });
  const client = await new MongoClient(`mongodb://127.0.0.1:${mongo.port}/?directConnection=true`).connect();
  try {
    const trades = client.db("app").collection("trades");
    await trades.createIndex({ at: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY_SECONDS });
    await trades.createIndex({ pair: 1, at: -1 });
    const oneDay = async (): Promise<void> => {
      const at = new Date(nowMs);
      const text = "a trade ".repeat(50);
      await trades.insertMany(Array.from({ length: DOCUMENTS_A_DAY }, (_, pair) => ({ pair: pair % 7, at, text })));
      nowMs += DAY_SECONDS * 1000;
      await eventually(async () => ((await trades.countDocuments()) <= KEPT_DAYS * DOCUMENTS_A_DAY ? true : undefined));
    };
    const size = (): number => statSync(join(folder, "mongo.sqlite")).size;
    for (let day = 0; day < 12; day += 1) await oneDay();
    const settled = size();
    for (let day = 0; day < 24; day += 1) await oneDay();
    expect(settled).toBeGreaterThan(1_000_000);
    // A day more or less is there, as the machine is busy; what was never made room for would make it three times as large.
    expect(size()).toBeLessThan(settled * 1.5);
  } finally {
    await client.close();
    await mongo.close();
    removeFolder(folder);
  }
}, 180_000);
