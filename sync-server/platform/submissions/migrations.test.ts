import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { submissionSteps } from "./migrations.ts";

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
