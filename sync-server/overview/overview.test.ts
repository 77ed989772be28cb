import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { OverviewChange, OverviewOutput, WAITING } from "#schemas/overview.ts";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { setSealed } from "#server/platform/seals/sealed-fields.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { askAs } from "#tests/support/operators.ts";
import { daysLeft } from "./read-house.ts";

let app: TestApp;
let url: string;
let operator: TestUser;
const ISSUER = `G${"A".repeat(55)}`;
const FIRST_PLANTED = 900_000;
const PLANTED = [
  "cash_app_deposits",
  "proposals",
  "submissions",
  "suspense_items",
  "system_issues",
  "maintenance_tasks",
  "transactions",
] as const;
const HOUR_MS = 60 * 60 * 1000;

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
  operator = await anAdmin(app);
});
afterAll(() => app.stop());
afterEach(async () => {
  for (const collection of PLANTED)
    await app.database.collection(collection).deleteMany({ id: { $gt: FIRST_PLANTED } });
});

async function readOverview(): Promise<OverviewOutput> {
  // What was read a moment ago is told again within a second.
  app.clock.advance(2000);
  const { status, body } = await askAs(app, operator, "GET", "/api/admin/overview");
  expect(status, JSON.stringify(body)).toBe(200);
  return v.parse(OverviewOutput, body);
}

function open({ cookie }: Pick<TestUser, "cookie">): Socket {
  return io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { protocol: PROTOCOL_VERSION, purpose: "console" },
    extraHeaders: { cookie },
  });
}

/** Somebody's console, and what it is told. */
async function aConsole(who: Pick<TestUser, "cookie">) {
  const socket = open(who);
  const told: { readonly change: OverviewChange; readonly atMs: number }[] = [];
  socket.on("overview", (message: unknown) =>
    told.push({ change: v.parse(OverviewChange, message), atMs: performance.now() }),
  );
  await eventually(() => socket.connected);
  const answer: unknown = await socket.timeout(10_000).emitWithAck("watch-overview", {});
  return { socket, told, answer };
}

let planted = FIRST_PLANTED;
/** Writes rows as they might be, each with a number of its own. */
function plant(collection: (typeof PLANTED)[number], fields: readonly object[]): Promise<unknown> {
  const documents = fields.map((each) => {
    planted += 1;
    return { id: planted, uid: `planted-${planted}`, revision: planted, userId: planted, ...each };
  });
  return app.database.collection(collection).insertMany(documents);
}

function hoursAgo(hours: number): Date {
  return new Date(app.clock.now().getTime() - hours * HOUR_MS);
}

test("what waits is counted exactly, with since when the oldest does", async () => {
  const before = await readOverview();
  // What the service finds wrong with itself on a busy machine is no matter of this test.
  const others = WAITING.filter((kind) => kind !== "issues");
  for (const kind of others) expect(before.waiting[kind], kind).toEqual({ count: 0, oldest: null });
  const [first, second] = [hoursAgo(3), hoursAgo(1)];
  const transactionOf = (n: number) => ({ cashAppTransactionId: `T${n}` });
  await plant("cash_app_deposits", [
    { status: "pending", createdAt: second, ...transactionOf(1) },
    { status: "failed", createdAt: first, ...transactionOf(2) },
    { status: "crediting", createdAt: first, ...transactionOf(3) },
    { status: "credited", createdAt: first, ...transactionOf(4) },
  ]);
  await plant("proposals", [
    { subject: "a", isOpen: true, state: "proposed", proposedAt: first },
    { subject: "b", isOpen: true, state: "approved", proposedAt: first },
    { subject: "c", isOpen: false, state: "rejected", proposedAt: first },
  ]);
  const submission = { isReserving: false, steps: [], holds: [], account: "nobody's", attempt: null };
  await plant("submissions", [
    { ...submission, idempotencyKey: "1", state: "held", createdAt: first },
    { ...submission, idempotencyKey: "2", state: "held", createdAt: second },
    { ...submission, idempotencyKey: "3", state: "ambiguous", createdAt: second },
    { ...submission, idempotencyKey: "4", state: "failed", createdAt: app.clock.now() },
  ]);
  const unpaid = planted;
  const item = { account: "nobody's", assetCode: "XLM", issuer: "", amount: "1", isSettled: false };
  await plant("suspense_items", [
    { ...item, operationId: "1", state: "open", submissionId: null, arrivedAt: second },
    { ...item, operationId: "2", state: "returned", submissionId: unpaid, arrivedAt: first },
    { ...item, operationId: "3", state: "returned", submissionId: 1, arrivedAt: first },
    { ...item, operationId: "4", state: "returned", submissionId: unpaid, arrivedAt: first, isSettled: true },
  ]);
  // The oldest is the first that was opened: not one of a service that found something wrong with itself before.
  await app.database.collection("system_issues").deleteMany({});
  await plant("system_issues", [
    { checkId: "reconciliation", subject: "XLM", type: "reconciliation", status: "active", detectionTime: first },
    { checkId: "reconciliation", subject: "USD-G", type: "reconciliation", status: "resolved", detectionTime: first },
    { checkId: "support-report", subject: "7", type: "support", status: "active", detectionTime: first },
    { checkId: "support-report", subject: "8", type: "support", status: "active", detectionTime: second },
    { checkId: "something else", type: "network", status: "active", detectionTime: first },
    { checkId: "once", type: "network", status: "resolved", detectionTime: first },
  ]);
  await plant("maintenance_tasks", [
    { status: "pending", createdAt: first },
    { status: "in_progress", createdAt: second },
    { status: "completed", createdAt: first },
    { status: "cancelled", createdAt: first },
  ]);
  const { waiting, submissions } = await readOverview();
  const [old, recent] = [first.toISOString(), second.toISOString()];
  expect(waiting).toEqual({
    deposits: { count: 2, oldest: old },
    proposals: { count: 1, oldest: old },
    held: { count: 2, oldest: old },
    ambiguous: { count: 1, oldest: recent },
    suspense: { count: 2, oldest: old },
    differences: { count: 1, oldest: old },
    reports: { count: 2, oldest: old },
    identities: { count: 0, oldest: null },
    legal: { count: 0, oldest: null },
    issues: { count: expect.any(Number), oldest: old },
    tasks: { count: 2, oldest: old },
  });
  expect(waiting.issues.count).toBeGreaterThan(0);
  expect(submissions).toMatchObject({ held: 2, ambiguous: 1, signed: 0, failedToday: 1 });
});

