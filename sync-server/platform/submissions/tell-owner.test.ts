import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationWords } from "#schemas/notification-words.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { tellOwner } from "./tell-owner.ts";

const clock = { now: () => new Date() };
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "tell-owner", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

async function told(id: number, from: "ambiguous" | "submitted" | "held", reason: string): Promise<string> {
  const steps = [{ type: "payment", source: "GA", to: "GB", ...NATIVE, amount: "10000000" } as const];
  const failed = { id, userId: id, kind: "send", state: "failed", steps, reason, rebuilds: 0 } as const;
  await database.transaction((session) => tellOwner({ database, clock }, session, from, failed));
  const row = await database.collection("notifications").findOne({ userId: id });
  const [kind, detail] = [String(row?.["kind"]), String(row?.["detail"])];
  const facts = { kind, assetCode: "XLM", amount: "1.0000000", party: "GB", detail };
  return notificationWords(facts, { ...wordsIn("en"), amount: () => null, party: (address) => address }).body;
}

test("an operator's evidence is not told to the payment's owner", async () => {
  const evidence = "operator 7: ticket 4711, seen on the other node";
  expect(await told(1, "ambiguous", evidence)).toBe("We looked into it: the money was not sent.");
});

test("what the network said, and why an operator refused a held payment, is", async () => {
  expect(await told(2, "submitted", "the receiver does not exist")).toBe("the receiver does not exist");
  expect(await told(3, "held", "Please call us.")).toBe("Please call us.");
});
