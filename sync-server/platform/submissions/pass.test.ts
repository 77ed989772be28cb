import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type Advanced, advanceAll } from "./pass.ts";
import { SUBMISSIONS, type SubmissionDocument, submissionCollection } from "./submission.ts";

let mongo: TestMongo;
let database: Database;
let tried: number[];

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "pass", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});
beforeEach(async () => {
  tried = [];
  await submissionCollection(database).deleteMany({});
});

/** What a pass reads of submissions. */
type Fields = Partial<Pick<SubmissionDocument, "state" | "viaChannel" | "account">>;

async function insert(first: number, count: number, fields: Fields = {}): Promise<void> {
  const documents = Array.from({ length: count }, (_, index) => ({
    id: first + index,
    kind: "send",
    state: "created",
    viaChannel: false,
    account: `account of ${first + index}`,
    ...fields,
  }));
  await database.collection(SUBMISSIONS).insertMany(documents);
}

function pass(advance: (submission: SubmissionDocument) => Advanced["until"]): Promise<number> {
  const one = async (submission: SubmissionDocument) => {
    tried.push(submission.id);
    return { until: advance(submission), hasMoved: false };
  };
  return advanceAll(database, one, new Date(), undefined);
}

test("however many have to wait, those behind them are looked at", async () => {
  await insert(1, 1201);
  expect(await pass(() => "wait")).toBe(1201);
  expect(tried).toContain(1201);
});

test("once no channel is free, payments through channels are left alone, and others are not", async () => {
  await insert(1, 700, { viaChannel: true });
  await insert(701, 1);
  await pass(({ viaChannel }) => (viaChannel ? "busy" : "wait"));
  // Those that were being tried when the first found none.
  expect(tried.filter((id) => id <= 700).length).toBeLessThanOrEqual(16);
  expect(tried).toContain(701);
});

test("what is under way comes first, and a payment behind one of its account that waits is not tried", async () => {
  await insert(1, 1, { account: "one" });
  await insert(2, 1, { account: "one", state: "submitted" });
  await insert(3, 1, { account: "other", state: "submitted" });
  await insert(4, 2, { account: "other" });
  await pass(({ id }) => (id === 3 ? "end" : "wait"));
  expect(tried.toSorted((left, right) => left - right)).toEqual([2, 3, 4]);
  expect(tried.at(-1)).toBe(4);
});

test("one that may not be signed now keeps no other of its account from its turn", async () => {
  await insert(1, 4, { account: "one" });
  await pass(({ id }) => (id < 3 ? "held-back" : "wait"));
  expect(tried).toEqual([1, 2, 3]);
});

test("one that fails keeps no other from its turn, and is told afterwards", async () => {
  await insert(1, 30);
  const failing = pass(({ id }) => {
    if (id === 2) throw new Error("it broke");
    return "end";
  });
  await expect(failing).rejects.toThrow("it broke");
  expect(tried.length).toBe(30);
});
