import { afterAll, beforeAll, expect, test } from "vitest";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type Database, openDatabase } from "./database.ts";
import { takeIds } from "./ids.ts";
import { putReplicated } from "./replicated.ts";

let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "ids", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

test("many who take ids at once, of a collection that had none, each get their own", async () => {
  const firsts = await Promise.all(Array.from({ length: 40 }, () => takeIds(database, "things", 3)));
  const sorted = firsts.toSorted((left, right) => left - right);
  expect(sorted).toEqual(Array.from({ length: 40 }, (_, index) => 1 + 3 * index));
});

async function write(userId: number, until: Promise<unknown>): Promise<number> {
  let begun = 0;
  await database.transaction(async (session) => {
    begun += 1;
    const fields = { name: "", stellarAddress: "", uniqueUserId: "", memo: "", editedAt: {} };
    await putReplicated(database, session, "contacts", userId, [{ uid: "a contact", fields }]);
    await until;
  });
  return begun;
}

test("two people's new rows are written at once without either beginning again", async () => {
  // Makes the collections, which no transaction shares while it makes them.
  await write(1, Promise.resolve());
  const written = Promise.withResolvers<void>();
  const first = write(2, written.promise);
  const second = await write(3, Promise.resolve()).finally(written.resolve);
  expect([await first, second]).toEqual([1, 1]);
});
