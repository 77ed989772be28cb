import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ERRORS } from "#schemas/errors.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { cookieOf, eventually, startTestApp, type TestApp, type TestAppOptions } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import type { TestMongo } from "#tests/support/embedded.ts";

const MONGO = join(import.meta.dirname, "../../sync-server/embedded/mongo/cli.ts");
const HOUR_MS = 60 * 60_000;
/** What the database may leave unanswered here, and what then is the longest that anybody waits. */
const SILENCE_MS = 3000;
const BOUND_MS = 25_000;
/** So long the slow database stands still, and then works. */
const SLOW_MS = 150;
let app: TestApp;
let payer: TestUser;
let payee: TestUser;

let mongo: OwnMongo;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-frozen-"));
  mongo = await freezableMongo(folder);
  app = await start({ mongo, silenceMs: SILENCE_MS });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: TestAppOptions): Promise<TestApp> {
  const started = await startTestApp(options);
  [payer, payee] = await Promise.all([aUser(started), aUser(started)]);
  for (const { user } of [payer, payee])
    await eventually(() => accountCollection(started.database).findOne({ userId: user.id, exists: true }), 30_000);
  return started;
}

async function call({ server }: TestApp, method: "GET" | "POST", url: string, payload?: object) {
  const response = await server.inject({ method, url, headers: { cookie: payer.cookie }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json(), cookie: cookieOf(response) };
}

function send(to: TestApp, key: string) {
  const payment = { to: payee.user.username, assetCode: "XLM", amount: "1", password: payer.password };
  return call(to, "POST", "/api/wallet/send", { ...payment, idempotencyKey: `bad-day-${key}-0123456789` });
}

/** Sends the same payment until it is accepted. */
function sendUntilTaken(to: TestApp, key: string) {
  return eventually(async () => {
    const answer = await send(to, key);
    return answer.status === 202 && answer;
  }, 60_000);
}

/** Every payment that was answered for is on the ledger once, and so are no others. */
async function checkRecords({ database, stellar }: TestApp, answered: readonly number[]): Promise<void> {
  const submissions = submissionCollection(database);
  const userId = payer.user.id;
  await eventually(async () => (await submissions.countDocuments({ userId, isReserving: true })) === 0, 60_000);
  const made = await submissions.find({ userId, kind: "send" }).toArray();
  const confirmed = made.filter(({ state }) => state === "confirmed").map(({ id }) => id);
  expect(confirmed).toEqual(expect.arrayContaining([...answered]));
  const response = await fetch(`${stellar.horizonUrl}/accounts/${payee.user.walletAddress}`);
  const { balances } = (await response.json()) as { readonly balances: readonly { readonly balance: string }[] };
  expect(Number(balances[0]?.balance)).toBe(10_000 + confirmed.length);
}

test("with our clock wrong by an hour either way people stay signed in and payments are made once", async () => {
  for (const offMs of [HOUR_MS, -HOUR_MS]) {
    app.clock.advance(offMs);
    expect((await call(app, "GET", "/api/user")).status).toBe(200);
    const { status, body } = await send(app, `clock-${offMs}`);
    expect([status, body.code]).toEqual([202, undefined]);
    const { id } = body.submission;
    await checkRecords(app, [id]);
    const made = await submissionCollection(app.database).findOne({ id });
    expect(made).toMatchObject({ state: "confirmed", rebuilds: 0 });
    const { username } = payer.user;
    const again = await call(app, "POST", "/api/login", { username, password: payer.password });
    expect(again.status).toBe(200);
    // What happened when is the ledger's to say, whatever our clock says.
    const isTheirs = { userId: payee.user.id, hash: made?.attempt?.hash };
    const row = await app.database.collection("transactions").findOne(isTheirs);
    expect(Math.abs(row?.["timestamp"].getTime() - Date.now())).toBeLessThan(HOUR_MS / 2);
    app.clock.advance(-offMs);
    payer = { ...payer, cookie: again.cookie };
  }
}, 120_000);

interface OwnMongo extends TestMongo {
  freeze(): void;
  thaw(): void;
}

/** A database whose process we have our hands on. */
async function freezableMongo(folder: string): Promise<OwnMongo> {
  const mongo = spawn(process.execPath, [MONGO, "--port", "0", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) => {
    mongo.stdout.on("data", (chunk: Buffer) => {
      const ready = / ready on \S+:(\d+)/.exec(chunk.toString());
      if (ready?.[1] !== undefined) resolve(ready[1]);
    });
  });
  return {
    url: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    freeze: () => void mongo.kill("SIGSTOP"),
    thaw: () => void mongo.kill("SIGCONT"),
    stop: async () => {
      const gone = new Promise((resolve) => void mongo.once("exit", resolve));
      mongo.kill("SIGCONT");
      mongo.kill("SIGTERM");
      await gone;
    },
  };
}

test("while the database is frozen every request is answered in time, with a sentence, and all goes on after", async () => {
  mongo.freeze();
  const beganMs = performance.now();
  const answers = await Promise.all([
    call(app, "GET", "/api/user"),
    call(app, "GET", "/api/wallet"),
    call(app, "POST", "/api/login", { username: payer.user.username, password: payer.password }),
    send(app, "frozen"),
  ]);
  const tookMs = performance.now() - beganMs;
  mongo.thaw();
  expect(tookMs).toBeLessThan(BOUND_MS);
  for (const { status, body } of answers)
    expect([status, body.code, body.message]).toEqual([503, "not-ready", ERRORS["not-ready"][1]]);
  // The same wish, sent again once the database is back, is made once, whatever came of the first.
  const { body } = await sendUntilTaken(app, "frozen");
  await checkRecords(app, [body.submission.id]);
}, 120_000);

test("while the database is slow, double taps are answered alike and every payment is made once", async () => {
  const slowing = setInterval(() => {
    mongo.freeze();
    setTimeout(mongo.thaw, SLOW_MS);
  }, 2 * SLOW_MS);
  const taps = await Promise.all(
    ["slow-1", "slow-1", "slow-2", "slow-2", "slow-3", "slow-3"].map((key) => sendUntilTaken(app, key)),
  );
  clearInterval(slowing);
  await new Promise((resolve) => setTimeout(resolve, 2 * SLOW_MS));
  mongo.thaw();
  const ids = taps.map(({ body }) => body.submission.id);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toBe(ids[1]);
  await checkRecords(app, ids);
}, 180_000);
