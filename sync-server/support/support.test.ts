import { afterAll, beforeAll, expect, test } from "vitest";
import { PICTURE_BYTES } from "#schemas/support.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { DEVICE_FACTS } from "./facts.fixture.ts";
import { aPng, pngChunk } from "./picture.fixture.ts";
import { picturesApart } from "./pictures.ts";
import { surplusOf } from "./reports.ts";

let app: TestApp;
let keys = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function aReport(fields: object = {}) {
  keys += 1;
  const picture = aPng().toString("base64");
  return { idempotencyKey: `report-key-${keys}-0123456789`, note: "It hangs", facts: DEVICE_FACTS, picture, ...fields };
}

function send(cookie: string, payload: object) {
  return app.server.inject({ method: "POST", url: "/api/support/reports", headers: { cookie }, payload });
}

function issuesOf(userId: number) {
  return app.database.collection("system_issues").find({ "metadata.userId": userId }).toArray();
}

test("a picture becomes one system issue, however often it is sent", async () => {
  const { user, cookie } = await aUser(app);
  const report = aReport();
  const answers = await Promise.all([send(cookie, report), send(cookie, report), send(cookie, report)]);
  for (const answer of answers) expect(answer.statusCode, answer.body).toBe(201);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const issues = await issuesOf(user.id);
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatchObject({
    id: answers[0]?.json().id,
    type: "support",
    status: "active",
    description: "It hangs",
  });
  expect(JSON.stringify(issues)).not.toContain(report.picture);
  const picture = aPng(3, 3).toString("base64");
  for (const other of [{ note: "Something else" }, { picture }, { facts: { ...DEVICE_FACTS, screen: "Send" } }])
    expect((await send(cookie, { ...report, ...other })).json().code).toBe("idempotency-key-reused");
});

test("what is no picture is refused, and what is too large is not even read", async () => {
  const { user, cookie } = await aUser(app);
  const page = Buffer.from("<html>").toString("base64");
  expect((await send(cookie, aReport({ picture: page }))).json().code).toBe("picture-refused");
  const heavy = aPng(2, 2, [pngChunk("IDAT", Buffer.alloc(PICTURE_BYTES - 2000))]);
  expect((await send(cookie, aReport({ picture: heavy.toString("base64") }))).statusCode).toBe(201);
  const huge = Buffer.alloc(PICTURE_BYTES * 2).toString("base64");
  expect((await send(cookie, aReport({ picture: huge }))).json().code).toBe("body-too-large");
  expect(await issuesOf(user.id)).toHaveLength(1);
});

test("a person sends five pictures a day, and another their own", async () => {
  const { cookie } = await aUser(app);
  for (let sent = 0; sent < 5; sent += 1) expect((await send(cookie, aReport())).statusCode).toBe(201);
  expect((await send(cookie, aReport())).json().code).toBe("rate-limited");
  expect((await send((await aUser(app)).cookie, aReport())).statusCode).toBe(201);
});

test("operators see a picture only after they confirmed who they are, and each look is noted", async () => {
  const { user, cookie } = await aUser(app);
  const report = aReport();
  const { id } = (await send(cookie, report)).json();
  const operator = await anAdmin(app);
  const headers = { cookie: operator.cookie };
  const list = await app.server.inject({ method: "GET", url: "/api/admin/support/reports", headers });
  expect(list.json().reports[0]).toMatchObject({ id, userId: user.id, note: "It hangs", facts: DEVICE_FACTS });
  expect(list.body).not.toContain(report.picture);

  const look = () =>
    app.server.inject({
      method: "POST",
      url: `/api/admin/support/reports/${id}/picture`,
      headers,
      payload: { reason: "asked" },
    });
  expect((await look()).json().code).toBe("confirmation-required");
  const payload = { password: operator.password };
  await app.server.inject({ method: "POST", url: "/api/confirm-identity", headers, payload });
  expect((await look()).json()).toEqual({ mediaType: "image/png", picture: report.picture });
  const url = `/api/admin/operator-actions?userId=${user.id}`;
  const { actions } = (await app.server.inject({ method: "GET", url, headers })).json();
  expect(actions).toMatchObject([
    { operatorId: operator.user.id, action: "view-picture", reason: "asked", details: `report ${id}` },
  ]);

  await app.database.collection("support_reports").deleteOne({ id });
  expect((await look()).json().code).toBe("report-unknown");
});

