import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as v from "valibot";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { TAKEN_MS, TakenRows } from "#schemas/queues.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "#tests/support/operators.ts";

let app: TestApp;
let url: string;
let ana: TestUser;
let ben: TestUser;
let auditor: TestUser;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
  [ana, ben] = [await aConfirmedAdmin(app, ["finance"]), await aConfirmedAdmin(app, ["finance"])];
  auditor = await anAdmin(app, ["auditor"]);
});
afterAll(() => app.stop());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await app.database.collection("console_taken").deleteMany({});
});

/** Somebody's screen with a queue on it, and the last that it was told. */
async function aDesk({ cookie }: Pick<TestUser, "cookie">) {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { protocol: PROTOCOL_VERSION, purpose: "console" },
    extraHeaders: { cookie },
  });
  sockets.push(socket);
  const told: TakenRows[] = [];
  socket.on("taken", (message: unknown) => told.push(v.parse(TakenRows, message)));
  await eventually(() => socket.connected);
  const open = async (row: number | null, queue = "deposits") =>
    socket.timeout(10_000).emitWithAck("open-row", { queue, open: row });
  return { socket, open, last: () => told.at(-1)?.taken.map(({ id, userId }) => [id, userId]) };
}

/** The clock has moved on since they showed the password. */
function confirmed(who: TestUser) {
  return askAs(app, who, "POST", "/api/confirm-identity", { password: who.password });
}

const idOf = ({ user }: TestUser): number => user.id;

test("whoever opens a row has it, others see that at once, and with the next row or the socket it is given back", async () => {
  const [first, second] = [await aDesk(ana), await aDesk(ben)];
  await second.open(null);
  const answer = await first.open(7);
  expect(answer.taken).toMatchObject([{ id: 7, userId: idOf(ana), name: ana.user.username }]);
  await eventually(() => JSON.stringify(second.last()) === JSON.stringify([[7, idOf(ana)]]));
  // It stays with whoever has it; on another screen of theirs as well.
  expect((await second.open(7)).taken).toMatchObject([{ id: 7, userId: idOf(ana) }]);
  const third = await aDesk(ana);
  expect((await third.open(7)).taken).toMatchObject([{ id: 7, userId: idOf(ana) }]);
  await first.open(8);
  await eventually(
    () =>
      JSON.stringify(second.last()) ===
      JSON.stringify([
        [7, idOf(ana)],
        [8, idOf(ana)],
      ]),
  );
  third.socket.disconnect();
  first.socket.disconnect();
  await eventually(() => second.last()?.length === 0);
  expect((await second.open(7)).taken).toMatchObject([{ id: 7, userId: idOf(ben) }]);
});

test("of many who open a row at once one has it", async () => {
  const desks = await Promise.all([ana, ben, ana, ben].map((who) => aDesk(who)));
  await Promise.all(desks.map(({ open }) => open(11)));
  expect(await app.database.collection("console_taken").countDocuments()).toBe(1);
});

test("what was opened last counts, also where it is closed again before the server has answered", async () => {
  const desk = await aDesk(ana);
  await Promise.all([desk.open(12), desk.open(13), desk.open(null)]);
  expect(await app.database.collection("console_taken").countDocuments()).toBe(0);
  await Promise.all([desk.open(null), desk.open(12), desk.open(13)]);
  expect((await desk.open(13)).taken).toMatchObject([{ id: 13 }]);
});

test("after five minutes of nothing it is given back, and before that it stays", async () => {
  const [first, second] = [await aDesk(ana), await aDesk(ben)];
  await first.open(7);
  app.clock.advance(TAKEN_MS - 1000);
  expect((await second.open(7)).taken).toMatchObject([{ userId: idOf(ana) }]);
  // Something is done with it.
  await first.open(7);
  app.clock.advance(TAKEN_MS - 1000);
  expect((await second.open(7)).taken).toMatchObject([{ userId: idOf(ana) }]);
  app.clock.advance(2000);
  expect((await second.open(7)).taken).toMatchObject([{ userId: idOf(ben) }]);
});

test("who only reads has no row, and who may not see a queue is told nothing of it", async () => {
  const desk = await aDesk(auditor);
  expect((await desk.open(7)).taken).toEqual([]);
  const support = await aDesk(await anAdmin(app, ["support"]));
  expect((await support.open(null, "suspense")).error.code).toBe("role-required");
  const user = await aDesk(await aUser(app));
  expect((await user.open(7)).error.code).toBe("role-required");
  const nobody = await aDesk({ cookie: "" });
  expect((await nobody.open(7)).error.code).toBe("session-required");
  expect((await desk.open(0)).error.code).toBe("sync-message-malformed");
});

