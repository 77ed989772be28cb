import { DBRef, MongoServerError } from "mongodb";
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
  db = client.db("dollars");
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
  return rows.findOne({ _id: 1 }, { projection: { _id: 0 } });
}

async function refusal(promise: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MongoServerError)) throw new Error("nothing was refused");
  return { code: error.code, message: error.message };
}

const PULLED: [condition: Document, left: unknown[]][] = [
  [{ $or: [{ x: 1 }, { y: 2 }] }, [{ x: 3, y: 3 }, 7]],
  [{ $and: [{ x: 1 }, { y: 1 }] }, [{ x: 5, y: 2 }, { x: 3, y: 3 }, 7]],
  [{ $nor: [{ x: 1 }, { x: 3 }] }, [{ x: 1, y: 1 }, { x: 3, y: 3 }, 7]],
  [{ $or: [{ x: { $gt: 4 } }, { $and: [{ x: 1 }, { y: 1 }] }] }, [{ x: 3, y: 3 }, 7]],
  [{ y: { $gt: 1 }, $or: [{ x: 5 }, { x: 9 }] }, [{ x: 1, y: 1 }, { x: 3, y: 3 }, 7]],
  [{}, [7]],
];

test.each(PULLED)("$pull takes the documents that meet %j", async (condition, left) => {
  const a = [{ x: 1, y: 1 }, { x: 5, y: 2 }, { x: 3, y: 3 }, 7];
  expect(await after({ a }, { $pull: { a: condition } })).toEqual({ a: left });
});

test("$pull asks an inner list's elements, and takes DBRefs by their parts", async () => {
  expect(await after({ a: [[1, 9], [2], 3, 8] }, { $pull: { a: { $gt: 7 } } })).toEqual({ a: [[2], 3] });
  expect(await after({ a: [[{ x: 1 }], [{ x: 2 }]] }, { $pull: { a: { $elemMatch: { x: 1 } } } })).toEqual({
    a: [[{ x: 2 }]],
  });
  const refs = [new DBRef("people", 1 as never), new DBRef("people", 2 as never)];
  expect(await after({ refs }, { $pull: { refs: { $id: 1 } } })).toEqual({ refs: [refs[1]] });
});

const PULL_REFUSED: [code: number, message: string, condition: Document][] = [
  [2, "unknown top level operator: $not. If you are trying to negate an entire expression, use $nor.", { $not: {} }],
  [224, "$expr is not allowed in this context", { $expr: true }],
  [224, "$expr is not allowed in this context", { $or: [{ x: 1 }, { $and: [{ $expr: true }] }] }],
  [224, "$jsonSchema is not allowed in this context", { x: 1, $jsonSchema: {} }],
  [2, "$where is not allowed in this context", { $where: "true" }],
  [2, "$text is not allowed in this context", { $text: { $search: "x" } }],
  [2, "$and/$or/$nor must be a nonempty array", { $or: [] }],
];

test.each(PULL_REFUSED)("%i %s: $pull by %j", async (code, message, condition) => {
  await rows.deleteMany({});
  await rows.insertOne({ _id: 1, a: [{ x: 1 }] });
  expect(await refusal(rows.updateOne({ _id: 1 }, { $pull: { a: condition } } as Document))).toEqual({ code, message });
  expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, a: [{ x: 1 }] });
});

test("below the top, a field's name may begin with a dollar", async () => {
  expect(await after({ preferences: { $each: 1 } }, { $set: { "preferences.$each": 42 } })).toEqual({
    preferences: { $each: 42 },
  });
  expect(await after({ a: {} }, { $set: { a: { $each: "42" } } })).toEqual({ a: { $each: "42" } });
  expect(await after({}, { $set: { "a.$b.$c": 1 }, $inc: { "n.$by": 2 } })).toEqual({
    a: { $b: { $c: 1 } },
    n: { $by: 2 },
  });
  expect(await after({ $top: { x: 1 } }, { $set: { "$top.x": 2 } })).toEqual({ $top: { x: 2 } });
  expect(await after({ $top: 1, x: 1 }, { $unset: { $top: "" } })).toEqual({ x: 1 });
});

