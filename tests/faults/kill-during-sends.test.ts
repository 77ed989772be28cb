import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { startMongo, startStellar, type TestMongo, type TestStellar } from "#tests/support/embedded.ts";

const MAIN = resolve(import.meta.dirname, "../../sync-server/main.ts");
const PUBLIC_URL = "http://localhost:3999";
const PASSWORD = "correct horse battery";
const KILLS = 3;
const SENDS = 12;
const START_TIMEOUT_MS = 30_000;
/** All kills, sends and confirmations together. */
const TEST_TIMEOUT_MS = 45_000;
/** From the last send to the last confirmation, transactions that a killed server left open included. */
const SETTLE_TIMEOUT_MS = 20_000;

interface Person {
  readonly cookie: string;
  readonly address: string;
}

interface Payment {
  readonly key: string;
  readonly from: Person;
  readonly to: Person;
  readonly stroops: bigint;
  id: number | null;
}

let mongo: TestMongo;
let stellar: TestStellar;
let folder: string;
let server: ChildProcess | null = null;
let baseUrl = "";
const keys = { SESSION_KEY: randomBytes(32).toString("hex"), VAULT_KEY: randomBytes(32).toString("hex") };
const output: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-kill-"));
  [mongo, stellar] = await Promise.all([startMongo(), startStellar({ closeIntervalMs: 500 })]);
  await startServer();
});
afterAll(async () => {
  await killServer();
  await Promise.all([mongo.stop(), stellar.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      PUBLIC_URL,
      MONGODB_URL: mongo.url,
      STELLAR_RPC_URL: stellar.rpcUrl,
      STELLAR_HORIZON_URL: stellar.horizonUrl,
      STELLAR_FRIENDBOT_URL: stellar.friendbotUrl,
      STELLAR_NETWORK_PASSPHRASE: stellar.passphrase,
      ...keys,
    },
  });
  server = child;
  let text = "";
  child.stdout.on("data", (part: Buffer) => {
    text += part.toString();
    output.push(part.toString());
  });
  child.stderr.on("data", (part: Buffer) => output.push(part.toString()));
  const port = await eventually(() => /ready on http:\/\/[^:]+:(\d+)/.exec(text)?.[1], START_TIMEOUT_MS);
  baseUrl = `http://127.0.0.1:${port}`;
}

async function killServer(): Promise<void> {
  const child = server;
  server = null;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => {
    child.once("exit", done);
  });
  child.kill("SIGKILL");
  await gone;
}

async function request(path: string, cookie: string, body?: object) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body ? "POST" : "GET",
    headers: { origin: PUBLIC_URL, cookie, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, body: await response.json(), cookies: response.headers.getSetCookie() };
}

async function register(username: string): Promise<Person> {
  const email = `${username}@example.org`;
  const answer = await request("/api/register", "", { username, email, password: PASSWORD });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const cookie = answer.cookies.map((line) => line.split(";")[0]).join("; ");
  const person = { cookie, address: answer.body.walletAddress };
  await eventually(async () => (await request("/api/wallet", cookie)).body.balances.length > 0, 20_000);
  return person;
}

/** Asks for the payment; a server that dies meanwhile has answered nothing, and the same key is asked again later. */
async function ask(payment: Payment): Promise<void> {
  const amount = `${payment.stroops / 10_000_000n}.${String(payment.stroops % 10_000_000n).padStart(7, "0")}`;
  const body = { to: payment.to.address, assetCode: "XLM", amount, idempotencyKey: payment.key, password: PASSWORD };
  let answer;
  try {
    answer = await request("/api/wallet/send", payment.from.cookie, body);
  } catch {
    return;
  }
  if (answer.status !== 202) return;
  const { id } = answer.body.submission;
  // Whatever was answered for a key stays its answer.
  if (payment.id !== null) expect(id).toBe(payment.id);
  payment.id = id;
}

async function ledgerBalance(address: string): Promise<bigint> {
  const response = await fetch(`${stellar.horizonUrl}/accounts/${address}`);
  const account = await response.json();
  const native = account.balances.find(({ asset_type }: { asset_type: string }) => asset_type === "native");
  return BigInt(String(native.balance).replace(".", ""));
}

async function feesPaid(address: string): Promise<bigint> {
  const response = await fetch(`${stellar.horizonUrl}/accounts/${address}/transactions?limit=200`);
  const { _embedded } = await response.json();
  return _embedded.records
    .filter(({ fee_account }: { fee_account: string }) => fee_account === address)
    .reduce((sum: bigint, { fee_charged }: { fee_charged: string }) => sum + BigInt(fee_charged), 0n);
}

test(
  "whatever the server was doing when it was killed, every key is paid exactly once",
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const [ana, ben] = [await register("ana"), await register("ben")];
    const payments = Array.from({ length: SENDS }, (_, index): Payment => {
      const [from, to] = index % 2 === 0 ? [ana, ben] : [ben, ana];
      // Different amounts, so that each payment is recognised on the ledger.
      return { key: randomBytes(18).toString("base64url"), from, to, stroops: 10_000_000n + BigInt(index), id: null };
    });
    const before = [await ledgerBalance(ana.address), await ledgerBalance(ben.address)] as const;

    for (let round = 0; round < KILLS; round += 1) {
      const part = payments.slice((round * SENDS) / KILLS, ((round + 1) * SENDS) / KILLS);
      const asking = Promise.all(part.map(ask));
      await new Promise((done) => {
        setTimeout(done, randomInt(50, 1200));
      });
      await killServer();
      await asking;
      await startServer();
    }
    for (const payment of payments) await ask(payment);
    expect(payments.filter(({ id }) => id === null)).toEqual([]);

    await eventually(async () => {
      const answers = await Promise.all(
        payments.map(({ id, from }) => request(`/api/wallet/submissions/${id}`, from.cookie)),
      );
      return answers.every(({ body }) => body.submission.state === "confirmed");
    }, SETTLE_TIMEOUT_MS);

    const response = await fetch(`${stellar.horizonUrl}/accounts/${ana.address}/transactions?limit=200`);
    const hashes = new Set((await response.json())._embedded.records.map(({ hash }: { hash: string }) => hash));
    const settled = await Promise.all(
      payments.map(
        async ({ id, from }) => (await request(`/api/wallet/submissions/${id}`, from.cookie)).body.submission,
      ),
    );
    expect(new Set(settled.map(({ hash }) => hash)).size).toBe(SENDS);
    expect(settled.every(({ hash }) => hashes.has(hash))).toBe(true);

    const sumOf = (from: Person) =>
      payments.filter((payment) => payment.from === from).reduce((sum, { stroops }) => sum + stroops, 0n);
    const [anaFees, benFees] = [await feesPaid(ana.address), await feesPaid(ben.address)];
    expect(await ledgerBalance(ana.address)).toBe(before[0] - sumOf(ana) + sumOf(ben) - anaFees);
    expect(await ledgerBalance(ben.address)).toBe(before[1] - sumOf(ben) + sumOf(ana) - benFees);

    await eventually(async () => {
      const [first, second] = await Promise.all([
        request("/api/wallet", ana.cookie),
        request("/api/wallet", ben.cookie),
      ]);
      const shown = [first, second].map(({ body }) => BigInt(body.balances[0].balance.replace(".", "")));
      return shown[0] === (await ledgerBalance(ana.address)) && shown[1] === (await ledgerBalance(ben.address));
    });
    expect(output.join("")).not.toMatch(/\bS[A-Z2-7]{55}\b/);
    expect(output.join("")).not.toContain(PASSWORD);
  },
);
