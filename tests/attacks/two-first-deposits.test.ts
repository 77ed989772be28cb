import { MongoServerError } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";

import { declareDeposit } from "#server/deposits/declare-deposit.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { takeDeposits } from "#tests/support/seals.ts";

const PEOPLE = 4;
const ROUNDS = 8;
let app: TestApp;
let people: TestUser[];

beforeAll(async () => {
  app = await startTestApp();
  people = await Promise.all(Array.from({ length: PEOPLE }, () => aUser(app)));
  const settings = {
    recipient: "$astrolabe",
    xlmRate: "8.5",
    secondAbove: "500",
    rateTolerance: "3",
    minAmount: null,
    maxAmount: null,
  };
  await takeDeposits(app.database, settings);
  for (const { user } of people)
    await eventually(() => accountCollection(app.database).findOne({ userId: user.id }), 20_000);
}, 60_000);
afterAll(() => app.stop());

async function call(user: TestUser, method: "POST" | "PUT", url: string, payload: object) {
  const response = await app.server.inject({ method, url, headers: { cookie: user.cookie }, payload });
  return { status: response.statusCode, body: response.json() };
}

function declare(user: TestUser, cashAppTransactionId: string) {
  return call(user, "POST", "/api/deposits", { amount: "1", cashAppUsername: "maria", cashAppTransactionId });
}

test("who names another's transaction id at the same moment spoils neither declaration", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `STOLEN-${round}`;
    await forgetAll();
    const answers = await Promise.all(people.map((person) => declare(person, id)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(await app.database.collection("cash_app_deposits").countDocuments({ cashAppTransactionId: id })).toBe(
      PEOPLE,
    );
    expect(await app.database.collection("cashapp_payments").countDocuments({ transactionId: id })).toBe(1);
  }
}, 60_000);

test("one's own declaration made twice at once is one deposit, the very first of the day the house opened, too", async () => {
  const [person] = people;
  if (!person) throw new Error("nobody there");
  for (let round = 0; round < ROUNDS; round += 1) {
    await forgetAll();
    const answers = await Promise.all(Array.from({ length: 4 }, () => declare(person, `TWICE-${round}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  }
}, 60_000);

test("where the database finds another's first, who came second is answered as if it had come later", async () => {
  const [person] = people;
  if (!person) throw new Error("nobody there");
  const duplicate = new MongoServerError({ message: "E11000 duplicate key error", code: 11_000 });
  let failures = 1;
  const database: Database = {
    ...app.database,
    transaction: async (work) => {
      const done = await app.database.transaction(work);
      // It was there all the same: the other one's.
      if (failures-- > 0) throw duplicate;
      return done;
    },
  };
  const named = { cashAppUsername: "$maria", cashAppTransactionId: "SECOND-1" };
  const input = { methodName: "cashapp" as const, amount: "1.0000000", ...named };
  const deposit = await declareDeposit({ ...app.runtime, database }, person.user.id, input);
  expect(deposit).toMatchObject({ status: "pending", cashAppTransactionId: "SECOND-1" });
  expect(await app.database.collection("cash_app_deposits").countDocuments({ cashAppTransactionId: "SECOND-1" })).toBe(
    1,
  );
});

/** As if nobody had ever declared anything: nothing that counts is there yet. */
async function forgetAll(): Promise<void> {
  const { database } = app;
  const collections = ["cash_app_deposits", "cashapp_payments", "deposits"];
  for (const name of [...collections, "attempt_windows"]) await database.collection(name).deleteMany({});
  await database.collection<{ _id: string }>("counters").deleteMany({ _id: { $in: collections } });
  await database.collection<{ _id: string }>("sync_revisions").deleteMany({ _id: /^deposits:/ });
}
