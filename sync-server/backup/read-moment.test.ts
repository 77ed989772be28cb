import { BSON, Collection, Double, Long, ObjectId } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { atOneMoment, rawDocuments } from "./read-moment.ts";

const MANY = 1700;
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "moments", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

interface Kept {
  readonly _id: unknown;
  readonly n: number;
}

/** What is read of a collection at one moment while somebody writes to it after each part. */
async function readWhileWriting(name: string): Promise<number[]> {
  const rows = database.collection<{ n: number }>(name);
  const rest = async (): Promise<void> => {
    await rows.insertOne({ n: -1 });
    await rows.updateOne({ n: MANY - 1 }, { $inc: { changed: 1 } });
  };
  return atOneMoment(database, async (session) => {
    const seen: number[] = [];
    for await (const part of rawDocuments(database, name, session, { rest }))
      seen.push(...part.map((bytes) => Number(BSON.deserialize(bytes)["n"])));
    return seen;
  });
}

test("a moment is read part by part, no cursor stays open over a write, and nothing is read that came later", async () => {
  const text = "a row among many ".repeat(40);
  const rows = Array.from({ length: MANY }, (_, n) => ({ n, text }));
  await database.collection("alike").insertMany(rows);
  const find = vi.spyOn(Collection.prototype, "find");
  const seen = await readWhileWriting("alike");
  const asked = find.mock.calls.map(([, options]) => options);
  find.mockRestore();
  expect(seen).toEqual(rows.map(({ n }) => n));
  expect(asked.length).toBeGreaterThan(4);
  for (const options of asked) expect(options?.limit).toBe(options?.batchSize);
});

test("numbers of every kind are one sequence, and ids of several types are all read", async () => {
  const numbers = Array.from({ length: MANY }, (_, n) => ({
    _id: n % 3 === 0 ? Long.fromNumber(n) : n % 3 === 1 ? new Double(n + 0.5) : n,
    n,
  }));
  await database.collection<Kept>("numbers").insertMany(numbers);
  expect(await readWhileWriting("numbers")).toEqual(numbers.map(({ n }) => n));
  const mixed: Kept[] = Array.from({ length: MANY }, (_, n) => ({ _id: [n, `text ${n}`, new ObjectId()][n % 3], n }));
  await database.collection<Kept>("mixed").insertMany(mixed);
  await database.collection<Kept>("mixed").insertOne({ _id: null, n: MANY });
  mixed.push({ _id: null, n: MANY });
  expect((await readWhileWriting("mixed")).toSorted((one, other) => one - other)).toEqual(mixed.map(({ n }) => n));
});
