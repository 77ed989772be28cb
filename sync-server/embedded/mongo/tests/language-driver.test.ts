import type { Db, MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, removeFolder, startServer, stopServer, temporaryFolder } from "./start-server.ts";
import type { TestServer } from "./start-server.ts";

const folder = temporaryFolder();
let server: TestServer;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  server = await startServer(folder);
  client = await connect(server);
  db = client.db("language");
  await db.collection<{ _id: number; team: string; points: number }>("scores").insertMany([
    { _id: 1, team: "a", points: 3 },
    { _id: 2, team: "b", points: 5 },
    { _id: 3, team: "a", points: 4 },
  ]);
});

afterAll(async () => {
  await client.close();
  await stopServer(server);
  removeFolder(folder);
});

test("windows, gaps and scripts over the wire", async () => {
  const scores = db.collection("scores");
  const ranked = await scores
    .aggregate([
      {
        $setWindowFields: {
          partitionBy: "$team",
          sortBy: { points: -1 },
          output: { rank: { $rank: {} }, total: { $sum: "$points", window: { documents: ["unbounded", "current"] } } },
        },
      },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  expect(ranked.map(({ rank, total }) => [rank, total])).toEqual([
    [2, 7],
    [1, 5],
    [1, 4],
  ]);
  const dense = await scores
    .aggregate([
      { $densify: { field: "_id", range: { step: 1, bounds: [1, 6] } } },
      { $fill: { output: { team: { value: "?" } } } },
    ])
    .toArray();
  expect(dense.map(({ team }) => team)).toEqual(["a", "b", "a", "?", "?"]);
  const doubled = { $function: { body: "function (n) { return n * 2; }", args: ["$points"], lang: "js" } };
  expect(await scores.find({ $expr: { $gt: [doubled, 7] } }).toArray()).toHaveLength(2);
  expect(await scores.find({ $where: "this.team == 'a'" }).toArray()).toHaveLength(2);
});

test("a lookup's variables reach its pipeline, missing ones too", async () => {
  const rows = await db
    .collection("scores")
    .aggregate([
      {
        $lookup: {
          from: "scores",
          let: { mine: "$points", none: "$nothing" },
          pipeline: [{ $match: { $expr: { $gt: ["$points", "$$mine"] } } }, { $set: { none: "$$none" } }],
          as: "better",
        },
      },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  expect(rows.map(({ better }) => better.map((row: { _id: number }) => row._id).toSorted())).toEqual([[2, 3], [], [2]]);
});

test("pipelines without a collection, and stages in the wrong place", async () => {
  expect(await db.aggregate([{ $documents: [{ x: 1 }] }, { $set: { y: { $add: ["$x", 1] } } }]).toArray()).toEqual([
    { x: 1, y: 2 },
  ]);
  await expect(db.aggregate([{ $match: {} }]).toArray()).rejects.toMatchObject({ code: 73 });
  await expect(
    db
      .collection("scores")
      .aggregate([{ $documents: [] }])
      .toArray(),
  ).rejects.toMatchObject({ code: 73 });
  await expect(
    db
      .collection("scores")
      .aggregate([{ $out: "x" }, { $match: {} }])
      .toArray(),
  ).rejects.toMatchObject({
    code: 40601,
  });
});

test("$merge and $out write what a pipeline computes", async () => {
  const scores = db.collection("scores");
  await scores.aggregate([{ $group: { _id: "$team", best: { $max: "$points" } } }, { $out: "best" }]).toArray();
  await scores
    .aggregate([
      { $group: { _id: "$team", total: { $sum: "$points" } } },
      { $merge: { into: "best", whenMatched: [{ $set: { sum: { $add: ["$best", "$$new.total"] } } }] } },
    ])
    .toArray();
  await scores
    .aggregate([
      { $match: { _id: 3 } },
      { $project: { _id: "$team", points: 1 } },
      {
        $merge: {
          into: { db: "language", coll: "best" },
          on: "_id",
          let: { extra: "$points" },
          whenMatched: [{ $set: { sum: { $add: ["$sum", "$$extra"] } } }],
          whenNotMatched: "discard",
        },
      },
    ])
    .toArray();
  const wrong = (merge: object): Promise<unknown> => scores.aggregate([{ $merge: merge }]).toArray();
  await expect(wrong({ into: "best", on: "team" })).rejects.toMatchObject({ code: 51183 });
  await expect(wrong({ into: "best", whenMatched: "nope" })).rejects.toMatchObject({ code: 2 });
  await expect(wrong({ into: "best", whenever: 1 })).rejects.toMatchObject({ code: 40415 });
  expect(await db.collection("best").find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: "a", best: 4, sum: 15 },
    { _id: "b", best: 5, sum: 10 },
  ]);
});
