import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Config } from "#server/config.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { createLog } from "#server/platform/http/log.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { startLeasedLoop } from "./leased-loop.ts";
import { openLeases } from "./leases.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

const LONG_MS = 60_000;
const DEADLINE_MS = 20_000;
let app: TestApp;
let config: Config;

beforeAll(async () => {
  app = await startTestApp();
  ({ config } = app);
}, LONG_MS);
afterAll(() => app.stop());

test("one process works, the other follows; who is overtaken writes nothing, says nothing and goes on as a follower", async () => {
  const { database, clock } = app;
  const log = createLog("silent");
  const complaints = vi.spyOn(log, "error");
  const runtime: Runtime = { config, database, clock, log };
  const rows = database.collection("leased_rows");
  const hasWritten = async (by: string) => (await rows.countDocuments({ by })) > 0;
  const held = Promise.withResolvers<void>();
  const start = (by: string, during: () => Promise<void>) =>
    startLeasedLoop({
      name: "writing",
      runtime,
      leases: openLeases(database, LONG_MS),
      failurePauseMs: 10,
      run: async (fenced) => {
        await during();
        await fenced.database.transaction((session) => rows.insertOne({ by }, { session }));
        return 10;
      },
    });
  let isSlow = false;
  let isInside = false;
  const first = start("first", async () => {
    isInside = isSlow;
    if (isSlow) await held.promise;
  });
  await eventually(() => hasWritten("first"), DEADLINE_MS);
  const second = start("second", () => Promise.resolve());
  isSlow = true;
  await eventually(() => isInside, DEADLINE_MS);
  const written = await rows.countDocuments({ by: "first" });
  expect(await rows.countDocuments({ by: "second" })).toBe(0);
  // As if its time had run out.
  await database.collection<{ _id: string }>("leases").updateOne({ _id: "writing" }, { $set: { until: new Date(0) } });
  await eventually(() => {
    second.kick();
    return hasWritten("second");
  }, DEADLINE_MS);
  isSlow = false;
  held.resolve();
  await second.stop();
  // What it gave up is free at once.
  await eventually(async () => {
    first.kick();
    return (await rows.countDocuments({ by: "first" })) > written;
  }, DEADLINE_MS);
  await first.stop();
  const order = (await rows.find({}).toArray()).map(({ by }) => String(by));
  expect(order.slice(0, written)).toEqual(order.slice(0, written).map(() => "first"));
  expect(order.indexOf("second")).toBe(written);
  expect(complaints).not.toHaveBeenCalled();
  const lease = await database.collection<{ _id: string; token: number }>("leases").findOne({ _id: "writing" });
  expect(lease).toMatchObject({ token: 3, holder: "" });
}, 60_000);

test("a job that ended half-way since its lease may have been lost goes on soon, however long it pauses otherwise", async () => {
  const { database, clock } = app;
  const runtime: Runtime = { config, database, clock, log: createLog("silent") };
  let runs = 0;
  const loop = startLeasedLoop({
    name: "half-way",
    runtime,
    leases: openLeases(database, 400),
    failurePauseMs: 10,
    run: async (_fenced, signal) => {
      runs += 1;
      if (runs > 1) return LONG_MS;
      // As if another process had taken it for a moment.
      const taken = { holder: "another", until: new Date(0) };
      await database.collection<{ _id: string }>("leases").updateOne({ _id: "half-way" }, { $set: taken });
      await new Promise((done) => signal.addEventListener("abort", done));
      return LONG_MS;
    },
  });
  await eventually(() => runs === 2, DEADLINE_MS);
  await loop.stop();
});

test("a job that rests is woken by changes of its collections, at most so often", async () => {
  const { database, clock } = app;
  const runtime: Runtime = { config, database, clock, log: createLog("silent") };
  let runs = 0;
  const loop = startLeasedLoop({
    name: "resting",
    runtime,
    leases: openLeases(database, LONG_MS),
    failurePauseMs: 10,
    wakeGapMs: 100,
    wakes: ["woken_rows"],
    run: async () => {
      runs += 1;
      return LONG_MS;
    },
  });
  const settled = async () => {
    const known = runs;
    await setTimeout(500);
    return runs === known && known > 0;
  };
  await eventually(settled, DEADLINE_MS);
  const rested = runs;
  const beganMs = performance.now();
  for (let n = 0; n < 20; n += 1) await database.collection("woken_rows").insertOne({ n });
  await eventually(() => runs > rested, DEADLINE_MS);
  await eventually(settled, DEADLINE_MS);
  expect(runs - rested).toBeLessThanOrEqual(2 + (performance.now() - beganMs) / 100);
  await loop.stop();
}, 60_000);

