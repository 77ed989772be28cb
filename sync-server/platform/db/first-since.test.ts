import fc from "fast-check";
import { Collection } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { type Database, openDatabase } from "./database.ts";
import { firstIdAround, firstIdSince } from "./first-since.ts";

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
    const { earliest, latest } = await firstIdAround(database, NAME, since, 1000);
    expect(earliest <= found && found <= latest && latest - earliest < 1000).toBe(true);
  });
  await fc.assert(property, { numRuns: 60 });
});

test("among many that came evenly a few looks are enough", async () => {
  await database.collection(NAME).deleteMany({});
  const day = 24 * 60 * 60 * 1000;
  const noise = fc.sample(fc.integer({ min: 0, max: 20_000 }), { numRuns: 20_000, seed: 11 });
  const documents = noise.map((late, at) => ({ id: at + 1, createdAt: new Date(at * 10_000 + late / 2) }));
  await database.collection(NAME).insertMany(documents);
  const looks = async (work: () => Promise<unknown>) => {
    const find = vi.spyOn(Collection.prototype, "findOne");
    await work();
    const times = find.mock.calls.length;
    find.mockRestore();
    return times;
  };
  const since = new Date(1.37 * day);
  expect(await looks(() => firstIdAround(database, NAME, since, 200))).toBeLessThan(6);
  expect(await looks(() => firstIdSince(database, NAME, since))).toBeLessThan(20);
});
