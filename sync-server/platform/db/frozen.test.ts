import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, isDatabaseAway, openDatabase } from "./database.ts";

const CLI = join(import.meta.dirname, "../../embedded/mongo/cli.ts");
const LIMIT_MS = 2000;
/** Less than the driver would wait by itself, and more than any machine needs. */
const BOUND_MS = 25_000;
let folder: string;
let mongo: ChildProcess;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-frozen-"));
  mongo = spawn(process.execPath, [CLI, "--port", "0", "--data", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) => {
    mongo.stdout?.on("data", (chunk: Buffer) => {
      const ready = / ready on \S+:(\d+)/.exec(chunk.toString());
      if (ready?.[1] !== undefined) resolve(ready[1]);
    });
  });
  database = await openDatabase(`mongodb://127.0.0.1:${port}/?directConnection=true`, "frozen", 10_000, LIMIT_MS);
});
afterEach(async () => {
  mongo.kill("SIGCONT");
  await database.close();
  const gone = new Promise((resolve) => {
    mongo.once("exit", resolve);
  });
  mongo.kill("SIGKILL");
  await gone;
  await rm(folder, { recursive: true, force: true });
});

interface Item {
  readonly _id: number;
}

function items() {
  return database.collection<Item>("items");
}

test("a database that froze ends what was asked of it in time, as if it were away; what follows works again", async () => {
  await items().insertOne({ _id: 1 });
  mongo.kill("SIGSTOP");
  const asks: readonly (() => Promise<unknown>)[] = [
    () => items().findOne({ _id: 1 }),
    () => items().find({}).toArray(),
    () => items().insertOne({ _id: 2 }),
    () => items().updateOne({ _id: 1 }, { $set: { seen: true } }),
    () => database.ping(),
    () => database.transaction((session) => items().insertOne({ _id: 3 }, { session })),
  ];
  const beganMs = performance.now();
  const outcomes = await Promise.allSettled(asks.map((ask) => ask()));
  expect(performance.now() - beganMs).toBeLessThan(BOUND_MS);
  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome.status, String(asks[index])).toBe("rejected");
    if (outcome.status === "rejected") expect(isDatabaseAway(outcome.reason), String(outcome.reason)).toBe(true);
  }
  mongo.kill("SIGCONT");
  // Repeated with its key a write has its one effect, whether the one that timed out happened or not.
  await expect
    .poll(
      () =>
        items()
          .updateOne({ _id: 3 }, { $set: { at: 1 } }, { upsert: true })
          .catch(() => null),
      { timeout: 20_000 },
    )
    .toMatchObject({ acknowledged: true });
  expect(await items().countDocuments({ _id: 3 })).toBe(1);
}, 60_000);

test("reading on and watching outlast the limit", async () => {
  await items().insertMany(Array.from({ length: 30 }, (_, index) => ({ _id: index })));
  const stream = items().watch();
  const beganMs = performance.now();
  let read = 0;
  for await (const item of items().find({}, { batchSize: 1 })) {
    read += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, (LIMIT_MS * 1.2) / 30);
    });
    expect(item._id).toBeGreaterThanOrEqual(0);
  }
  expect(read).toBe(30);
  expect(performance.now() - beganMs).toBeGreaterThan(LIMIT_MS);
  const next = stream.next();
  await items().insertOne({ _id: 99 });
  expect(await next).toMatchObject({ operationType: "insert", documentKey: { _id: 99 } });
  await stream.close();
}, 60_000);