test("an operator who is none any more is told nothing more on the socket that is open", async () => {
  const gone = await aConfirmedAdmin(app, ["finance"]);
  const [theirs, mine] = [await aDesk(gone), await aDesk(ana)];
  await theirs.open(7);
  const set = standingSet(app.database, idOf(gone), { roles: [], since: new Date(0) });
  await app.database.collection("users").updateOne({ id: idOf(gone) }, { $set: set });
  const cut = new Promise((resolve) => theirs.socket.once("disconnect", resolve));
  await mine.open(8);
  await cut;
  await eventually(() => JSON.stringify(mine.last()) === JSON.stringify([[8, idOf(ana)]]));
});

test("of two operators who decide about a deposit at once one does, and the other is told in one sentence", async () => {
  const maria = await aUser(app);
  const body = { amount: "1", cashAppUsername: "$maria", cashAppTransactionId: "ATONCE1" };
  for (const who of [ana, ben]) await confirmed(who);
  const settings = { recipient: "$astrolabe", xlmRate: "8", secondAbove: "100" };
  const set = { settings, reason: "opening" };
  expect((await askTwo(app, ana, ben, ["PUT", "/api/admin/deposit-settings", set])).status).toBe(200);
  const { id } = (await askAs(app, maria, "POST", "/api/deposits", body)).body;
  const path = `/api/admin/deposits/${id}/reject`;
  const answers = await Promise.all(
    [ana, ben].map((who) => askAs(app, who, "POST", path, { reason: "no payment came" })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "deposit-not-waiting" });
  const noted = app.database.collection("operator_actions");
  expect(await noted.countDocuments({ action: "reject-deposit", userId: idOf(maria) })).toBe(1);
});

