import { createHmac } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import type { OutsideLink } from "#server/platform/outside/read-public.ts";
import { TestClock } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { deliverDue, type SendingDeps } from "./deliver-webhook.ts";
import { deliveriesOf, deliveryOf, WEBHOOK, webhookOf } from "./webhook-store.ts";

const SECRET = Buffer.alloc(32, 7);
const DAY_MS = 24 * 60 * 60 * 1000;
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "good.example": ["93.184.215.14"],
  "inside.example": ["10.0.0.7"],
  "mixed.example": ["93.184.215.14", "127.0.0.1"],
};
let mongo: TestMongo;
let database: Database;
let server: Server;
let deps: SendingDeps;
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let dialled = 0;
const clock = new TestClock();

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "webhook", 10_000);
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    answer(request, response, body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const link: OutsideLink = {
    resolve: (name) => Promise.resolve(NAMES[name] ?? []),
    request: (options, onAnswer) => {
      dialled += 1;
      const { lookup: _pinned, agent: _none, ...rest } = options;
      return httpRequest({ ...rest, host: "127.0.0.1", port }, onAnswer);
    },
  };
  const secrets = {
    put: () => Promise.resolve(),
    drop: () => Promise.resolve(),
    use: async <T>(_name: string, work: (plain: Buffer) => T | Promise<T>) => work(SECRET),
  };
  deps = { runtime: { database, clock }, secrets, link };
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
  await mongo.stop();
});
beforeEach(async () => {
  for (const name of ["webhook_deliveries", "monitoring_webhooks", "system_issues"])
    await database.collection(name).deleteMany({});
  dialled = 0;
});

async function queue(url = "https://good.example/hook"): Promise<string> {
  await webhookOf(database).insertOne({ _id: WEBHOOK, url, leastSeverity: "info", setBy: 1, setAt: clock.now() });
  const delivery = deliveryOf("issue.opened", [], clock.now());
  await deliveriesOf(database).insertOne(delivery);
  return delivery._id;
}

const kept = () => deliveriesOf(database).findOne({});

test("a message is signed over its id, its time and its body, and is sent once where it is taken", async () => {
  const id = await queue();
  const heard: string[] = [];
  answer = ({ headers }, response, body) => {
    const [said = "", at = ""] = [headers["webhook-id"], headers["webhook-timestamp"]].map(String);
    const own = createHmac("sha256", SECRET).update(`${said}.${at}.${body}`).digest("base64");
    heard.push(`${said} ${headers["webhook-signature"] === `v1,${own}`}`);
    response.writeHead(204).end();
  };
  await deliverDue(deps);
  await deliverDue(deps);
  expect(heard).toEqual([`${id} true`]);
  expect(await kept()).toMatchObject({ state: "delivered", attempts: 1, status: 204, nextAt: null });
});

test("one that is refused is tried again, ever later, given up at last, and that is an issue until one is taken", async () => {
  await queue();
  answer = (_request, response) => void response.writeHead(503).end();
  for (let turn = 0; turn < 20; turn += 1) {
    await deliverDue(deps);
    clock.advance(DAY_MS);
  }
  expect(await kept()).toMatchObject({ state: "given-up", attempts: 8, status: 503 });
  expect(dialled).toBe(8);
  const failing = () => issuesOf(database).findOne({ checkId: "webhook-failing" });
  expect(await failing()).toMatchObject({ status: "active", severity: "warning" });
  await deliveriesOf(database).insertOne(deliveryOf("issue.opened", [], clock.now()));
  answer = (_request, response) => void response.end();
  await deliverDue(deps);
  expect(await failing()).toMatchObject({ status: "resolved" });
});

test("between two attempts nothing is sent", async () => {
  await queue();
  answer = (_request, response) => void response.writeHead(500).end();
  await deliverDue(deps);
  await deliverDue(deps);
  expect(dialled).toBe(1);
  clock.advance(6000);
  await deliverDue(deps);
  expect(dialled).toBe(2);
});

test("a redirect is followed nowhere, and names that lead inside are not dialled", async () => {
  await queue();
  answer = (_request, response) => void response.writeHead(302, { location: "https://inside.example/" }).end();
  await deliverDue(deps);
  expect(await kept()).toMatchObject({ state: "waiting", status: 302 });
  expect(dialled).toBe(1);
  for (const url of [
    "https://inside.example/",
    "https://mixed.example/",
    "https://127.0.0.1/",
    "https://good.example:8443/",
  ]) {
    await webhookOf(database).updateOne({ _id: WEBHOOK }, { $set: { url } });
    await deliveriesOf(database).deleteMany({});
    await deliveriesOf(database).insertOne(deliveryOf("issue.opened", [], clock.now()));
    await deliverDue(deps);
    expect(await kept(), url).toMatchObject({ state: "waiting", status: null });
  }
  expect(dialled).toBe(1);
});

test("a receiver that hangs is left after five seconds, and one that answers without end after little of it", async () => {
  await queue();
  answer = () => undefined;
  const beganMs = performance.now();
  await deliverDue(deps);
  expect(performance.now() - beganMs).toBeLessThan(15_000);
  expect(await kept()).toMatchObject({ state: "waiting", status: null, attempts: 1 });
  answer = (_request, response) => {
    response.writeHead(200);
    response.on("error", () => undefined);
    for (let part = 0; part < 100; part += 1) response.write("x".repeat(10_000));
  };
  clock.advance(10_000);
  await deliverDue(deps);
  expect(await kept()).toMatchObject({ state: "waiting", status: null, attempts: 2 });
}, 30_000);