test("a picture that a server of before kept in its report is shown, before it was moved and after", async () => {
  const { user, cookie } = await aUser(app);
  const report = aReport();
  const { id } = (await send(cookie, report)).json();
  const operator = await aConfirmedAdmin(app);
  const pictures = app.database.collection<{ _id: number }>("support_pictures");
  const [reports, kept] = [app.database.collection("support_reports"), await pictures.findOneAndDelete({ _id: id })];
  await reports.updateOne({ id }, { $set: { picture: Object(kept)["picture"] } });
  const look = () => askAs(app, operator, "POST", `/api/admin/support/reports/${id}/picture`, { reason: "asked" });
  expect((await look()).body.picture).toBe(report.picture);
  // Twice, as after a crash half-way.
  for (let time = 0; time < 2; time += 1) await picturesApart.run(app.database, new Date());
  expect(Object.keys((await reports.findOne({ id })) ?? {})).not.toContain("picture");
  expect(await pictures.findOne({ _id: id })).toMatchObject({ userId: user.id, keptUntil: expect.any(Date) });
  expect((await look()).body.picture).toBe(report.picture);
});

test("where there are too many pictures, those of whoever sent the most go first", () => {
  const sent = [7, 8, 8, 8, 9, 8, 9].map((userId, index) => ({ id: index + 1, userId }));
  expect(surplusOf(sent, 7)).toEqual([]);
  expect(surplusOf(sent, 5)).toEqual([2, 3]);
  // With as many each, the oldest of all.
  expect(surplusOf(sent, 3)).toEqual([2, 3, 4, 5]);
  expect(surplusOf(sent, 0)).toHaveLength(7);
});

test("an answer reaches whoever asked, by every way, and of two operators at once one gives it", async () => {
  const [first, second] = [await aConfirmedAdmin(app, ["support"]), await aConfirmedAdmin(app, ["support"])];
  const { user, cookie } = await aUser(app);
  const { id } = (await send(cookie, aReport())).json();
  const path = `/api/admin/support/reports/${id}/answer`;
  // As it is written, whatever it looks like: no words of ours are made of it.
  const reason = '{"code":"said.looked-into","facts":{}}';
  const answers = await Promise.all([first, second].map((who) => askAs(app, who, "POST", path, { reason })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("report-closed");
  const told = await app.database
    .collection("notifications")
    .find({ userId: user.id, kind: "support-answered" })
    .toArray();
  expect(told).toMatchObject([{ detail: reason }]);
  const { reports } = (await askAs(app, first, "GET", "/api/admin/support/reports")).body;
  const [report] = reports.filter((each: { id: number }) => each.id === id);
  expect(report).toMatchObject({ state: "answered", answer: { text: reason } });
  // It waits no more.
  expect(await issuesOf(user.id)).toMatchObject([{ status: "resolved" }]);
  const closing = await askAs(app, first, "POST", `/api/admin/support/reports/${id}/close`, { reason: "done" });
  expect(closing.body.code).toBe("report-closed");
});

test("a report is closed without a word to its sender, and nobody deals with their own", async () => {
  const operator = await aConfirmedAdmin(app, ["support"]);
  const { user, cookie } = await aUser(app);
  const { id } = (await send(cookie, aReport())).json();
  const closed = await askAs(app, operator, "POST", `/api/admin/support/reports/${id}/close`, { reason: "spam" });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  expect(await app.database.collection("notifications").countDocuments({ userId: user.id })).toBe(0);
  expect(await issuesOf(user.id)).toMatchObject([{ status: "resolved" }]);
  const own = (await send(operator.cookie, aReport())).json().id;
  for (const act of ["answer", "close"]) {
    const { body } = await askAs(app, operator, "POST", `/api/admin/support/reports/${own}/${act}`, { reason: "mine" });
    expect(body.code, act).toBe("operator-own");
  }
});