test("a job that waited when its lease was lost has not failed", async () => {
  const { database, clock } = app;
  const log = createLog("silent");
  const complaints = vi.spyOn(log, "error");
  let runs = 0;
  const waiting = startLeasedLoop({
    name: "waiting",
    runtime: { config, database, clock, log },
    leases: openLeases(database, 400),
    failurePauseMs: 10,
    run: async (_, signal) => {
      runs += 1;
      await setTimeout(LONG_MS, undefined, { signal });
      return 10;
    },
  });
  await eventually(() => runs === 1, DEADLINE_MS);
  await database.collection<{ _id: string }>("leases").updateOne({ _id: "waiting" }, { $set: { holder: "another" } });
  await eventually(() => runs > 1, DEADLINE_MS);
  await waiting.stop();
  expect(complaints).not.toHaveBeenCalled();
}, 60_000);

test("a job that fails again and again is an issue until it works, and one that fails a few times is none", async () => {
  const { database, clock } = app;
  const runtime: Runtime = { config, database, clock, log: createLog("silent") };
  let isBroken = true;
  let runs = 0;
  const loop = startLeasedLoop({
    name: "failing",
    runtime,
    leases: openLeases(database, LONG_MS),
    failurePauseMs: 1,
    longestPauseMs: 1,
    run: async () => {
      runs += 1;
      if (isBroken || runs < 5) throw new Error("no paper");
      return 1;
    },
  });
  const issue = (status: string) =>
    database.collection("system_issues").findOne({ checkId: "job-failing", subject: "failing", status });
  const found = await eventually(() => issue("active"), DEADLINE_MS);
  expect(found).toMatchObject({
    type: "job",
    description: issueSaid("issue.job.means", { problem: "no paper" }),
    occurrences: 1,
  });
  expect(runs).toBeGreaterThanOrEqual(5);
  isBroken = false;
  await eventually(() => issue("resolved"), DEADLINE_MS);
  expect(await issue("active")).toBeNull();
  await loop.stop();
});

test("whoever takes a failing job over ends its issue by working, though they never failed themselves", async () => {
  const { database, clock } = app;
  const runtime: Runtime = { config, database, clock, log: createLog("silent") };
  const issue = (status: string) =>
    database.collection("system_issues").findOne({ checkId: "job-failing", subject: "handed on", status });
  const start = (run: () => Promise<number>) =>
    startLeasedLoop({
      name: "handed on",
      runtime,
      leases: openLeases(database, LONG_MS),
      failurePauseMs: 1,
      longestPauseMs: 1,
      run,
    });
  const failing = start(() => Promise.reject(new Error("no ink")));
  await eventually(() => issue("active"), DEADLINE_MS);
  await failing.stop();
  const working = start(() => Promise.resolve(1));
  await eventually(() => issue("resolved"), DEADLINE_MS);
  await working.stop();
});

test("jobs that wait for leases of another process ask one question together", async () => {
  const { database, clock } = app;
  const runtime: Runtime = { config, database, clock, log: createLog("silent") };
  const holder = openLeases(database, LONG_MS);
  const names = Array.from({ length: 20 }, (_, index) => `waited for ${index}`);
  for (const name of names) await holder.acquire(name);
  const collection = database.collection("leases");
  const asked = vi.spyOn(collection, "find");
  const lookMs = 1250;
  const leases = openLeases({ ...database, collection: () => collection as never }, 4 * lookMs);
  const loops = [];
  for (const name of names) {
    loops.push(
      startLeasedLoop({ name, runtime, leases, failurePauseMs: 10, run: () => Promise.reject(new Error("not held")) }),
    );
    // As jobs start: not all at the same moment.
    await setTimeout(60);
  }
  await setTimeout(lookMs);
  const before = asked.mock.calls.length;
  const beganMs = performance.now();
  await setTimeout(2 * lookMs);
  const looks = (performance.now() - beganMs) / lookMs;
  expect(asked.mock.calls.length - before).toBeGreaterThan(0);
  // One at the end of each time, and one more where a busy machine tells some of them late.
  expect(asked.mock.calls.length - before).toBeLessThanOrEqual(2 * Math.round(looks));
  await Promise.all(loops.map((loop) => loop.stop()));
  for (const name of names) {
    const lease = await holder.acquire(name);
    if (lease) await holder.release(lease);
  }
});
