import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type Database, openDatabase } from "./database.ts";
import { firstIdSince } from "./first-since.ts";

const NAME = "dated";
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "first_since", 10_000);
  await database.collection(NAME).createIndex({ id: 1 });
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

/** Some close together and some far apart, by number and by time, as in a service that had quiet years. */
const gap = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5_000_000 }));
const steps = fc.array(fc.tuple(gap, gap), { maxLength: 60 });

test("the first that came since then is found, however unevenly they came", async () => {
  const property = fc.asyncProperty(steps, fc.double({ min: -0.1, max: 1.1, noNaN: true }), async (gaps, share) => {
    let [id, ms] = [0, 0];
    const documents = gaps.map(([ids, time]) => ({ id: (id += ids + 1), createdAt: new Date((ms += time)) }));
    await database.collection(NAME).deleteMany({});
    if (documents.length > 0) await database.collection(NAME).insertMany(documents);
    const since = new Date(Math.round(ms * share));
    const found = await firstIdSince(database, NAME, since);
    const meant = documents.filter(({ createdAt }) => createdAt >= since).map((each) => each.id);
    expect(documents.map((each) => each.id).filter((each) => each >= found)).toEqual(meant);
  });
  await fc.assert(property, { numRuns: 60 });
});
