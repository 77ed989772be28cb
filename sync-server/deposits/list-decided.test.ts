import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { indexDecided } from "./search-deposits.ts";

const MANY = 1500;
const DAY_MS = 24 * 60 * 60 * 1000;
const BEGUN = Date.UTC(2020, 0, 1);
const STATUSES = ["credited", "rejected", "failed", "pending"];
let app: TestApp;
let finance: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  finance = await aConfirmedAdmin(app, ["finance"]);
  await app.database.collection("cash_app_deposits").insertMany(rows());
}, 60_000);
afterAll(() => app.stop());

/** Declared one a minute on the first day. The first hundred waited a month; of the others every other one was decided the day after. */
function rows() {
  return Array.from({ length: MANY }, (_, index) => {
    const id = index + 1;
    const status = STATUSES[index % 7 === 0 ? index % STATUSES.length : 0] ?? "";
    const createdAt = new Date(BEGUN + Math.floor((index / MANY) * DAY_MS));
    const days = index < 100 ? 30 : index % 2;
    const decided =
      status === "pending" ? {} : { verifiedBy: 1, verificationDate: new Date(+createdAt + days * DAY_MS) };
    const paid = { amount: "1.0000000", methodName: index % 3 === 0 ? "cashapp" : "zelle", cashAppUsername: "$a" };
    const rest = { approvals: [], isAccepted: false, attempts: 1, submissionId: null, version: 1, notes: null };
    const named = { cashAppTransactionId: `T${id}`, xlmRate: "8", xlmCredited: "8.0000000", transactionId: null };
    return { id, userId: index % 50, status, ...paid, ...named, ...rest, ...decided, createdAt };
  });
}

interface Narrowed {
  readonly status?: string;
  readonly method?: string;
  readonly userId?: string;
  readonly from?: string;
  readonly to?: string;
}

async function listed(query: Narrowed): Promise<number[]> {
  const ids: number[] = [];
  for (let before: number | null = MANY + 1; before !== null;) {
    const search = new URLSearchParams({ ...query, before: String(before) });
    const { status, body } = await askAs(app, finance, "GET", `/api/admin/decided-deposits?${search.toString()}`);
    expect(status, JSON.stringify(body)).toBe(200);
    ids.push(...body.deposits.map(({ id }: { id: number }) => id));
    before = body.next;
  }
  return ids;
}

function meant({ status, method, userId, from, to }: Narrowed): number[] {
  const isWithin = (at: Date) => {
    const day = at.toISOString().slice(0, 10);
    return (from === undefined || day >= from) && (to === undefined || day <= to);
  };
  return rows()
    .filter(
      (row) =>
        row.verificationDate !== undefined &&
        isWithin(row.verificationDate) &&
        (status ?? row.status) === row.status &&
        (method ?? row.methodName) === row.methodName &&
        (userId ?? String(row.userId)) === String(row.userId),
    )
    .map(({ id }) => id)
    .toReversed();
}

test.each<Narrowed>([
  {},
  { from: "2020-01-01", to: "2020-01-01" },
  { from: "2020-01-02" },
  { to: "2020-01-02" },
  // So few that they are read whole.
  { from: "2020-01-31", to: "2020-01-31" },
  { from: "2020-01-31", to: "2020-01-31", method: "zelle" },
  { from: "2020-01-01", to: "2020-01-02", status: "rejected" },
  { from: "2020-01-01", to: "2020-01-01", method: "cashapp" },
  { from: "2020-01-01", to: "2020-01-31", userId: "7" },
  { from: "2019-01-01", to: "2019-12-31" },
  { status: "failed", method: "zelle" },
])("%j is all of it, through all pages", async (query) => {
  expect(await listed(query)).toEqual(meant(query));
});

test("the decisions of some days are found by an index of them", async () => {
  await indexDecided(app.database);
  const plan = await app.database
    .collection("cash_app_deposits")
    .find({ status: { $in: ["credited", "failed"] }, verificationDate: { $gte: new Date(0) } }, { hint: "by_decision" })
    .explain("queryPlanner");
  expect(JSON.stringify(plan["queryPlanner"].winningPlan)).toMatch(/"indexName":"by_decision"/);
});