test("volume, fees and people are of their UTC days, to the last stroop", async () => {
  const noon = new Date("2001-03-05T12:00:00Z");
  const clockMs = app.clock.now().getTime();
  app.clock.advance(noon.getTime() - clockMs);
  try {
    const own = `G${"B".repeat(55)}`;
    const xlm = { assetCode: "XLM", issuer: "", ledger: 1, from: own, to: "" };
    const usd = { ...xlm, assetCode: "USD", issuer: ISSUER };
    const at = (text: string) => new Date(`2001-03-${text}Z`);
    await app.database.collection<{ _id: string }>("accounts").insertOne({
      _id: own,
      userId: 77,
      number: 999_999,
      role: "wallet",
      lines: [],
    } as never);
    const move = (timestamp: Date, type: string, amount: string, fields: object = xlm) => ({
      ...fields,
      type,
      amount,
      timestamp,
      operationId: `${planted}-${timestamp.getTime()}-${type}-${amount}`,
      userId: 77,
    });
    await plant("transactions", [
      move(at("04T23:59:59"), "send", "1.0000001"),
      move(at("04T23:59:59"), "receive", "9.0000000"),
      move(at("05T00:00:00"), "send", "922337203685.4775807"),
      move(at("05T01:00:00"), "send", "922337203685.4775807", { ...xlm, userId: 78 }),
      move(at("05T02:00:00"), "swap", "3.0000000", usd),
      move(at("05T02:00:00"), "swap", "7.0000000", { ...xlm, from: "", to: own }),
      move(at("05T03:00:00"), "operator_fee", "0.0000003"),
      move(at("05T04:00:00"), "create_account", "2.0000000"),
      move(at("05T04:00:00"), "create_account", "4.0000000", { ...xlm, from: ISSUER, to: own }),
    ]);
    await app.database
      .collection("users")
      .updateOne({ id: operator.user.id }, { $set: { createdAt: at("04T10:00:00") } });
    await app.database.collection("cursors").updateOne({ _id: "ledger" as never }, { $max: { ledger: 1 } });
    const { body } = await readDirectly();
    expect(body.days.at(-2)).toEqual({
      day: "2001-03-04",
      newUsers: 1,
      volume: [{ assetCode: "XLM", issuer: "", amount: "1.0000001" }],
      fees: [],
    });
    expect(body.days.at(-1)).toEqual({
      day: "2001-03-05",
      newUsers: 0,
      volume: [
        { assetCode: "XLM", issuer: "", amount: "1844674407372.9551614" },
        { assetCode: "USD", issuer: ISSUER, amount: "3.0000000" },
      ],
      fees: [{ assetCode: "XLM", issuer: "", amount: "0.0000003" }],
    });
    expect(body.days).toHaveLength(14);
  } finally {
    app.clock.advance(clockMs - app.clock.now().getTime());
    await app.database.collection("accounts").deleteOne({ userId: 77 });
  }
});

