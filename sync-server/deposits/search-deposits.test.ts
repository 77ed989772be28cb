import type { Document } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import {
  DecidedDepositsOutput,
  DecidedDepositsQuery,
  DepositQueueOutput,
  DepositQueueQuery,
} from "#schemas/deposits.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { sealUserNamesAtFirst } from "#server/users/index.ts";
import { listDecided, listOpen } from "./list-deposits.ts";
import { searchDecided } from "./search-deposits.ts";
import { depositCollection, depositSearch } from "./store.ts";

const MANY = 450;
const DAY_MS = 24 * 60 * 60 * 1000;
const BEGUN = Date.UTC(2026, 4, 1);
const FIRST = 700_000;
let app: TestApp;
let maria: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  maria = await aUser(app, { username: "Maria.Lopez", email: "ml@mail.example", uniqueUserId: "maria-7788" });
  for (const kind of ["pending", "credited"])
    await depositCollection(app.database).insertMany(Array.from({ length: MANY }, (_, at) => stored(kind, at)));
  // They are from before who paid could be searched for.
  await depositSearch.run(app.database, new Date());
}, 120_000);
afterAll(() => app.stop());

/** The last but one of each is Maria's; the last was paid by somebody whose name has an accent, and rejected with a word. */
function stored(status: string, at: number): never {
  const isLast = at === MANY - 1;
  const id = FIRST + at + (status === "pending" ? 0 : 10_000);
  return {
    id,
    uid: `d${id}`,
    revision: id,
    userId: at === MANY - 2 ? maria.user.id : 900_001,
    methodName: at % 2 === 0 ? "cash-app" : "bank",
    ...(at % 2 !== 0 && { methodLabel: "Bank transfer" }),
    amount: "5.0000000",
    cashAppUsername: isLast ? "$Zoë" : `$payer${at}`,
    cashAppTransactionId: `${status === "pending" ? "OPEN" : "DONE"}${at}`,
    status,
    notes: isLast ? "Looks odd to me" : null,
    xlmRate: null,
    xlmCredited: null,
    approvals: [],
    isAccepted: false,
    submissionId: null,
    createdAt: new Date(BEGUN + at * DAY_MS),
    verificationDate: status === "pending" ? null : new Date(BEGUN + at * DAY_MS),
    verifiedBy: null,
  } as never;
}

async function open(search: object): Promise<DepositQueueOutput> {
  return v.parse(DepositQueueOutput, await listOpen(app.runtime, v.parse(DepositQueueQuery, search)));
}

async function decided(search: object): Promise<DecidedDepositsOutput> {
  return v.parse(DecidedDepositsOutput, await listDecided(app.runtime, v.parse(DecidedDepositsQuery, search)));
}

const places = (ids: readonly { readonly id: number }[]) => ids.map(({ id }) => (id - FIRST) % 10_000);

test("what waits is found on whichever page it stands, by any word of it and by whose it is", async () => {
  const first = await open({});
  expect(places(first.deposits)).toEqual(Array.from({ length: 200 }, (_, at) => at));
  expect(first.next).toBe(FIRST + 199);
  const last = [MANY - 1];
  for (const find of ["zoe", "ODD looks", "$zoë", `#OPEN${MANY - 1}`, String(FIRST + MANY - 1)])
    expect(places((await open({ find })).deposits), find).toEqual(last);
  const hers = [MANY - 2];
  for (const find of ["maria.l", "MARIA-77", "ml@mail", String(maria.user.id), maria.user.walletAddress])
    expect(places((await open({ find })).deposits), String(find)).toEqual(hers);
  expect((await open({ find: "nobody at all" })).deposits).toEqual([]);
  const bank = await open({ find: "bank transfer", after: String(FIRST + 300) });
  expect(places(bank.deposits).every((at) => at % 2 !== 0 && at > 300)).toBe(true);
  expect(bank.deposits).toHaveLength(75);
});

test("pages of a search follow one another without a gap or a repetition", async () => {
  const seen: number[] = [];
  for (let after: string | undefined; ;) {
    const { deposits, next } = await open({ find: "payer", ...(after !== undefined && { after }) });
    seen.push(...places(deposits));
    if (next === null) break;
    after = String(next);
  }
  expect(seen).toEqual(Array.from({ length: MANY - 1 }, (_, at) => at));
});

test("what was decided is found by a beginning, and narrowed all the same", async () => {
  expect(places((await decided({})).deposits)).toEqual(Array.from({ length: 100 }, (_, at) => MANY - 1 - at));
  for (const find of ["Zoe", "$ZO", `done${MANY - 1}`, String(FIRST + 10_000 + MANY - 1)])
    expect(places((await decided({ find })).deposits), find).toEqual([MANY - 1]);
  for (const find of ["maria", "ml@mail.example", String(maria.user.id)])
    expect(places((await decided({ find })).deposits), find).toEqual([MANY - 2]);
  expect((await decided({ find: "maria", method: "bank" })).deposits).toEqual([]);
  expect((await decided({ find: "maria", status: "rejected" })).deposits).toEqual([]);
  expect((await decided({ find: "odd" })).deposits).toEqual([]);
  expect(places((await decided({ from: "2026-05-03", to: "2026-05-04" })).deposits)).toEqual([3, 2]);
});

test("no search or filter of what was decided reads more than it finds", async () => {
  for (const search of [
    { find: "zoe" },
    { find: "done44" },
    { find: "maria" },
    { from: "2026-05-03", to: "2026-05-04" },
  ]) {
    const { collection, within, ways } = await searchDecided(app.runtime, v.parse(DecidedDepositsQuery, search));
    for (const { hint, found } of ways) {
      const cursor = collection.find({ $and: [found, within] }, { hint, sort: { id: -1 } });
      const { executionStats }: Document = await cursor.explain("executionStats");
      const { totalDocsExamined, nReturned } = executionStats;
      // Of a person both lists are in one index.
      expect(totalDocsExamined, `${JSON.stringify(search)} ${hint}`).toBeLessThanOrEqual(2 * nReturned + 2);
    }
  }
});

test("where more people are meant than can be told at once, their deposits are found one by one", async () => {
  const planted = Array.from({ length: 250 }, (_, at) => ({
    id: 910_000 + at,
    username: `swarm${at}`,
    usernameKey: `swarm${String(at).padStart(4, "0")}`,
    uniqueUserId: `sw-${at}`,
    uniqueUserIdKey: `sw-${at}`,
    email: `sw${at}@many.example`,
    walletAddress: `sw${at}`,
    password: "none",
    createdAt: new Date(),
  }));
  await app.database.collection("users").insertMany(planted);
  await sealUserNamesAtFirst(app.database);
  await depositCollection(app.database).updateOne({ id: FIRST + 10_007 }, { $set: { userId: 910_200 } });
  expect(places((await decided({ find: "swarm" })).deposits)).toEqual([7]);
  expect(places((await decided({ find: "swarm02" })).deposits)).toEqual([7]);
});
