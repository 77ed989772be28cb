import type { Document } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { AllSubmissionsOutput, AllSubmissionsQuery } from "#schemas/all-submissions.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { indexSubmissions } from "#server/platform/submissions/submission.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { TestClock } from "#tests/support/app.ts";
import { createLog } from "#server/platform/http/log.ts";
import { SubmissionsQuery } from "#schemas/wallet.ts";
import { listSubmissions, listWaiting } from "./list-submissions.ts";
import { searchAll } from "./search-submissions.ts";
import { indexHousePayments, paymentListIndexes } from "./migrations.ts";

const MINUTE_MS = 60_000;
const BEGUN = Date.UTC(2026, 4, 1);
const MANY = 250;
const [HOUSE, ANA, BEN] = ["H", "A", "B"].map((letter) => `G${letter.repeat(55)}`);
const [HASH, INNER, FORMER] = ["a", "b", "c"].map((digit) => digit.repeat(64));
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "payment_list", 10_000);
  await database.collection("submissions").createIndex({ kind: 1, state: 1 });
  await indexSubmissions(database);
  await database.collection("submissions").createIndex({ userId: 1, id: -1 }, { name: "of_one" });
  for (let run = 0; run < 2; run += 1) await paymentListIndexes.run(database, new Date());
  await indexHousePayments(database);
  await database.collection("submissions").insertMany(Array.from({ length: MANY }, (_, index) => stored(index + 1)));
});
beforeAll(async () => {
  const users = database.collection("users");
  for (const field of ["usernameKey", "uniqueUserIdKey", "email", "claimedEmail"])
    await users.createIndex({ [field]: 1 });
  await users.insertOne({ id: 7, usernameKey: "ana", uniqueUserIdKey: "ana-77", email: "ana@mail.example" });
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

/** Every fifth is the house's, every tenth failed; the others are Ana's, to Ben, but the last one, to herself. A quarter of an hour apart. */
function stored(id: number): Document {
  const isHouse = id % 5 === 0;
  const at = new Date(BEGUN + id * 15 * MINUTE_MS);
  const secret = { envelopeXdr: "SIGNED", source: ANA, sequence: "1", signedAtLedger: 1, maxTime: at, maxLedger: 2 };
  return {
    id,
    userId: isHouse ? 0 : 7,
    idempotencyKey: `key-${id}`,
    kind: isHouse ? "deposit" : "send",
    state: id === 33 ? "ambiguous" : id % 10 === 0 ? "failed" : "confirmed",
    account: isHouse ? HOUSE : ANA,
    steps: [
      { type: "payment", source: ANA, to: id === MANY - 1 ? ANA : BEN, assetCode: "XLM", issuer: "", amount: "70" },
      { type: "payment", source: ANA, to: HOUSE, assetCode: "XLM", issuer: "", amount: "1" },
    ],
    attempt: id === 33 ? { ...secret, hash: HASH, innerHash: INNER } : null,
    formerHashes: id === 33 ? [FORMER] : [],
    cosigning: { key: ANA, signature: "SIGNATURE" },
    seal: "SEAL",
    reason: "",
    ledger: 9,
    ...(id === 1 && { evidence: { operatorId: 3, text: "seen in two explorers", at } }),
    createdAt: at,
    updatedAt: at,
  };
}

function store() {
  return { database, clock: new TestClock(), log: createLog("silent") };
}

/** The numbers of all pages, each as the contract has it. */
async function listed(search: Readonly<Record<string, string>>): Promise<number[]> {
  const ids: number[] = [];
  for (let before: string | undefined = String(MANY + 10); before !== undefined;) {
    const query: AllSubmissionsQuery = v.parse(AllSubmissionsQuery, { ...search, before });
    const { submissions, next }: AllSubmissionsOutput = v.parse(
      AllSubmissionsOutput,
      await listSubmissions(store(), query),
    );
    expect(submissions.length).toBeLessThanOrEqual(100);
    ids.push(...submissions.map(({ id }) => id));
    before = next === null ? undefined : String(next);
  }
  return ids;
}

function numbers(are: (id: number) => boolean = () => true): number[] {
  return Array.from({ length: MANY }, (_, index) => MANY - index).filter((id) => are(id));
}

test("all payments come in pages, the newest first, each once", async () => {
  expect(await listed({})).toEqual(numbers());
  const first = await listSubmissions(store(), v.parse(AllSubmissionsQuery, {}));
  expect(first.submissions.map(({ id }) => id)).toEqual(numbers().slice(0, 100));
  expect(first.next).toBe(MANY - 99);
});

test.each<[Record<string, string>, (id: number) => boolean]>([
  [{ state: "failed" }, (id) => id % 10 === 0],
  [{ kind: "send" }, (id) => id % 5 !== 0],
  [{ kind: "deposit", state: "failed" }, (id) => id % 10 === 0],
  [{ userId: "7" }, (id) => id % 5 !== 0],
  [{ userId: "0" }, (id) => id % 5 === 0],
  [{ userId: "0", kind: "deposit" }, (id) => id % 5 === 0],
  [{ userId: "0", kind: "send" }, () => false],
  [{ userId: "0", state: "failed" }, (id) => id % 10 === 0],
  [{ userId: "0", kind: "deposit", state: "confirmed", from: "2026-05-02" }, (id) => id >= 96 && id % 10 === 5],
  [{ userId: "7", state: "ambiguous" }, (id) => id === 33],
  [{ userId: "7", kind: "deposit" }, () => false],
  [{ exact: "33" }, (id) => id === 33],
  [{ exact: HASH ?? "" }, (id) => id === 33],
  [{ exact: INNER?.toUpperCase() ?? "" }, (id) => id === 33],
  [{ exact: FORMER ?? "" }, (id) => id === 33],
  [{ exact: HASH ?? "", state: "failed" }, () => false],
  // Who pays themselves is there once; whom a fee goes to is not whom one pays.
  [{ exact: ANA ?? "" }, (id) => id % 5 !== 0],
  [{ exact: HOUSE ?? "" }, (id) => id % 5 === 0],
  [{ exact: BEN ?? "" }, (id) => id !== MANY - 1],
  [{ exact: BEN ?? "", userId: "7" }, (id) => id % 5 !== 0 && id !== MANY - 1],
  // Midnight is a day's first moment: 96 quarters of an hour are one.
  // What is typed: a number is a payment's or somebody's, a hash or an address may be its beginning.
  [{ find: "33" }, (id) => id === 33],
  [{ find: "7" }, (id) => id === 7 || id % 5 !== 0],
  [{ find: (HASH ?? "").slice(0, 10) }, (id) => id === 33],
  [{ find: FORMER ?? "" }, (id) => id === 33],
  [{ find: (HASH ?? "").slice(0, 5) }, () => false],
  [{ find: (BEN ?? "").slice(0, 6).toLowerCase() }, (id) => id !== MANY - 1],
  [{ find: ANA ?? "", state: "ambiguous" }, (id) => id === 33],
  [{ find: "aNA" }, (id) => id % 5 !== 0],
  [{ find: "ana@mail.ex", state: "failed" }, () => false],
  [{ find: "Nobody" }, () => false],
  [{ rows: "33,34", state: "ambiguous" }, (id) => id === 33],
  [{ from: "2026-05-02", to: "2026-05-02" }, (id) => id >= 96 && id < 192],
  [{ from: "2026-05-03", kind: "send" }, (id) => id >= 192 && id % 5 !== 0],
  [{ to: "2026-04-30" }, () => false],
])("%j narrows them, through all pages", async (search, isMeant) => {
  expect(await listed(search)).toEqual(numbers(isMeant));
});

test("each way to them is read off an index in the order of its numbers", async () => {
  const submissions = database.collection("submissions");
  const plans: [string, Document][] = [
    ["kind_1_state_1_id_1", { kind: "send", state: { $in: ["confirmed", "failed"] } }],
    ["account_1_id_1", { account: ANA }],
    ["steps.0.to_1_id_1", { "steps.0.to": BEN }],
    ["of_one", { userId: 7 }],
    ["of_house", { userId: 0, kind: "deposit", state: { $in: ["confirmed", "failed"] } }],
    ["state_1_id_1", { state: "failed" }],
  ];
  for (const [hint, found] of plans) {
    const plan = await submissions
      .find({ $and: [found, { id: { $gte: 1, $lt: 200 } }] }, { hint, sort: { id: -1 }, limit: 101 })
      .explain("queryPlanner");
    expect(JSON.stringify(plan["queryPlanner"].winningPlan), hint).not.toMatch(/"stage":"SORT"|COLLSCAN/);
  }
  expect(await submissions.indexExists("kind_1_state_1")).toBe(false);
});

test("what waits comes the oldest first, and is searched in all of it", async () => {
  const waiting = async (search: object) =>
    (await listWaiting(store(), v.parse(SubmissionsQuery, search))).submissions.map(({ id }) => id);
  expect(await waiting({})).toEqual([33]);
  for (const find of ["33", "7", HASH, BEN, "ana", "aaaa bbbb"]) expect(await waiting({ find }), find).toEqual([33]);
  for (const find of ["34", "nobody", FORMER?.slice(1)]) expect(await waiting({ find }), find).toEqual([]);
  expect(await waiting({ show: "held" })).toEqual([]);
});

test("what is typed reads no payments but those it finds, in the order of their numbers where they are many", async () => {
  for (const find of [(HASH ?? "").slice(0, 10), "33", (BEN ?? "").slice(0, 6), "ana"]) {
    const { collection, within, ways } = await searchAll(store(), v.parse(AllSubmissionsQuery, { find }));
    for (const { hint, found } of ways) {
      const cursor = collection.find({ $and: [found, within] }, { hint, sort: { id: -1 }, limit: 101 });
      const { queryPlanner, executionStats }: Document = await cursor.explain("executionStats");
      const plan = JSON.stringify(queryPlanner.winningPlan);
      expect(plan, `${find} ${hint}`).not.toContain("COLLSCAN");
      if (!hint.toLowerCase().includes("hash")) expect(plan, `${find} ${hint}`).not.toContain(`"stage":"SORT"`);
      expect(executionStats.totalDocsExamined, `${find} ${hint}`).toBeLessThanOrEqual(executionStats.nReturned + 1);
    }
  }
});

test("nothing that was signed is told, and what an operator knew is", async () => {
  const whole = await listSubmissions(store(), v.parse(AllSubmissionsQuery, { exact: "33" }));
  expect(whole.submissions[0]).toMatchObject({ hash: HASH, innerHash: INNER, to: BEN, amount: "0.0000070" });
  expect(JSON.stringify(whole)).not.toMatch(/SIGNED|SIGNATURE|SEAL|key-33/);
  const [settled] = (await listSubmissions(store(), v.parse(AllSubmissionsQuery, { exact: "1" }))).submissions;
  expect(settled?.evidence).toEqual({ operatorId: 3, text: "seen in two explorers" });
});

test("what is neither a number nor a whole hash or address is refused before anything is read", () => {
  for (const exact of ["ana", "a".repeat(63), "GA", "-1", "1.5", "0", ".*"])
    expect(v.safeParse(AllSubmissionsQuery, { exact }).success, exact).toBe(false);
  for (const search of [{ kind: "steal" }, { state: "gone" }, { userId: "-1" }, { before: "x" }, { from: "today" }])
    expect(v.safeParse(AllSubmissionsQuery, search).success, JSON.stringify(search)).toBe(false);
});
