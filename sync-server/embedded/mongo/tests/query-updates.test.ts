import { Long, MongoServerError } from "mongodb";
import type { Collection, Db, Document, MongoClient, UpdateOptions } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;
let rows: Collection<Row>;

type Row = { _id: number } & Record<string, unknown>;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server, { writeConcern: { w: 1 } });
  db = client.db("updates");
  rows = db.collection<Row>("rows");
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

async function after(before: Document, update: Document, options: UpdateOptions = {}): Promise<unknown> {
  await rows.deleteMany({});
  await rows.insertOne({ _id: 1, ...before });
  await rows.updateOne({ _id: 1 }, update, options);
  const { _id, ...rest } = (await rows.findOne({ _id: 1 })) ?? { _id: undefined };
  return rest;
}

const REFUSED: [number, Document, Document, UpdateOptions?][] = [
  [40, {}, { $set: { a: 1 }, $inc: { a: 1 } }],
  [40, {}, { $set: { a: 1 }, $unset: { "a.b": 1 } }],
  [40, {}, { $rename: { a: "b" }, $set: { b: 1 } }],
  [66, {}, { $set: { _id: 2 } }],
  [66, {}, { $unset: { _id: 1 } }],
  [66, {}, { $rename: { _id: "b" } }],
  [66, {}, { $inc: { _id: 1 } }],
  [14, { a: 1 }, { $inc: { a: "x" } }],
  [14, { a: "x" }, { $inc: { a: 1 } }],
  [14, { a: "x" }, { $mul: { a: 2 } }],
  [2, { a: Long.MAX_VALUE }, { $inc: { a: Long.fromNumber(1) } }],
  [2, { a: 1 }, { $push: { a: 1 } }],
  [2, { a: [] }, { $push: { a: { $each: 1 } } }],
  [2, { a: [] }, { $push: { a: { $each: [], $slice: "x" } } }],
  [2, { a: [] }, { $push: { a: { $each: [], $slice: 1.5 } } }],
  [2, { a: [] }, { $push: { a: { $each: [], $position: "x" } } }],
  [2, { a: [] }, { $push: { a: { $each: [], $sort: 2 } } }],
  [2, { a: [] }, { $push: { a: { $each: [], $sort: { x: 5 } } } }],
  [2, { a: [] }, { $push: { a: { $each: [], $other: 2 } } }],
  [2, { a: 1 }, { $addToSet: { a: 1 } }],
  [14, { a: [] }, { $addToSet: { a: { $each: 1 } } }],
  [2, { a: 1 }, { $pull: { a: 1 } }],
  [2, { a: 1 }, { $pullAll: { a: [1] } }],
  [2, { a: [] }, { $pullAll: { a: 1 } }],
  [9, { a: [] }, { $pop: { a: 2 } }],
  [14, { a: 1 }, { $pop: { a: 1 } }],
  [2, { a: 1 }, { $bit: { a: 5 } }],
  [2, { a: 1.5 }, { $bit: { a: { and: 1 } } }],
  [2, { a: 1 }, { $bit: { a: { nand: 1 } } }],
  [2, { a: 1 }, { $bit: { a: { and: 1.5 } } }],
  [2, { a: [1] }, { $set: { "a.$": 1 } }],
  [2, { a: [1] }, { $set: { "a.$.b.$": 1 } }],
  [2, { a: [1] }, { $set: { "a.$[x]": 1 } }],
  [9, { a: [1] }, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] }],
  [9, { a: [1] }, { $set: { "a.$[x]": 1 } }, { arrayFilters: [{ x: 1, y: 2 }] }],
  [9, { a: [1] }, { $set: { "a.$[x]": 1 } }, { arrayFilters: [{ x: 1 }, { x: 2 }] }],
  [2, { a: [1] }, { $set: { "a.$[X]": 1 } }, { arrayFilters: [{ X: 1 }] }],
  [2, { a: 1 }, { $set: { "a.$[]": 1 } }],
  [2, {}, { $set: { "a.$[]": 1 } }],
  [28, { a: 1 }, { $set: { "a.b": 1 } }],
  [28, { a: null }, { $inc: { "a.b": 1 } }],
  [28, { a: [] }, { $set: { "a.b": 1 } }],
  [56, {}, { $set: { "a.": 1 } }],
  [56, {}, { $set: { "": 1 } }],
  [52, {}, { $set: { $a: 1 } }],
  [9, {}, { $foo: { a: 1 } }],
  [9, {}, { $set: 5 }],
  [2, {}, { $currentDate: { a: "x" } }],
  [2, {}, { $currentDate: { a: { $type: "x" } } }],
  [2, { a: 1 }, { $rename: { a: "a" } }],
  [2, { a: 1 }, { $rename: { a: 5 } }],
  [2, { a: [1] }, { $rename: { "a.0": "b" } }],
  [9, { a: 1 }, [{ $set: { a: 1 } }], { arrayFilters: [{ x: 1 }] }],
  [72, { a: 1 }, [{ $match: { a: 1 } }]],
  [66, { a: 1 }, [{ $set: { _id: 5 } }]],
];

