import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Check } from "#server/platform/checks/check.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { deliveries, mails, requests } from "#server/platform/metrics/counted.ts";
import { eventually, startTestApp, TestClock, type TestApp } from "#tests/support/app.ts";
import { checkNamed, problemsOf } from "#tests/support/checks.ts";
import { machineChecks } from "./machine-checks.ts";
import { PROCESSES, readSaidProcesses, startPresence } from "./processes.ts";
import { workChecks } from "./work-checks.ts";

let app: TestApp;
let runtime: Runtime;
let database: Database;
let other: Database;
let closedAt = new Date();
const checks = [
  ...machineChecks({ head: () => Promise.resolve({ sequence: 7, closedAt }) }),
  ...workChecks(),
] satisfies readonly Check[];

beforeAll(async () => {
  app = await startTestApp();
  // A database of its own beside the app's, whose process says things, too.
  other = await openDatabase(app.config.mongodbUrl, "machines", 10_000);
  runtime = { ...app.runtime, database: other };
  database = other;
});
afterAll(async () => {
  await other.close();
  await app.stop();
});
beforeEach(async () => {
  await database.collection(PROCESSES).deleteMany({});
  await database.collection("versions").deleteMany({});
  closedAt = new Date();
});

const problems = (id: string) => problemsOf(checkNamed(checks, id), runtime);
const GIGABYTE = 1_000_000_000;
const WORK = { requests: 0, failedRequests: 0, mails: 0, failedMails: 0, pushes: 0, failedPushes: 0 };

/** A process that said, so many ms ago, that it is well but for these facts. */
async function said(_id: string, facts: object = {}, { agoMs = 0, aheadMs = 0, sockets = 0 } = {}): Promise<void> {
  const well = {
    version: "1.2.0",
    host: "one",
    heapUsed: 1,
    heapLimit: 10,
    memoryFree: 8,
    memoryTotal: 10,
    diskFree: 90 * GIGABYTE,
    diskTotal: 100 * GIGABYTE,
    openLimit: 1000,
    recent: WORK,
  };
  const seenAt = { $subtract: ["$$NOW", agoMs] };
  const saidAt = { $add: ["$$NOW", aheadMs - agoMs] };
  const fields = { startedAt: new Date(), sockets, facts: { $literal: { ...well, ...facts } }, saidAt, seenAt };
  await database.collection<{ _id: string }>(PROCESSES).updateOne({ _id }, [{ $set: fields }], { upsert: true });
}

test("a process says what it is, and what of its work failed of late", async () => {
  const sockets = (): number => 3;
  const presence = startPresence(runtime, openLeases(database), sockets);
  try {
    const [own] = await eventually(async () => {
      const found = await readSaidProcesses(database);
      return found.length > 0 && found;
    });
    expect(own).toMatchObject({ sockets: 3, isThere: true, recent: WORK, version: expect.stringMatching(/^\d/) });
    expect(own?.heapUsed).toBeGreaterThan(0);
    expect(own?.diskTotal).toBeGreaterThan(own?.diskFree ?? 0);
    expect(Math.abs(own?.aheadMs ?? 99_999)).toBeLessThan(5000);
    for (let count = 0; count < 5; count += 1) requests.inc({ method: "GET", route: "/", status: 500 });
    requests.inc({ method: "GET", route: "/", status: 503 });
    mails.inc({ outcome: "failed" });
    deliveries.inc({ channel: "push", outcome: "refused" });
    presence.kick();
    await eventually(async () => (await readSaidProcesses(database))[0]?.recent.failedRequests === 5);
    expect((await readSaidProcesses(database))[0]?.recent).toEqual({
      requests: 6,
      failedRequests: 5,
      mails: 1,
      failedMails: 1,
      pushes: 1,
      failedPushes: 1,
    });
    expect(await problems("error-rate")).toEqual({ "": "check.error-rate.high" });
  } finally {
    await presence.stop();
    for (const status of [500, 503]) requests.remove({ method: "GET", route: "/", status });
    mails.remove({ outcome: "failed" });
    deliveries.remove({ channel: "push", outcome: "refused" });
  }
  expect(await readSaidProcesses(database)).toEqual([]);
  expect(await problems("error-rate")).toEqual({});
});

test("while all is well nothing is wrong", async () => {
  await said("aaaaaa");
  await said("bbbbbb", { host: "two" });
  for (const { id } of checks) expect(await problems(id), id).toEqual({});
});

test("a heap or a machine that is full is told by whose it is", async () => {
  await said("aaaaaa", { heapUsed: 95, heapLimit: 100 });
  await said("bbbbbb", { host: "two", memoryFree: 4, memoryTotal: 100 });
  expect(await problems("memory")).toEqual({ aaaaaa: "check.memory.heap", two: "check.memory.machine" });
});

