import { MongoServerError } from "mongodb";
import type { Collection, Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let rows: Collection<Row>;

type Row = { _id: number } & Record<string, unknown>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server, { writeConcern: { w: 1 } });
  rows = client.db("positions").collection<Row>("rows");
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

const BEFORE = {
  _id: 1,
  a: [
    { x: 1, b: [1, 2], deep: { k: 1 } },
    { x: 2, b: [3, 4], c: [{ n: 1 }, { n: 2 }] },
    { x: 3, b: [5, 6, 7], c: [{ n: 3 }, { n: 4 }] },
  ],
  m: [
    [1, 2],
    [3, 4],
  ],
  s: [10, 20, 30],
};

/** Where `$` stands, by MongoDB's rules: the outermost list that the path goes through without naming a place in it. */
const PLACES: [filter: Document, path: string, place: number][] = [
  [{ "a.x": 2 }, "a.$.hit", 1],
  [{ "a.b": 5 }, "a.$.hit", 2],
  [{ "a.c.n": 4 }, "a.$.hit", 2],
  [{ "a.c": { $elemMatch: { n: 2 } } }, "a.$.hit", 1],
  [{ "a.b": { $elemMatch: { $gt: 3, $lt: 5 } } }, "a.$.hit", 1],
  [{ "a.b": { $all: [{ $elemMatch: { $gt: 5 } }] } }, "a.$.hit", 2],
  [{ a: { $elemMatch: { c: { $elemMatch: { n: 4 } } } } }, "a.$.hit", 2],
  [{ a: { $elemMatch: { $or: [{ x: 3 }, { x: 9 }] } } }, "a.$.hit", 2],
  [{ a: { $elemMatch: { c: { $not: { $elemMatch: { n: 1 } } }, x: { $gt: 1 } } } }, "a.$.hit", 2],
  [{ "a.c": { $exists: true } }, "a.$.hit", 1],
  [{ "a.deep.k": { $exists: true } }, "a.$.hit", 0],
  [{ "a.b": { $size: 3 } }, "a.$.hit", 2],
  [{ "a.b": { $type: "array" } }, "a.$.hit", 0],
  [{ "a.x": { $in: [3, 4] } }, "a.$.hit", 2],
  [{ "a.x": { $all: [3] } }, "a.$.hit", 2],
  [{ $and: [{ "a.x": 2 }] }, "a.$.hit", 1],
  [{ $or: [{ "a.x": 2 }] }, "a.$.hit", 1],
  [{ $or: [{ "a.x": 3 }, { "a.x": 7 }] }, "a.$.hit", 2],
  [{ $nor: [{ "a.x": 9 }], "a.x": 3 }, "a.$.hit", 2],
  [{ "a.x": { $ne: 9 }, "a.b": 4 }, "a.$.hit", 1],
  [{ "a.1.b": 4 }, "a.1.b.$", 1],
  [{ "a.2.c.n": 4 }, "a.2.c.$.hit", 1],
  [{ "m.1": { $elemMatch: { $eq: 4 } } }, "m.1.$", 1],
  [{ m: { $elemMatch: { $elemMatch: { $eq: 4 } } } }, "m.$", 1],
  [{ s: { $exists: true } }, "s.$", 0],
];

test.each(PLACES)("by %j, %s is place %i", async (filter, path, place) => {
  const expected = await changed({ _id: 1 }, path.replace(".$", `.${place}`));
  expect(await changed(filter, path)).toEqual(expected);
});

/** Not every match has a place: MongoDB keeps none of negations, of alternatives, nor of a place named in the path. */
const NOWHERE: Document[] = [
  { _id: 1 },
  { $or: [{ "a.x": 2 }, { "a.b": 1 }] },
  { $nor: [{ "a.x": 9 }] },
  { "a.x": { $ne: 9 } },
  { "a.x": { $nin: [9] } },
  { "a.x": { $not: { $gt: 9 } } },
  { a: { $size: 3 } },
  { "s.0": 10 },
  { $expr: { $eq: [1, 1] } },
];

test.each(NOWHERE)("by %j there is no place", async (filter) => {
  const error: unknown = await changed(filter, "a.$.hit").then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MongoServerError);
  expect(error).toMatchObject({
    code: 2,
    message: "The positional operator did not find the match needed from the query.",
  });
});

test("of several conditions on lists, the last in MongoDB's order says the place", async () => {
  expect(await changed({ "a.x": 2, "a.b": 6 }, "a.$.hit")).toEqual(await changed({ _id: 1 }, "a.1.hit"));
  expect(await changed({ "a.b": 6, "a.x": 2 }, "a.$.hit")).toEqual(await changed({ _id: 1 }, "a.1.hit"));
  expect(await changed({ s: 30, "a.x": 2 }, "s.$")).toEqual(await changed({ _id: 1 }, "s.2"));
});

test("a place in the path takes the element as it is: a list there is not looked into", async () => {
  await rows.deleteMany({});
  await rows.insertOne({ _id: 1, a: [5, [2, 4], { 1: 4 }] });
  expect(await rows.countDocuments({ "a.1": 4 })).toBe(1);
  await rows.updateOne({ _id: 1 }, { $set: { a: [5, [2, 4]] } });
  expect(await rows.countDocuments({ "a.1": 4 })).toBe(0);
  expect(await rows.countDocuments({ "a.1": [2, 4] })).toBe(1);
  expect(await rows.countDocuments({ "a.1.1": 4 })).toBe(1);
  await rows.createIndex({ "a.1": 1 });
  expect(await rows.countDocuments({ "a.1": 4 })).toBe(0);
  expect(await rows.countDocuments({ "a.1": { $in: [4, 9] } }, { hint: "a.1_1" })).toBe(0);
  expect(await rows.countDocuments({ "a.1": [2, 4] })).toBe(1);
});

async function changed(filter: Document, path: string): Promise<unknown> {
  await rows.deleteMany({});
  await rows.insertOne(structuredClone(BEFORE));
  await rows.updateOne(filter, { $set: { [path]: "hit" } });
  return rows.findOne({ _id: 1 });
}
