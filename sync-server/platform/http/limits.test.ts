import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { ATTEMPT_WINDOWS, createAttemptLimit } from "./limits.ts";

const MINUTE_MS = 60_000;
let mongo: TestMongo;
/** Two server processes, as the database sees them. */
let here: Database;
let there: Database;
let nowMs = Date.parse("2026-01-01T00:00:00Z");
const clock = { now: () => new Date(nowMs) };

beforeAll(async () => {
  mongo = await startMongo();
  here = await openDatabase(mongo.url, "limits", 10_000);
  there = await openDatabase(mongo.url, "limits", 10_000);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await mongo.stop();
});

async function refusalOf(work: Promise<void>): Promise<AppError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

test("the attempt after the last is refused with the seconds to wait, and allowed once they have passed", async () => {
  const limit = createAttemptLimit({ database: here, clock }, "waiting", 2, MINUTE_MS);
  await limit.take("ana");
  nowMs += 15_000;
  await limit.take("ana");
  const refusal = await refusalOf(limit.take("ana"));
  expect(refusal?.code).toBe("rate-limited");
  expect(refusal?.facts["seconds"]).toBe(45);
  expect(await refusalOf(limit.take("ben"))).toBeNull();
  nowMs += 45_000;
  expect(await refusalOf(limit.take("ana"))).toBeNull();
});

test("an attempt that is given back does not count, and refused ones do not either", async () => {
  const limit = createAttemptLimit({ database: here, clock }, "giving back", 1, MINUTE_MS);
  for (let round = 0; round < 5; round += 1) {
    await limit.take("ana");
    await limit.giveBack("ana");
  }
  await limit.take("ana");
  for (let round = 0; round < 3; round += 1) expect((await refusalOf(limit.take("ana")))?.code).toBe("rate-limited");
  await limit.giveBack("ana");
  expect(await refusalOf(limit.take("ana"))).toBeNull();
});

test("a look at a limit counts nothing, and is refused when an attempt would be", async () => {
  const limit = createAttemptLimit({ database: here, clock }, "looking", 1, MINUTE_MS);
  for (let round = 0; round < 3; round += 1) expect(await refusalOf(limit.check("ana"))).toBeNull();
  await limit.take("ana");
  expect((await refusalOf(limit.check("ana")))?.code).toBe("rate-limited");
  nowMs += MINUTE_MS;
  expect(await refusalOf(limit.check("ana"))).toBeNull();
});

test("two processes share a limit, also at once and from the first attempt on", async () => {
  const limits = [here, there].map((database) => createAttemptLimit({ database, clock }, "shared", 5, MINUTE_MS));
  const attempts = Array.from({ length: 10 }, () => limits.map((limit) => refusalOf(limit.take("ana")))).flat();
  const refusals = await Promise.all(attempts);
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(5);
  expect(refusals.filter((refusal) => refusal?.code === "rate-limited")).toHaveLength(15);
});

test("limits of other names and keys count apart, and no key is stored in plain", async () => {
  const one = createAttemptLimit({ database: here, clock }, "one", 1, MINUTE_MS);
  const other = createAttemptLimit({ database: here, clock }, "other", 1, MINUTE_MS);
  await one.take("ana@example.org");
  await other.take("ana@example.org");
  await one.take("ben@example.org");
  expect((await refusalOf(one.take("ana@example.org")))?.code).toBe("rate-limited");
  expect(JSON.stringify(await here.collection(ATTEMPT_WINDOWS).find().toArray())).not.toContain("example.org");
});

test("without a database nobody is let through", async () => {
  const closed = await openDatabase(mongo.url, "limits", 10_000);
  const limit = createAttemptLimit({ database: closed, clock }, "closed", 5, MINUTE_MS);
  await closed.close();
  await expect(limit.take("ana")).rejects.toThrow();
});