test("at the top, a name with a dollar comes by an insert or an upsert, or stays as it is", async () => {
  await rows.deleteMany({});
  await rows.updateOne({ _id: 1 }, { $set: { $myKey: "first" } }, { upsert: true });
  expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, $myKey: "first" });
  expect(await rows.updateOne({ _id: 1 }, { $set: { $myKey: "first" } })).toMatchObject({ modifiedCount: 0 });
  await rows.replaceOne({ _id: 2 }, { a: 1, $b: 2 } as Document, { upsert: true });
  expect(await rows.findOne({ _id: 2 })).toEqual({ _id: 2, a: 1, $b: 2 });
  expect(
    await after({}, { $set: { $ref: "people", $id: 5 } }).then(
      () => "stored",
      (error: unknown) => (error instanceof MongoServerError ? error.message : "other"),
    ),
  ).toBe("Found $id field without a $ref before it, which is invalid.");
});

const REPLACE =
  "is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.";
const NAMES_REFUSED: [code: number, message: string, before: Document, update: Document][] = [
  [52, `The dollar ($) prefixed field '$myKey' in '$myKey' ${REPLACE}`, { $myKey: 1 }, { $set: { $myKey: 2 } }],
  [52, `The dollar ($) prefixed field '$new' in '$new' ${REPLACE}`, {}, { $set: { "$new.x": 2 } }],
  [52, `The dollar ($) prefixed field '$set' in '$set' ${REPLACE}`, {}, { $set: { $set: { a: 1 } } }],
  [52, `The dollar ($) prefixed field '$n' in '$n' ${REPLACE}`, { $n: [1] }, { $push: { $n: 2 } }],
  [52, `The dollar ($) prefixed field '$b' in '$b' ${REPLACE}`, { a: 1 }, { $rename: { a: "$b" } }],
  [55, "Found $db field without a $id before it, which is invalid.", {}, { $set: { $db: "x" } }],
  [55, "The DBRef $ref field must be followed by a $id field", {}, { $set: { $ref: "x" } }],
  [55, "The DBRef $ref field must be a String, not a int", {}, { $set: { $ref: 5 } }],
  [2, "Cannot have positional (i.e. '$') element in the first position in path '$'", { a: 1 }, { $set: { $: 1 } }],
  [2, "Too many positional (i.e. '$') elements found in path 'a.$.b.$'", { a: 1 }, { $set: { "a.$.b.$": 1 } }],
  [
    2,
    "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '$[]'",
    { a: 1 },
    { $set: { "$[]": 1 } },
  ],
];

test.each(NAMES_REFUSED)("%i %s", async (code, message, before, update) => {
  await rows.deleteMany({});
  await rows.insertOne({ _id: 1, ...before });
  expect(await refusal(rows.updateOne({ _id: 1 }, update))).toEqual({ code, message });
  expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1, ...before });
});

test("$elemMatch looks into DBRefs by their parts, and by what stands beside them", async () => {
  await rows.deleteMany({});
  const [first, second] = [new DBRef("people", 1 as never), new DBRef("towns", 2 as never, "other")];
  await rows.insertMany([
    { _id: 1, members: [first, second] },
    { _id: 2, members: [second] },
    { _id: 3, members: [{ $ref: "towns", $id: 1, since: 5 }] },
  ] as Document[] as Row[]);
  const found = async (condition: Document): Promise<number[]> =>
    (
      await rows
        .find({ members: { $elemMatch: condition } })
        .sort({ _id: 1 })
        .toArray()
    ).map((row) => row._id);
  expect(await found({ $id: 1 })).toEqual([1, 3]);
  expect(await found({ $id: 1, $ref: "people" })).toEqual([1]);
  expect(await found({ $ref: "towns", $id: 2 })).toEqual([1, 2]);
  expect(await found({ $db: "other" })).toEqual([1, 2]);
  expect(await found({ $ref: "towns", since: { $gt: 4 } })).toEqual([3]);
  expect(await found({ since: 5, $id: 1 })).toEqual([3]);
  expect(await found({ $or: [{ $id: 2 }, { since: 5 }] })).toEqual([1, 2, 3]);
  expect(await found({ $id: { $gt: 0 } })).toEqual([]);
  expect(await rows.countDocuments({ "members.$id": { $gt: 1 } })).toBe(2);
  expect(await rows.countDocuments({ members: { $ref: "towns", $id: 2, $db: "other" } })).toBe(2);
  expect(await refusal(rows.findOne({ members: { $id: 1 } }))).toEqual({ code: 2, message: "unknown operator: $id" });
  expect(await refusal(rows.findOne({ members: { $in: [{ $ref: "towns" }] } }))).toEqual({
    code: 2,
    message: "cannot nest $ under $in",
  });
});
