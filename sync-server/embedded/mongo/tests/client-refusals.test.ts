import { Long, UUID } from "mongodb";
import type { Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { RawClient } from "./raw-client.ts";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const folder = temporaryFolder();
const before = [{ _id: 1, a: 1 }];
let server: TestServer;
let client: MongoClient;
let raw: RawClient;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
  raw = new RawClient(server.port);
});
afterAll(async () => {
  raw.close();
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});
beforeEach(async () => {
  await client.db("shop").dropDatabase();
  await raw.command({ insert: "items", documents: before, $db: "shop" });
});

async function codeOf(command: Document): Promise<number> {
  const { code, writeErrors, cursor } = await raw.command({ ...command, $db: command["$db"] ?? "shop" });
  return code ?? writeErrors?.[0]?.code ?? cursor?.firstBatch?.[0]?.code ?? 0;
}

const change = { $set: { a: 2 } };
const aggregate = { aggregate: "items", pipeline: [{ $set: { a: 2 } }, { $out: "items" }] };
const remove = { delete: "items", deletes: [{ q: {}, limit: 1 }] };
const insert = { insert: "items", documents: [{ _id: 2 }] };
const bulk = { bulkWrite: 1, $db: "admin", nsInfo: [{ ns: "shop.items" }] };
const lsid = { id: new UUID() };

test.for<[string, Document, number]>([
  ["an option of an insert that there is not", { ...insert, order: true }, 40415],
  ["an option of an update", { update: "items", updates: [{ q: {}, u: change }], order: true }, 40415],
  ["an option of a delete", { ...remove, order: true }, 40415],
  ["an option of a pipeline", { ...aggregate, cursor: {}, dryRun: true }, 40415],
  ["an option of its cursor", { ...aggregate, cursor: { size: 1 } }, 40415],
  ["an option of a bulk", { ...bulk, ops: [{ delete: 0, filter: {} }], order: true }, 40415],
  ["an option within a bulk", { ...bulk, ops: [{ insert: 0, document: {}, multi: true }] }, 40415],
  ["an option of new indexes", { createIndexes: "items", indexes: [{ key: { a: 1 }, name: "a" }], wait: 1 }, 40415],
  ["an option of a dropped index", { dropIndexes: "items", index: "*", dryRun: true }, 40415],
  ["an update without a filter", { update: "items", updates: [{ u: change }] }, 40414],
  ["a delete without a filter", { delete: "items", deletes: [{ limit: 0 }] }, 40414],
  ["a delete whose filter is null", { delete: "items", deletes: [{ q: null, limit: 0 }] }, 14],
  ["a delete of two", { delete: "items", deletes: [{ q: {}, limit: 2 }] }, 9],
  ["a delete in bulk without a filter", { ...bulk, ops: [{ delete: 0 }] }, 40414],
  ["an update in bulk without a filter", { ...bulk, ops: [{ update: 0, updateMods: change }] }, 40414],
  ["an insert in bulk without a document", { ...bulk, ops: [{ insert: 0 }] }, 40414],
  ["a flag that is a text", { update: "items", updates: [{ q: {}, u: change, upsert: "no" }] }, 14],
  ["an index that is unique in words", { createIndexes: "items", indexes: [{ key: { a: 1 }, unique: "yes" }] }, 14],
  ["a pipeline without a cursor", aggregate, 9],
  ["a write concern that is none", { ...insert, writeConcern: 1 }, 14],
  ["a write concern with an option there is not", { ...insert, writeConcern: { w: 1, journal: true } }, 9],
  ["a write concern of less than no server", { ...insert, writeConcern: { w: -1 } }, 9],
  ["a number without a session", { ...insert, txnNumber: Long.fromNumber(1) }, 72],
  ["a transaction that commits by itself", { ...insert, lsid, txnNumber: Long.fromNumber(1), autocommit: true }, 72],
  ["a start without a transaction", { ...insert, lsid, txnNumber: Long.fromNumber(1), startTransaction: true }, 72],
  ["a transaction without a number", { ...insert, lsid, autocommit: false }, 72],
])("%s is refused, and nothing is written", async ([, command, code]) => {
  expect(await codeOf(command)).toBe(code);
  expect(await client.db("shop").collection("items").find().toArray()).toEqual(before);
  expect(await client.db("shop").collection("items").indexes()).toHaveLength(1);
});

test("a plan that is asked for in the pipeline's own command is told, and nothing is run", async () => {
  const reply = await raw.command({ ...aggregate, explain: true, $db: "shop" });
  expect(reply["queryPlanner"]).toMatchObject({ winningPlan: { stage: "COLLSCAN" } });
  expect(await client.db("shop").collection("items").find().toArray()).toEqual(before);
});

test("a write concern of a name that nobody knows is said to be unmet", async () => {
  const reply = await raw.command({ ...insert, writeConcern: { w: "everyone" }, $db: "shop" });
  expect(reply).toMatchObject({ n: 1, ok: 1, writeConcernError: { code: 79, codeName: "UnknownReplWriteConcern" } });
});

test("a document that could not be shown is not written", async () => {
  const items = client.db("shop").collection<{ _id: number; a?: number }>("items");
  const after = { returnDocument: "after" } as const;
  const mixed = { projection: { a: 1, b: 0 } };
  const failing = { projection: { share: { $divide: [1, { $subtract: ["$a", 2] }] } } };
  await expect(items.findOneAndUpdate({ _id: 1 }, change, mixed)).rejects.toMatchObject({ code: 31254 });
  await expect(items.findOneAndUpdate({ _id: 1 }, change, { ...after, ...failing })).rejects.toMatchObject({ code: 2 });
  const upserting = items.findOneAndUpdate({ _id: 2 }, change, { ...after, ...failing, upsert: true });
  await expect(upserting).rejects.toMatchObject({ code: 2 });
  expect(await items.find().toArray()).toEqual(before);
});