test("a disk is low where both its share and its bytes are, once for a machine, and graver the fuller it is", async () => {
  const disk = checkNamed(checks, "disk");
  await said("aaaaaa", { diskFree: 14 * GIGABYTE, diskTotal: 100 * GIGABYTE });
  expect(await problems("disk")).toEqual({});
  await said("aaaaaa", { diskFree: 9 * GIGABYTE, diskTotal: 100 * GIGABYTE });
  await said("bbbbbb", { diskFree: 9 * GIGABYTE, diskTotal: 100 * GIGABYTE });
  const signal = AbortSignal.timeout(5000);
  expect(await disk.run({ runtime, signal })).toMatchObject([
    { subject: "one", severity: "error", facts: { percent: 9 } },
  ]);
  await said("aaaaaa", { diskFree: 2 * GIGABYTE, diskTotal: 100 * GIGABYTE });
  expect(await disk.run({ runtime, signal })).toMatchObject([{ severity: "critical", facts: { megabytes: 2000 } }]);
  // A folder that is not there.
  await said("aaaaaa", { diskFree: 0, diskTotal: 0 });
  await said("bbbbbb", { diskFree: 0, diskTotal: 0 });
  expect(await problems("disk")).toEqual({});
});

test("a clock is told that is off the database's, or behind the ledger", async () => {
  await said("aaaaaa", {}, { aheadMs: 9000 });
  expect(await problems("clock-skew")).toEqual({});
  await said("aaaaaa", {}, { aheadMs: 20_000 });
  await said("bbbbbb", { host: "two" }, { aheadMs: -40_000 });
  expect(await problems("clock-skew")).toEqual({ one: "check.clock-skew.process", two: "check.clock-skew.process" });
  await database.collection(PROCESSES).deleteMany({});
  const late = new TestClock();
  late.advance(-60_000);
  const skew = checkNamed(checks, "clock-skew");
  expect(await problemsOf(skew, { ...runtime, clock: late })).toEqual({ ledger: "check.clock-skew.ledger" });
  closedAt = new Date(Date.now() - 3_600_000);
  expect(await problems("clock-skew")).toEqual({});
  // A network that hangs is told of by the check of the link, and keeps this one from nothing.
  await said("aaaaaa", {}, { aheadMs: 20_000 });
  const hanging = machineChecks({ head: () => new Promise(() => undefined) });
  expect(await problemsOf(checkNamed(hanging, "clock-skew"), runtime)).toEqual({ one: "check.clock-skew.process" });
});

test("sockets are held against what the system lets a process open", async () => {
  await said("aaaaaa", {}, { sockets: 799 });
  expect(await problems("sockets")).toEqual({});
  await said("aaaaaa", {}, { sockets: 800 });
  expect(await problems("sockets")).toEqual({ aaaaaa: "check.sockets.many" });
  await said("aaaaaa", { openLimit: 0 }, { sockets: 800 });
  expect(await problems("sockets")).toEqual({});
});

test("a former version is told once a newer one has served on this database, by its numbers", async () => {
  const versions = database.collection<{ _id: string; seenAt: Date }>("versions");
  await said("aaaaaa", { version: "1.9.0" });
  await versions.insertOne({ _id: "1.8.4", seenAt: new Date() });
  expect(await problems("version-behind")).toEqual({});
  await versions.insertOne({ _id: "1.10.0", seenAt: new Date() });
  expect(await problems("version-behind")).toEqual({ "": "check.version-behind.old" });
  await said("aaaaaa", { version: "1.10.0" });
  expect(await problems("version-behind")).toEqual({});
});

test("one that fell silent without a word has died, and counts nowhere else", async () => {
  await said("aaaaaa");
  await said(
    "bbbbbb",
    { heapUsed: 99, heapLimit: 100, recent: { ...WORK, requests: 9, failedRequests: 9 } },
    { agoMs: 31_000 },
  );
  expect(await problems("processes-died")).toEqual({ "": "check.processes-died.died" });
  expect(await problems("memory")).toEqual({});
  expect(await problems("error-rate")).toEqual({});
  await database.collection<{ _id: string }>(PROCESSES).deleteOne({ _id: "bbbbbb" });
  expect(await problems("processes-died")).toEqual({});
});

test("what fails is a share of what all processes did together", async () => {
  await said("aaaaaa", { recent: { ...WORK, requests: 1000, failedRequests: 4, mails: 1, failedMails: 1 } });
  await said("bbbbbb", { recent: { ...WORK, pushes: 10, failedPushes: 5 } });
  for (const id of ["error-rate", "mails", "pushes"]) expect(await problems(id), id).toEqual({});
  await said("aaaaaa", { recent: { ...WORK, requests: 1000, failedRequests: 20, mails: 3, failedMails: 2 } });
  await said("bbbbbb", { recent: { ...WORK, failedRequests: 1, pushes: 10, failedPushes: 6 } });
  expect(await problems("error-rate")).toEqual({ "": "check.error-rate.high" });
  expect(await problems("mails")).toEqual({ "": "check.mails.failing" });
  expect(await problems("pushes")).toEqual({ "": "check.pushes.failing" });
});
