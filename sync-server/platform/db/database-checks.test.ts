import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChildServer, startChildServer } from "#server/child-server.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { createLog } from "#server/platform/http/log.ts";
import { eventually, startTestApp, TestClock, type TestApp } from "#tests/support/app.ts";
import { checkNamed, problemsOf, repair } from "#tests/support/checks.ts";
import { databaseChecks, diskOf, membersOf } from "./database-checks.ts";
import { openDatabase } from "./database.ts";
import { indexCheck } from "./declared-indexes.ts";
import { lastOutage, watchDatabase } from "./watch-database.ts";

const MONGO = join(import.meta.dirname, "../../embedded/mongo/cli.ts");
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("an embedded database has no members and tells of no disk, and nothing is wrong with it", async () => {
  for (const check of databaseChecks()) expect(await problemsOf(check, app.runtime), check.id).toEqual({});
});

test("of a replica set every member is told that is not there", () => {
  const member = { health: 1, stateStr: "SECONDARY" };
  const members = [
    { ...member, name: "a:27017", stateStr: "PRIMARY" },
    { ...member, name: "b:27017" },
    { ...member, name: "c:27017", health: 0, stateStr: "(not reachable/healthy)" },
    { ...member, name: "d:27017", stateStr: "RECOVERING" },
  ];
  const found = membersOf({ ok: 1, set: "rs0", members }).filter(({ problem }) => problem !== null);
  expect(found.map(({ subject }) => subject)).toEqual(["c:27017", "d:27017"]);
});

test("the disk of a database is low by share and by bytes", () => {
  expect(diskOf({ ok: 1 })).toMatchObject({ problem: null });
  expect(diskOf({ fsTotalSize: 1e12, fsUsedSize: 9.2e11 })).toMatchObject({ problem: null });
  expect(diskOf({ fsTotalSize: 1e11, fsUsedSize: 9.5e10 })).toMatchObject({ severity: "error", facts: { percent: 5 } });
  expect(diskOf({ fsTotalSize: 1e11, fsUsedSize: 9.9e10 })).toMatchObject({ severity: "critical" });
});

test("an index that is lost is named, and built again with all that was said of it", async () => {
  const check = indexCheck();
  const users = app.database.collection("users");
  expect(await problemsOf(check, app.runtime)).toEqual({});
  const before = (await users.indexes()).find(({ name }) => name === "usernameKey_1");
  await users.dropIndex("usernameKey_1");
  await app.database.collection("sessions").dropIndex("expiresAt_1");
  expect(await problemsOf(check, app.runtime)).toEqual({
    "users.usernameKey_1": "check.indexes.missing",
    "sessions.expiresAt_1": "check.indexes.missing",
  });
  for (const subject of ["users.usernameKey_1", "sessions.expiresAt_1"]) await repair(check, app.runtime, subject);
  expect(await problemsOf(check, app.runtime)).toEqual({});
  expect((await users.indexes()).find(({ name }) => name === "usernameKey_1")).toEqual(before);
});

test("what stands in the way of an index that is unique leaves it missing, and says so", async () => {
  const check = indexCheck();
  const users = app.database.collection("users");
  await users.dropIndex("usernameKey_1");
  const planted = [1, 2].map((number) => ({
    id: 9000 + number,
    usernameKey: "twice",
    uniqueUserIdKey: `k${number}`,
    uniqueUserId: `u${number}`,
    username: `n${number}`,
    email: `e${number}`,
  }));
  await users.insertMany(planted);
  await expect(repair(check, app.runtime, "users.usernameKey_1")).rejects.toThrow("duplicate");
  await users.deleteMany({ usernameKey: "twice" });
  await repair(check, app.runtime, "users.usernameKey_1");
});

test("a database that stopped for a while is told of once it is back, with the time that it was away", async () => {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-away-"));
  const start = (port: number): Promise<ChildServer> =>
    startChildServer({
      script: MONGO,
      dataFolder: folder,
      flags: port === 0 ? [] : ["--port", String(port)],
      onDeath: () => undefined,
    });
  let mongo = await start(0);
  const url = `mongodb://127.0.0.1:${mongo.port}/?directConnection=true`;
  const database = await openDatabase(url, "away", 1000, 500);
  const clock = new TestClock();
  const runtime: Runtime = { ...app.runtime, database, clock, log: createLog("silent") };
  const watch = watchDatabase(runtime, { lookMs: 100 });
  const outage = checkNamed(databaseChecks(), "database");
  try {
    await eventually(() => database.collection("watch").findOne());
    expect(await problemsOf(outage, runtime)).toEqual({});
    const before = clock.now();
    await mongo.stop();
    await eventually(() => watch.isAway());
    mongo = await start(mongo.port);
    const last = await eventually(() => lastOutage(database));
    expect(last.from.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000);
    expect(last.until.getTime()).toBeGreaterThan(last.from.getTime());
    expect(await problemsOf(outage, runtime)).toEqual({ "": "check.database.was-away" });
    clock.advance(60_000);
    expect(await problemsOf(outage, runtime)).toEqual({});
  } finally {
    await watch.stop();
    await database.close();
    await mongo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