test.each(REFUSED)("%i: %j by %j", async (code, before, update, options) => {
  await rows.deleteMany({});
  await rows.insertOne({ _id: 1, ...before });
  const error: unknown = await rows.updateOne({ _id: 1 }, update, options).then(
    () => undefined,
    (refusal: unknown) => refusal,
  );
  expect(error).toBeInstanceOf(MongoServerError);
  expect(error).toMatchObject({ code });
  expect(await rows.findOne({ _id: 1 })).toEqual({
    _id: 1,
    ...before,
    ...(before["a"] instanceof Long ? { a: expect.anything() } : {}),
  });
});

test("each operator and modifier does what the manual says", async () => {
  expect(await after({ a: [3, 1] }, { $push: { a: { $each: [2, 5], $sort: -1, $slice: 3 } } })).toEqual({
    a: [5, 3, 2],
  });
  expect(await after({ a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } })).toEqual({ a: [1, 9, 2] });
  expect(await after({ a: [{ x: 2 }, { x: 1 }] }, { $push: { a: { $each: [], $sort: { x: 1 } } } })).toEqual({
    a: [{ x: 1 }, { x: 2 }],
  });
  expect(await after({ a: [1, 2, 3] }, { $push: { a: { $each: [4], $slice: 0 } } })).toEqual({ a: [] });
  expect(await after({ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } })).toEqual({ a: [1, 2] });
  expect(await after({ a: [1, 5, 8] }, { $pull: { a: { $gte: 5 } } })).toEqual({ a: [1] });
  expect(await after({ a: [{ x: 1, y: 2 }, { x: 1 }] }, { $pull: { a: { x: 1, y: 2 } } })).toEqual({ a: [{ x: 1 }] });
  expect(await after({ a: 1 }, { $mul: { b: 5, a: 2.5 } })).toEqual({ a: 2.5, b: 0 });
  expect(await after({ a: "x" }, { $max: { a: 5 } })).toEqual({ a: "x" });
  expect(await after({ a: "x" }, { $min: { a: 5 } })).toEqual({ a: 5 });
  expect(await after({ a: 13 }, { $bit: { a: { and: 7, or: 8 } } })).toEqual({ a: 13 });
  expect(await after({ a: { b: 1 } }, { $rename: { "a.b": "c.d" } })).toEqual({ a: {}, c: { d: 1 } });
  expect(await after({}, { $currentDate: { at: true, stamp: { $type: "timestamp" } } })).toMatchObject({
    at: expect.any(Date),
  });
  const grades = {
    a: [
      { g: 1, s: [1, 2] },
      { g: 5, s: [3] },
    ],
  };
  expect(
    await after(grades, { $inc: { "a.$[high].s.$[]": 10 } }, { arrayFilters: [{ "high.g": { $gt: 2 } }] }),
  ).toEqual({
    a: [
      { g: 1, s: [1, 2] },
      { g: 5, s: [13] },
    ],
  });
  expect(await after({ a: 1, b: 2 }, [{ $set: { c: { $add: ["$a", "$b"] } } }, { $unset: "a" }])).toEqual({
    b: 2,
    c: 3,
  });
});

test("the positional operator stands for the element that the filter met", async () => {
  await rows.deleteMany({});
  await rows.insertOne({ _id: 1, a: [1, 5, 9], b: [{ x: 1 }, { x: 2 }] });
  await rows.updateOne({ a: { $gt: 4 } }, { $set: { "a.$": 0 } });
  await rows.updateOne({ b: { $elemMatch: { x: 2 } } }, { $set: { "b.$.y": true } });
  const bump: Document = { $inc: { "b.$.x": 10 } };
  await rows.updateOne({ "b.x": 1 }, bump);
  expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, a: [1, 0, 9], b: [{ x: 11 }, { x: 2, y: true }] });
});

