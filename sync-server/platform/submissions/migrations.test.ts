import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { submissionIndexes, submissionSteps } from "./migrations.ts";

const clock = { now: () => new Date() };
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "submission_migrations", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

const common = { assetCode: "USD", issuer: "GISSUER", to: "GBEN", amount: "70", memo: "rent" };

test("payments of the first form become steps and keep back what they kept back", async () => {
  await database.collection<{ _id: string }>("accounts").insertOne({ _id: "GANA" });
  await database.collection("submissions").insertMany([
    { id: 1, account: "GANA", fee: "100", payment: { ...common, operation: "payment" }, attempt: { hash: "aa" } },
    {
      id: 2,
      account: "GANA",
      fee: "200",
      payment: { to: "GNEW", amount: "90", memo: "", operation: "create_account", assetCode: "XLM", issuer: "" },
      attempt: null,
    },
  ]);
  await migrate(database, [submissionSteps], clock);
  const migrated = await database
    .collection("submissions")
    .find({}, { sort: { id: 1 }, projection: { _id: 0 } })
    .toArray();
  expect(migrated).toEqual([
    {
      id: 1,
      account: "GANA",
      fee: "100",
      attempt: { hash: "aa", source: "GANA", innerHash: null },
      kind: "send",
      steps: [{ type: "payment", source: "GANA", to: "GBEN", assetCode: "USD", issuer: "GISSUER", amount: "70" }],
      memo: "rent",
      holds: [
        { assetCode: "USD", issuer: "GISSUER", amount: "70" },
        { assetCode: "XLM", issuer: "", amount: "100" },
      ],
      feePayer: null,
      viaChannel: false,
    },
    expect.objectContaining({
      id: 2,
      attempt: null,
      steps: [{ type: "create_account", source: "GANA", to: "GNEW", amount: "90" }],
      holds: [
        { assetCode: "XLM", issuer: "", amount: "90" },
        { assetCode: "XLM", issuer: "", amount: "200" },
      ],
    }),
  ]);
  expect(await database.collection("accounts").findOne({})).toMatchObject({ role: "wallet" });
});

test("what already waited for its owner is due when its bounds pass, and at once where the signature came back", async () => {
  const maxTime = new Date("2026-01-02T00:00:00Z");
  const waiting = { state: "awaiting-signature", attempt: { maxTime }, userId: 1 };
  await database.collection("submissions").deleteMany({});
  await database.collection("submissions").insertMany([
    { id: 1, ...waiting, idempotencyKey: "a", cosigning: { key: "G", signature: null } },
    { id: 2, ...waiting, idempotencyKey: "b", cosigning: { key: "G", signature: "c2ln" } },
    { id: 3, ...waiting, idempotencyKey: "c", state: "created" },
  ]);
  for (let run = 0; run < 2; run += 1) await submissionIndexes.run(database, clock.now());
  const found = await database
    .collection("submissions")
    .find({}, { sort: { id: 1 } })
    .toArray();
  expect(found.map((submission) => submission["dueAt"])).toEqual([maxTime, new Date(0), undefined]);
});

test("what is due, and what is claimed, is found by an index", async () => {
  const accounts = database.collection<{ _id: string }>("accounts");
  const stageOf = async (plan: Promise<Record<string, unknown>>) => JSON.stringify((await plan)["queryPlanner"]);
  const due = { state: "awaiting-signature", dueAt: { $lte: clock.now() } };
  expect(await stageOf(database.collection("submissions").find(due).explain())).toContain("dueAt_1");
  const sent = { userId: 1, kind: "send", createdAt: { $gt: clock.now() } };
  expect(await stageOf(database.collection("submissions").find(sent).explain())).toContain("userId_1_createdAt_-1");
  expect(await stageOf(accounts.find({ inFlight: { $gt: 0 } }).explain())).toContain("inFlight_1");
  expect(await stageOf(accounts.find({ inFlight: 7 }).explain())).toContain("inFlight_1");
  const free = { role: "channel", exists: true, inFlight: { $in: [null, 7] } };
  expect(await stageOf(accounts.find(free).explain())).toContain("role_1_inFlight_1");
});