describe("what operators take along of a list", () => {
  const MANY = 1201;
  let maria: TestUser;

  beforeAll(async () => {
    maria = await aUser(app);
    const fields = { userId: maria.user.id, cashAppUsername: "$many", notes: null, xlmRate: null, xlmCredited: null };
    const rest = { approvals: [], submissionId: null, createdAt: app.clock.now(), isAccepted: false };
    const planted = Array.from({ length: MANY }, (_, index) => ({
      id: 800_000 + index,
      uid: `many-${index}`,
      revision: index,
      amount: `${index + 1}.5000000`,
      cashAppTransactionId: index === 7 ? '=HYPERLINK("x"), #7' : `MANY${index}`,
      status: index % 2 === 0 ? "pending" : "failed",
      payerKey: "many",
      ...fields,
      ...rest,
    }));
    await app.database.collection("cash_app_deposits").insertMany(planted);
    await confirmed(ana);
  });

  async function take(query: string, who = ana) {
    const answer = await app.server.inject({
      method: "GET",
      url: `/api/admin/lists/deposits/export?reason=audit${query}`,
      headers: { cookie: who.cookie },
    });
    return { answer, lines: answer.body.split("\r\n").slice(1, -1) };
  }
  const count = async (query = "") =>
    (await askAs(app, ana, "GET", `/api/admin/lists/deposits/count?find=many${query}`)).body.count;

  test("is all that the filters mean, on whichever page, and its sum is theirs", async () => {
    const { answer, lines } = await take("&find=many");
    expect(answer.headers["content-type"]).toContain("text/csv");
    expect(lines).toHaveLength(MANY);
    expect(await count()).toBe(MANY);
    const sum = lines.reduce((all, line) => all + Number(line.split(",")[4]), 0);
    expect(sum).toBe((MANY * (MANY + 1)) / 2 + MANY * 0.5);
    expect(await count("&show=failed")).toBe((MANY - 1) / 2);
    expect((await take("&find=many&show=failed")).lines).toHaveLength((MANY - 1) / 2);
    expect((await take("&rows=800003,800004")).lines.map((line) => line.split(",")[0])).toEqual(["800003", "800004"]);
    // No cell is a formula.
    expect((await take("&rows=800007")).lines[0]).toContain(`"'=HYPERLINK(""x""), #7"`);
  });

  test("is refused where all of it was chosen and there are more or fewer by now", async () => {
    expect((await take(`&find=many&count=${MANY}`)).answer.statusCode).toBe(200);
    await app.database.collection("cash_app_deposits").updateOne({ id: 800_000 }, { $set: { status: "rejected" } });
    const { answer } = await take(`&find=many&count=${MANY}`);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "list-moved"]);
    await app.database.collection("cash_app_deposits").updateOne({ id: 800_000 }, { $set: { status: "pending" } });
  });

  test("leaves a row of who took what, and why; without a reason, or a permission, nothing is taken", async () => {
    await take("&find=many&show=failed");
    const actions = app.database.collection("operator_actions");
    const [noted] = await actions.find({ action: "export-deposits" }).sort({ id: -1 }).limit(1).toArray();
    expect(noted).toMatchObject({ operatorId: idOf(ana), reason: "audit", details: "show failed, find many" });
    const before = await actions.countDocuments();
    expect((await askAs(app, ana, "GET", "/api/admin/lists/deposits/export")).body.code).toBe("input-invalid");
    const reviewer = await aConfirmedAdmin(app, ["reviewer"]);
    expect((await take("", reviewer)).answer.json().code).toBe("role-required");
    expect(await actions.countDocuments()).toBe(before);
  });

  test("is of decided deposits what their own filters mean, its count and its sum as well", async () => {
    const decided = async (query: string, who = ana) => {
      const url = `/api/admin/lists/decided-deposits/export?reason=audit${query}`;
      const answer = await app.server.inject({ method: "GET", url, headers: { cookie: who.cookie } });
      return { answer, lines: answer.body.split("\r\n").slice(1, -1) };
    };
    const failed = (MANY - 1) / 2;
    const { answer, lines } = await decided(`&find=many&status=failed&userId=${maria.user.id}`);
    expect(answer.body.split("\r\n")[0]).toMatch(/^id,user_id,status,.*,decided_at,verified_by$/);
    expect(lines).toHaveLength(failed);
    expect(lines.reduce((all, line) => all + Number(line.split(",")[4]), 0)).toBe(
      // Those of odd places: 2.5, 4.5 and so on.
      failed * (failed + 1) + failed * 0.5,
    );
    const counted = `/api/admin/lists/decided-deposits/count?find=many&status=failed&userId=${maria.user.id}`;
    expect((await askAs(app, ana, "GET", counted)).body).toEqual({ count: failed });
    expect((await decided("&find=many&method=bank")).lines).toEqual([]);
    expect((await decided("&find=many&status=credited")).lines).toEqual([]);
    // A filter of another list is none of this one.
    expect((await decided("&kind=send")).answer.json().code).toBe("input-invalid");
    expect((await decided("", await aConfirmedAdmin(app, ["reviewer"]))).answer.json().code).toBe("role-required");
    const [noted] = await app.database.collection("operator_actions").find({}).sort({ id: -1 }).limit(1).toArray();
    expect(noted).toMatchObject({ action: "export-deposits", details: "decided, find many, status credited" });
  });

  test("is of all payments and of fees what the list shows", async () => {
    const boss = await aConfirmedAdmin(app, ["super"]);
    const linesOf = async (list: string, query = "") => {
      const url = `/api/admin/lists/${list}/export?reason=audit${query}`;
      const answer = await app.server.inject({ method: "GET", url, headers: { cookie: boss.cookie } });
      return answer.body
        .split("\r\n")
        .slice(1, -1)
        .map((line) => Number(line.split(",")[0]));
    };
    const made = {
      userId: 0,
      kind: "anchor",
      state: "confirmed",
      account: "GHOUSE",
      steps: [],
      attempt: null,
      ledger: 9,
    };
    const at = { formerHashes: [], reason: "", createdAt: app.clock.now(), updatedAt: app.clock.now() };
    const planted = Array.from({ length: 730 }, (_, n) => ({
      id: 910_000 + n,
      idempotencyKey: `a${n}`,
      ...made,
      ...at,
    }));
    await app.database.collection("submissions").insertMany(planted);
    const shown = (await askAs(app, boss, "GET", "/api/admin/all-submissions?kind=anchor")).body;
    expect([shown.submissions.length, shown.submissions[0].id]).toEqual([100, 910_729]);
    // Its page is a hundred, and it is all of them, in the same order.
    expect(await linesOf("all-payments", "&kind=anchor")).toEqual(planted.map(({ id }) => id).toReversed());
    expect(await linesOf("all-payments", "&kind=anchor&find=910003")).toEqual([910_003]);
    await app.database.collection("fee_config").insertMany(
      ["send", "swap"].map((operationType, index) => ({
        id: 7000 + index,
        operationType,
        feeType: "flat",
        feeValue: "0.1",
        minFee: null,
        maxFee: null,
        assetCode: "XLM",
        active: false,
        lastUpdated: app.clock.now(),
      })),
    );
    expect(await linesOf("fees")).toEqual([7000, 7001]);
    expect(await linesOf("fees", "&show=swap&find=xlm")).toEqual([7001]);
    expect((await askAs(app, boss, "GET", "/api/admin/lists/fees/count?find=7000")).body).toEqual({ count: 1 });
    const editor = await anAdmin(app, ["editor"]);
    for (const list of ["fees", "all-payments"])
      expect((await askAs(app, editor, "GET", `/api/admin/lists/${list}/count`)).body.code, list).toBe("role-required");
  });

  test("is what the other lists have as well", async () => {
    const boss = await aConfirmedAdmin(app, ["super"]);
    for (const list of ["proposals", "payments", "all-payments", "suspense", "reports", "fees", "identities"]) {
      const { status, body } = await askAs(app, boss, "GET", `/api/admin/lists/${list}/count?find=nothing`);
      expect([status, body], list).toEqual([200, { count: 0 }]);
      const url = `/api/admin/lists/${list}/export?reason=audit&find=nothing`;
      const answer = await app.server.inject({ method: "GET", url, headers: { cookie: boss.cookie } });
      expect(answer.body, list).toMatch(/^id,[a-z_,]+\r\n$/);
    }
  });
});

