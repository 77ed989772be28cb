import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type AuditLog, openAuditLog } from "./audit-log.ts";
import { AUDIT_LOG, type AuditRow } from "./audit-rows.ts";
import { walkAudit } from "./audit-walk.ts";

const clock = { now: () => new Date("2026-01-01T00:00:00Z") };
const ROWS = 9;
let mongo: TestMongo;
let database: Database;
let audit: AuditLog;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "audit", 10_000);
  useSeals(database, rowSeals(randomBytes(32)));
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});
beforeEach(async () => {
  await database.db.dropDatabase();
  audit = openAuditLog(database, clock);
  for (let row = 1; row <= ROWS; row += 1) await audit.append(eventOf(row));
});

function eventOf(row: number) {
  const event = { action: "sign", address: "G", purpose: "wallet", payloadHash: "", requestedBy: "user 1" } as const;
  return { ...event, reason: `submission ${row}` };
}

function rows() {
  return database.collection<AuditRow>(AUDIT_LOG);
}

async function rowAt(number: number): Promise<AuditRow> {
  const row = await rows().findOne({ _id: number });
  if (!row) throw new Error(`there is no row ${number}`);
  return row;
}

async function findBreak(): Promise<string | null> {
  return (await walkAudit(database)).problem;
}

test("rows of two writers at once make one chain", async () => {
  const other = openAuditLog(database, clock);
  await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? audit : other).append(eventOf(100 + at))));
  expect(await walkAudit(database)).toMatchObject({ rows: ROWS + 40, problem: null });
});

test("rows that are asked for together keep their order", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => audit.append(eventOf(100 + at))));
  const reasons = await rows()
    .find({ _id: { $gt: ROWS } }, { sort: { _id: 1 } })
    .map(({ reason }) => reason)
    .toArray();
  expect(reasons).toEqual(Array.from({ length: 20 }, (_, at) => `submission ${100 + at}`));
});

test("what a transaction noted is in the chain once if it committed, and never if it did not", async () => {
  await database.transaction((session) => audit.note(session, eventOf(50)));
  const aborted = database.transaction(async (session) => {
    await audit.note(session, eventOf(51));
    throw new Error("it comes to nothing");
  });
  await expect(aborted).rejects.toThrow("it comes to nothing");
  const drained = await Promise.all([audit.drain(), openAuditLog(database, clock).drain()]);
  expect(drained.toSorted()).toEqual([0, 1]);
  expect(await audit.drain()).toBe(0);
  expect(await rowAt(ROWS + 1)).toMatchObject({ reason: "submission 50" });
  expect(await walkAudit(database)).toMatchObject({ rows: ROWS + 1, problem: null });
});

test.each(["action", "address", "purpose", "payloadHash", "requestedBy", "reason", "at", "previous", "hash"])(
  "a row whose %s was changed is found",
  async (field) => {
    await rows().updateOne({ _id: 4 }, { $set: { [field]: field === "at" ? new Date(0) : "another" } });
    expect(await findBreak()).toMatch(/^row 4 (was changed|does not follow the row before it)$/);
  },
);

test("a removed row is found, and so is everything before it removed", async () => {
  await rows().deleteOne({ _id: 5 });
  expect(await findBreak()).toBe("row 5 is missing");
  await rows().deleteMany({ _id: { $lt: 5 } });
  expect(await findBreak()).toBe("row 1 is missing");
});

test("an inserted row is found, between others and past the end", async () => {
  await rows().insertOne({ ...(await rowAt(5)), _id: 5.5 });
  expect(await findBreak()).toBe("a row 5.5 was put between others");
  await rows().deleteOne({ _id: 5.5 });
  await rows().insertOne({ ...(await rowAt(ROWS)), _id: ROWS + 1 });
  expect(await findBreak()).toBe(`row ${ROWS + 1} does not follow the row before it`);
});

test("a row put past the end with hashes that fit is found", async () => {
  await audit.append(eventOf(ROWS + 1));
  const last = await rowAt(ROWS + 1);
  await database.db.dropDatabase();
  audit = openAuditLog(database, clock);
  for (let row = 1; row <= ROWS; row += 1) await audit.append(eventOf(row));
  await rows().insertOne(last);
  expect(await findBreak()).toBe(`row ${ROWS + 1} was added past the end`);
});

test("two rows that changed places are found", async () => {
  const [third, fourth] = [await rowAt(3), await rowAt(4)];
  await rows().deleteMany({ _id: { $in: [3, 4] } });
  await rows().insertMany([
    { ...fourth, _id: 3 },
    { ...third, _id: 4 },
  ]);
  expect(await findBreak()).toBe("row 3 does not follow the row before it");
});

test("a log cut off at its end is found", async () => {
  await rows().deleteMany({ _id: { $gt: 7 } });
  expect(await findBreak()).toBe("the log ends at row 7, although 9 rows were written");
  await rows().deleteMany({});
  expect(await findBreak()).toBe("the log ends at row 0, although 9 rows were written");
});

test("a walk while others write meets no break", async () => {
  const writing = Promise.all(Array.from({ length: 300 }, (_, at) => audit.append(eventOf(100 + at))));
  for (let walk = 0; walk < 5; walk += 1) expect(await findBreak()).toBeNull();
  await writing;
  expect(await walkAudit(database)).toMatchObject({ rows: ROWS + 300, problem: null });
});