test("an upsert begins with what the filter fixes; what it fixes twice is refused", async () => {
  await rows.deleteMany({});
  await rows.updateOne(
    { _id: 7, "a.b": { $eq: 1 }, c: { $gt: 5 } },
    { $setOnInsert: { d: 1 }, $set: { e: 2 } },
    { upsert: true },
  );
  expect(await rows.findOne({ _id: 7 })).toEqual({ _id: 7, a: { b: 1 }, d: 1, e: 2 });
  const twice = rows.updateOne({ $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } }, { upsert: true });
  await expect(twice).rejects.toMatchObject({ code: 54 });
  const other = db.collection("rows").replaceOne({ a: { b: 1 } }, { _id: 8 });
  await expect(other).rejects.toMatchObject({ code: 66 });
});

test("a document cannot grow above 16 MB", async () => {
  await rows.deleteMany({});
  await rows.insertOne({ _id: 1, a: "x".repeat(9_000_000) });
  await expect(rows.updateOne({ _id: 1 }, { $set: { b: "x".repeat(9_000_000) } })).rejects.toMatchObject({
    code: 17419,
  });
});

test("a failed validation says what was not satisfied", async () => {
  await db.createCollection("checked", {
    validator: {
      $jsonSchema: {
        title: "a person",
        required: ["name", "age"],
        properties: {
          name: { bsonType: "string", description: "must be a text" },
          age: { bsonType: "int", minimum: 0 },
          tags: { bsonType: "array", items: { enum: ["a", "b"] }, uniqueItems: true },
        },
      },
    },
  });
  const people = db.collection<Row>("checked");
  const details = async (document: Row): Promise<unknown> => {
    const refusal: unknown = await people.insertOne(document).catch((error: unknown) => error);
    if (!(refusal instanceof MongoServerError)) throw new Error("it was not refused");
    expect(refusal.code).toBe(121);
    return refusal.errInfo;
  };
  expect(await details({ _id: 1, name: 5, tags: ["a", "c"] })).toEqual({
    failingDocumentId: 1,
    details: {
      operatorName: "$jsonSchema",
      title: "a person",
      schemaRulesNotSatisfied: [
        { operatorName: "required", specifiedAs: { required: ["name", "age"] }, missingProperties: ["age"] },
        {
          operatorName: "properties",
          propertiesNotSatisfied: [
            {
              propertyName: "name",
              description: "must be a text",
              details: [
                {
                  operatorName: "bsonType",
                  specifiedAs: { bsonType: "string" },
                  reason: "type did not match",
                  consideredValue: 5,
                  consideredType: "int",
                },
              ],
            },
            {
              propertyName: "tags",
              details: [
                {
                  operatorName: "items",
                  reason: "At least one item did not match the sub-schema",
                  itemIndex: 1,
                  details: [
                    {
                      operatorName: "enum",
                      specifiedAs: { enum: ["a", "b"] },
                      reason: "value was not found in enum",
                      consideredValue: "c",
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  });
  await people.insertOne({ _id: 2, name: "ann", age: 3 });
  await expect(people.updateOne({ _id: 2 }, { $set: { age: -1 } })).rejects.toMatchObject({ code: 121 });
  await db.command({ collMod: "checked", validator: { age: { $gt: 5, $lt: 9 } }, validationLevel: "moderate" });
  await people.updateOne({ _id: 2 }, { $set: { age: 4 } });
  expect(await details({ _id: 3, age: 12 })).toEqual({
    failingDocumentId: 3,
    details: {
      operatorName: "$and",
      clausesNotSatisfied: [
        {
          index: 1,
          details: {
            operatorName: "$lt",
            specifiedAs: { age: { $lt: 9 } },
            reason: "comparison failed",
            consideredValue: 12,
          },
        },
      ],
    },
  });
  await db.command({ collMod: "checked", validationAction: "warn" });
  let told = "";
  server.process.stderr.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  await people.insertOne({ _id: 4, age: 1 });
  await expect.poll(() => told, { timeout: 20_000 }).toContain("updates.checked");
});
