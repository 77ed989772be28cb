import { afterAll, beforeAll, expect, test } from "vitest";
import type { LogLine } from "#schemas/logs.ts";
import { createLog } from "#server/platform/http/log.ts";
import { openLogKeeper } from "#server/platform/log/log-keeper.ts";
import { addressOf, funded } from "#tests/attacks/thief.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

const REQUEST_ID = "from-a-phone-to-the-ledger";
const keeper = openLogKeeper(7);
const log = createLog("silent", { write: () => undefined }, keeper);
let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp({ log });
  keeper.writeTo(app.database, log);
  admin = await aConfirmedAdmin(app);
});
afterAll(async () => {
  await keeper.stop();
  await app.stop();
});

async function linesOf(query: string): Promise<LogLine[]> {
  const { status, body } = await askAs(app, admin, "GET", `/api/admin/log?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.lines;
}

test("a payment is followed from the device to the ledger, by either of its names", async () => {
  const [ana, ben] = [await funded(app), await funded(app)];
  const payload = {
    to: addressOf(ben),
    assetCode: "XLM",
    amount: "1",
    password: ana.password,
    idempotencyKey: "log-0123456789abcdef",
  };
  const headers = { cookie: ana.cookie, "x-request-id": REQUEST_ID };
  const sent = await app.server.inject({ method: "POST", url: "/api/wallet/send", headers, payload });
  expect(sent.statusCode, sent.body).toBe(202);
  const { id } = sent.json().submission;
  // Whether it was the worker or ingestion that found it in a ledger first decides whether one line more tells of the last move.
  const lines = await eventually(async () => {
    const found = await linesOf(`submissionId=${id}`);
    return found.some(({ message }) => message === "a ledger has a payment") && found.length >= 4 && found;
  });
  for (const line of lines) expect(line).toMatchObject({ requestId: REQUEST_ID, userId: ana.user.id, level: "info" });
  const moves = lines
    .filter(({ message }) => message === "a payment moved on")
    .map(({ fields }) => JSON.parse(fields))
    .toReversed();
  expect(moves.map(({ from, to }) => `${from} ${to}`).slice(0, 2)).toEqual(["created signed", "signed submitted"]);
  expect(moves[0].hash).toMatch(/^[0-9a-f]{64}$/);
  expect(lines.at(-1)?.message).toBe("a payment was accepted");
  const byRequest = await linesOf(`requestId=${REQUEST_ID}`);
  expect(byRequest.length).toBeGreaterThanOrEqual(lines.length);
  expect(new Set(byRequest.map((line) => line.submissionId))).toEqual(new Set([id]));

  const again = await app.server.inject({
    method: "POST",
    url: "/api/wallet/send",
    headers: { ...headers, "x-request-id": "the-same-once-more" },
    payload,
  });
  expect(again.json().submission.id).toBe(id);
  const [line] = await eventually(async () => {
    const found = await linesOf("requestId=the-same-once-more");
    return found.length > 0 && found;
  });
  expect(line).toMatchObject({ message: "a payment was confirmed again", submissionId: id });
});

test("an error that a person tells is found, whatever they were shown", async () => {
  const { collection } = app.database;
  const broken = (name: string) => {
    if (name === "content_media") throw new Error("what went wrong");
    return collection(name);
  };
  Object.assign(app.database, { collection: broken });
  const answer = await app.server.inject({ url: `/api/media/${"0".repeat(32)}` });
  Object.assign(app.database, { collection });
  const { errorId } = answer.json();
  const lines = await eventually(async () => {
    const found = await linesOf(`errorId=${errorId}`);
    return found.length === 2 && found;
  });
  expect(lines.map(({ message }) => message).toSorted()).toEqual(["request", "request failed"]);
  const failed = lines.find(({ message }) => message === "request failed");
  expect(failed).toMatchObject({ level: "error", errorId, requestId: answer.headers["x-request-id"] });
  expect(JSON.parse(failed?.fields ?? "").err.message).toBe("what went wrong");
});

test("each look is noted with what was looked for, its pages once", async () => {
  const person = await aUser(app);
  const noted = () =>
    app.database
      .collection("operator_actions")
      .find({ action: "view-log", operatorId: admin.user.id, userId: person.user.id })
      .toArray();
  await linesOf(`userId=${person.user.id}`);
  await linesOf(`userId=${person.user.id}&before=${"f".repeat(32)}`);
  expect(await noted()).toMatchObject([{ details: `user ${person.user.id}` }]);
  app.clock.advance(2 * 60 * 60 * 1000);
  admin = await aConfirmedAdmin(app);
  await linesOf(`userId=${person.user.id}`);
  expect(await noted()).toMatchObject([{ details: `user ${person.user.id}` }]);
  await eventually(() => app.database.collection("audit_log").findOne({ purpose: "view-log" }));
});

test.each([
  "requestId=x",
  `requestId=${"x".repeat(5000)}`,
  "requestId=a%0Ab-cdefgh",
  "errorId=$ne",
  "errorId[$ne]=1",
  "level=verbose",
  "since=yesterday",
  "since=2026-13-45T99:99:99.000Z",
  "userId=-1",
  "before=zz",
  "find=anything",
])("%.30s is no question about the log", async (query) => {
  const { status, body } = await askAs(app, admin, "GET", `/api/admin/log?${query}`);
  expect([status, body.code]).toEqual([400, "input-invalid"]);
});