/** Without a session, which would have ended by then. */
async function readDirectly() {
  const { openDays } = await import("./read-days.ts");
  return { body: await openDays(app.runtime).read(true) };
}

test("what is left lasts as long as the last seven days say", () => {
  expect(daysLeft(70n, 70n)).toBe(7);
  expect(daysLeft(19n, 70n)).toBe(1);
  expect(daysLeft(9n, 70n)).toBe(0);
  expect(daysLeft(70n, 0n)).toBeNull();
});

test("the house, the process and its jobs are there", async () => {
  // The vault of stakes is opened through a channel, and there is none here.
  const isThere = ({ exists, purpose }: { exists: boolean; purpose: string }) => exists || purpose === "staking";
  const { house, service, days } = await eventually(async () => {
    const overview = await readOverview();
    const isWhole = overview.service.processes.length > 0 && overview.house.accounts.every(isThere);
    return isWhole && overview;
  }, 30_000);
  expect(house.accounts.map(({ purpose }) => purpose)).toEqual([
    "treasury",
    "rewards",
    "fees",
    "sponsor",
    "suspense",
    "staking",
    "staking-rewards",
  ]);
  expect(Number(house.accounts[0]?.spendable)).toBeGreaterThan(100);
  const [process] = service.processes;
  expect(service.jobs).toContainEqual({ name: "ingestion", process: process?.id });
  expect(service.newestLedger).toBeGreaterThan(0);
  expect(days.users).toBe(1);
});

test("neither a user nor nobody is let in, by REST or by the socket", async () => {
  const user = await aUser(app);
  for (const [who, code] of [
    [user, "admin-required"],
    [{ cookie: "" }, "session-required"],
  ] as const) {
    expect((await askAs(app, who, "GET", "/api/admin/overview")).body.code).toBe(code);
    const { socket, answer } = await aConsole(who);
    expect(answer).toMatchObject({ error: { code } });
    socket.disconnect();
  }
});

test("an open console is told what changed, whoever wrote it, and at most once a second", async () => {
  const { socket, told, answer } = await aConsole(operator);
  const picture = v.parse(OverviewOutput, answer);
  expect(picture.waiting.deposits.count).toBe(0);
  const createdAt = app.clock.now();
  const until = performance.now() + 3500;
  let declared = 0;
  while (performance.now() < until) {
    declared += 1;
    await plant("cash_app_deposits", [{ status: "pending", createdAt, cashAppTransactionId: `D${declared}` }]);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  await eventually(() => told.some(({ change }) => change.waiting?.deposits.count === declared));
  // A message may be late on its way and the next one not: they are counted over all of the time.
  const lastedMs = (told.at(-1)?.atMs ?? 0) - (told[0]?.atMs ?? 0);
  expect(told.length - 2).toBeLessThanOrEqual(lastedMs / 1000);
  expect(told.length).toBeGreaterThan(2);
  for (const [index, { change }] of told.slice(1).entries()) expect(change.previous).toBe(told[index]?.change.sequence);
  // Parts that did not change are not told again.
  expect(told.some(({ change }) => change.waiting && change.house === undefined)).toBe(true);
  socket.disconnect();
});

test("an operator who is none any more is told nothing more on the socket that is open", async () => {
  const former = await anAdmin(app);
  const [theirs, other] = [await aConsole(former), await aConsole(operator)];
  expect(theirs.answer).toHaveProperty("sequence");
  // The role alone: the session and its socket stand.
  await app.database
    .collection("users")
    .updateOne({ id: former.user.id }, { $set: setSealed(app.database, "users", former.user.id, { isAdmin: false }) });
  const before = theirs.told.length;
  await plant("cash_app_deposits", [{ status: "pending", createdAt: app.clock.now(), cashAppTransactionId: "F1" }]);
  await eventually(() => other.told.some(({ change }) => change.waiting?.deposits.count === 1));
  await plant("cash_app_deposits", [{ status: "pending", createdAt: app.clock.now(), cashAppTransactionId: "F2" }]);
  await eventually(() => other.told.some(({ change }) => change.waiting?.deposits.count === 2));
  const secrets = theirs.told.slice(before).filter(({ change }) => change.waiting !== undefined);
  expect(secrets).toEqual([]);
  await eventually(() => theirs.socket.connected, 10_000);
  expect(await theirs.socket.timeout(10_000).emitWithAck("watch-overview", {})).toMatchObject({
    error: { code: "admin-required" },
  });
  theirs.socket.disconnect();
  other.socket.disconnect();
});
