import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import type { OutsideLink } from "#server/platform/outside/read-public.ts";
import { createLog } from "#server/platform/http/log.ts";
import { TestClock } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { addOperator } from "#tests/support/operators.ts";
import { awayTeller } from "./tell-away.ts";
import { WEBHOOK, webhookOf } from "./webhook-store.ts";

const SECRET = Buffer.alloc(32, 7);
const MINUTE_MS = 60_000;
const [BOSS, NOBODY, AUDITOR] = [1, 2, 3];
let mongo: TestMongo;
let database: Database;
let server: Server;
let link: OutsideLink;
let clock: TestClock;
let reveals = 0;
let mails: Mail[] = [];
let posts: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[] = [];
const log = createLog("silent");

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "away", 10_000);
  useSeals(database, rowSeals(randomBytes(32)));
  await addOperator(database, BOSS, ["super"]);
  await addOperator(database, NOBODY, ["super"]);
  await addOperator(database, AUDITOR, ["auditor"]);
  const users = database.collection("users");
  await users.updateOne({ id: BOSS }, { $set: { username: "boss", email: "boss@example.org" } });
  await users.updateOne({ id: NOBODY }, { $set: { username: "nobody", email: "nobody@none.invalid" } });
  await users.updateOne({ id: AUDITOR }, { $set: { username: "auditor", email: "auditor@example.org" } });
  await webhookOf(database).insertOne({
    _id: WEBHOOK,
    url: "https://good.example/hook",
    leastSeverity: "error",
    setBy: BOSS,
    setAt: new Date(0),
  });
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    posts.push({ headers: request.headers, body });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  link = {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    request: (options, onAnswer) => {
      const { lookup: _pinned, agent: _none, ...rest } = options;
      return httpRequest({ ...rest, host: "127.0.0.1", port }, onAnswer);
    },
  };
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
  await mongo.stop();
});
beforeEach(() => {
  clock = new TestClock();
  [mails, posts, reveals] = [[], [], 0];
});

/** A process whose database can be taken away. */
function aProcess() {
  const secrets = {
    use: async <T>(_name: string, work: (plain: Buffer) => T | Promise<T>) => {
      reveals += 1;
      return work(SECRET);
    },
  };
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  return awayTeller({
    runtime: { database, clock, log },
    publicUrl: "https://astrolabe.example",
    mailer,
    secrets,
    link,
  });
}

test("the process that tells issues tells of the outage by mail and webhook, signed at that time, without the database", async () => {
  const [holder, other] = [aProcess(), aProcess()];
  for (let minute = 0; minute < 20; minute += 1) {
    await holder.prepare();
    clock.advance(MINUTE_MS / 2);
  }
  const since = clock.now();
  clock.advance(25_000);
  await Promise.all([holder.tell(since), other.tell(since)]);
  expect(mails).toMatchObject([{ to: "boss@example.org", subject: "Astrolabe's database does not answer" }]);
  expect(mails[0]?.text).toContain("Hello boss,");
  expect(posts).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: "" }] = posts;
  const stamp = Number(headers["webhook-timestamp"]);
  expect(clock.now().getTime() / 1000 - stamp).toBeLessThanOrEqual(60);
  const signed = `${String(headers["webhook-id"])}.${stamp}.${body}`;
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", SECRET).update(signed).digest("base64")}`);
  expect(JSON.parse(body)).toMatchObject({ type: "database.away", data: { check: "database", severity: "critical" } });
  // Opened once for many messages: each opening is a row of the audit chain.
  expect(reveals).toBe(1);
  await holder.tell(clock.now());
  expect([mails.length, posts.length]).toEqual([1, 1]);
});

test("whoever lost the job before, and whoever is under maintenance, tells nobody", async () => {
  const former = aProcess();
  await former.prepare();
  clock.advance(2 * MINUTE_MS);
  await former.tell(clock.now());
  const quiet = aProcess();
  const until = new Date(clock.now().getTime() + MINUTE_MS);
  const window = { id: 1, checkIds: [], from: clock.now(), until, by: BOSS, reason: "", endedAt: null };
  await database.collection("maintenance_windows").insertOne(window);
  await quiet.prepare();
  await quiet.tell(clock.now());
  await database.collection("maintenance_windows").deleteMany({});
  expect([mails, posts]).toEqual([[], []]);
});
