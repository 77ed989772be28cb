import { afterAll, beforeAll, expect, test } from "vitest";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { owedToSuspense, settleSuspense, suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { submissionCollection, type SubmissionDocument } from "./submission.ts";
import { insertSubmission } from "./insert-submission.ts";
import { advanceOpen } from "./worker.ts";

const AMOUNT = "70000000";
let world: World;
let from: string;
let to: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  [from, to] = [await world.wallet(1), await world.wallet(2)];
});
afterAll(() => world.stop());

/** A payment of which a copy is on its way, while the database says that it is settled as something else. */
async function sentAnd(fields: object, amount = AMOUNT): Promise<number> {
  made += 1;
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: 1,
      idempotencyKey: `key-${made}`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount }],
      memo: "",
      holds: [{ ...NATIVE, amount }],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await advanceOpen(world.deps);
  await submissionCollection(world.database).updateOne({ id }, { $set: fields });
  await accountCollection(world.database).updateOne({ _id: from }, { $set: { inFlight: null } });
  return id;
}

async function foldedAs(id: number): Promise<SubmissionDocument | null> {
  await world.close();
  await world.ingest();
  return submissionCollection(world.database).findOne({ id });
}

function issueOf(id: number) {
  return world.database
    .collection("system_issues")
    .findOne({ checkId: "submission-contradicted", subject: String(id) });
}

function toldOf(kind: string) {
  return world.database.collection("notifications").countDocuments({ userId: 1, kind });
}

test("what was settled as failed, and a ledger holds, is a critical issue with the amount, and its owner is told", async () => {
  const before = BigInt((await accountCollection(world.database).findOne({ _id: to }))?.balance ?? "0");
  const id = await sentAnd({ state: "failed", isReserving: false });
  expect(await foldedAs(id)).toMatchObject({ state: "failed", foundAs: "confirmed" });
  const issue = await issueOf(id);
  expect(issue).toMatchObject({ severity: "critical", occurrences: 1 });
  expect(issue?.["description"]).toContain("7 XLM");
  const told = wordsIn("en").said(String(issue?.["description"]));
  expect(told).toContain(`Payment ${id} of ${from} is failed here, but ledger`);
  expect(await toldOf("payment-confirmed")).toBe(1);
  const after = BigInt((await accountCollection(world.database).findOne({ _id: to }))?.balance ?? "0");
  expect(after - before).toBe(BigInt(AMOUNT));
});

test("what was settled as confirmed, and a ledger holds as failed, is one as well", async () => {
  const id = await sentAnd({ state: "confirmed", ledger: 1 }, "999999999999999999");
  expect(await foldedAs(id)).toMatchObject({ state: "confirmed", foundAs: "failed", isReserving: false });
  expect(await issueOf(id)).toMatchObject({ severity: "critical" });
  expect(await toldOf("payment-failed")).toBe(1);
});

test("an envelope that was given up, and is in a ledger after all, is one as well", async () => {
  const id = await sentAnd({ state: "failed" });
  const hash = (await submissionCollection(world.database).findOne({ id }))?.attempt?.hash ?? "";
  await submissionCollection(world.database).updateOne({ id }, { $set: { attempt: null, formerHashes: [hash] } });
  await foldedAs(id);
  expect(await issueOf(id)).toMatchObject({ metadata: { hash, isSuccessful: true } });
});

test("a payment that goes as expected raises nothing", async () => {
  const id = await sentAnd({});
  expect(await foldedAs(id)).toMatchObject({ state: "confirmed" });
  expect(await issueOf(id)).toBe(null);
});

test("what a ledger paid after all is not paid once more out of suspense", async () => {
  const id = await sentAnd({ state: "failed", isReserving: false });
  const { database } = world;
  const item = { id: 6, operationId: "1", account: to, amount: "5", ...NATIVE, isSettled: false, version: 1 };
  await suspenseCollection(database).insertOne({
    ...item,
    from,
    to,
    memo: "",
    ledger: 1,
    hash: "",
    arrivedAt: new Date(),
    state: "claimed",
    userId: 1,
    decidedBy: 1,
    decidedAt: new Date(),
    submissionId: id,
    attempts: 1,
  });
  expect(await owedToSuspense(database, [to], null)).toHaveLength(1);
  await foldedAs(id);
  expect(await owedToSuspense(database, [to], null)).toEqual([]);
  await settleSuspense(database);
  expect(await suspenseCollection(database).findOne({ id: 6 })).toMatchObject({ isSettled: true });
});