describe("saved views", () => {
  const place = { find: "maria", show: "failed", sort: "-age", gone: "a filter of later" };
  const save = (who: TestUser, view: object) => askAs(app, who, "POST", "/api/admin/views", view);
  const viewsOf = async (who: TestUser, list = "deposits") =>
    (await askAs(app, who, "GET", `/api/admin/views?list=${list}`)).body.views;

  test("are one's own or everybody's, byte for byte as they were saved, and take the place of one's own of the name", async () => {
    const mine = { list: "deposits", name: "Failed of Maria", place, isShared: false };
    expect((await save(ana, mine)).body.views).toMatchObject([{ name: mine.name, place, isOwn: true }]);
    expect(await viewsOf(ben)).toEqual([]);
    const { body } = await save(ana, { ...mine, isShared: true });
    expect(body.views).toHaveLength(1);
    expect(await viewsOf(ben)).toMatchObject([{ place, isOwn: false, by: ana.user.username }]);
    // Of the same name, another one's is another.
    await save(ben, { ...mine, place: {} });
    expect(await viewsOf(ben)).toHaveLength(2);
    expect(await viewsOf(ana)).toHaveLength(1);
  });

  test("are removed by who saved them, and shared ones by a super", async () => {
    const boss = await aConfirmedAdmin(app, ["super"]);
    const remove = (who: TestUser, id: number) => askAs(app, who, "POST", `/api/admin/views/${id}/remove`);
    const [shared] = (await viewsOf(ana)).filter(({ isOwn }: { isOwn: boolean }) => isOwn);
    const [own] = (await viewsOf(ben)).filter(({ isOwn }: { isOwn: boolean }) => isOwn);
    expect((await remove(ben, shared.id)).body.code).toBe("role-required");
    expect((await remove(boss, own.id)).body.code).toBe("view-unknown");
    expect((await remove(boss, shared.id)).status).toBe(200);
    expect((await remove(ben, own.id)).status).toBe(200);
    expect(await viewsOf(ben)).toEqual([]);
  });

  test("tell nobody of a list that they may not see, and are not without number", async () => {
    const editor = await anAdmin(app, ["editor"]);
    const view = { list: "people", name: "her", place: { find: "maria@example.org" }, isShared: true };
    expect((await save(editor, view)).body.code).toBe("role-required");
    expect((await askAs(app, editor, "GET", "/api/admin/views?list=people")).body.code).toBe("role-required");
    expect((await save(auditor, { ...view, list: "deposits" })).body.code).toBe("role-required");
    for (let n = 0; n < 50; n += 1)
      expect((await save(ben, { ...view, name: `view ${n}` })).status, String(n)).toBe(201);
    expect((await save(ben, { ...view, name: "one more" })).body.code).toBe("views-full");
    expect((await save(ben, { ...view, name: "view 3", place: {} })).status).toBe(201);
  });
});
