import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openSeals } from "#server/platform/vault/sealing-key.ts";
import { testVault } from "#tests/support/vault.ts";
import { addDeposit } from "#tests/support/seals.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually } from "#tests/support/app.ts";
import { aRegistration } from "#tests/support/builders.ts";
import { startMongo, startStellar, type TestMongo, type TestStellar } from "#tests/support/embedded.ts";
import { type Gate, startGate } from "./gate.ts";

/** Longer than a busy machine keeps a process waiting. */
const LEASE_MS = 3000;
const DEADLINE_MS = 60_000;
const UNIT = 10_000_000n;
const PUBLIC_URL = "http://localhost:3998";

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  hears(word: string): Promise<unknown>;
}
interface Person {
  readonly id: number;
  readonly walletAddress: string;
  readonly cookie: string;
  readonly password: string;
}

let folder: string;
let mongo: TestMongo;
let stellar: TestStellar;
let network: Gate;
let probe: Gate;
let database: Database;
let environment: Record<string, string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-paused-"));
  [mongo, stellar] = await Promise.all([startMongo(), startStellar({ closeIntervalMs: 200 })]);
  [network, probe] = await Promise.all([startGate(stellar.horizonUrl), startGate(null)]);
  database = await openDatabase(mongo.url, "astrolabe", 10_000);
  environment = {
    PATH: process.env["PATH"] ?? "",
    PUBLIC_URL,
    MONGODB_URL: mongo.url.replace("/?", "/astrolabe?"),
    STELLAR_NETWORK_PASSPHRASE: stellar.passphrase,
    SESSION_KEY: randomBytes(32).toString("hex"),
    VAULT_KEY: randomBytes(32).toString("hex"),
    DATA_DIR: folder,
    CHANNEL_ACCOUNTS: "1",
  };
}, DEADLINE_MS);
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database.close();
  await Promise.all([network.stop(), probe.stop()]);
  await Promise.all([mongo.stop(), stellar.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function startServer(name: string, networkUrl: string): Promise<Server> {
  const fixture = join(import.meta.dirname, "paused-server.fixture.ts");
  const child = spawn(process.execPath, [fixture, name, probe.url, String(LEASE_MS)], {
    env: {
      ...environment,
      STELLAR_RPC_URL: `${networkUrl}/rpc`,
      STELLAR_HORIZON_URL: networkUrl,
      STELLAR_FRIENDBOT_URL: `${networkUrl}/friendbot`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let said = "";
  child.stdout.on("data", (part: Buffer) => {
    said += part.toString();
  });
  const hears = (word: string) => eventually(() => said.includes(word), DEADLINE_MS);
  const url = await eventually(() => {
    if (child.exitCode !== null) throw new Error(`the ${name} did not start: ${said}`);
    return /ready on (\S+)/.exec(said)?.[1];
  }, DEADLINE_MS);
  return { child, url, hears };
}

async function call({ url }: Server, path: string, cookie: string, body: object): Promise<Response> {
  const headers = { origin: PUBLIC_URL, "content-type": "application/json", cookie };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
  return response;
}

async function aPerson(server: Server): Promise<Person> {
  const input = aRegistration();
  const response = await call(server, "/api/register", "", input);
  const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { ...Object(await response.json()), cookie: cookie.join("; "), password: input.password };
}

async function send(server: Server, from: Person, to: Person): Promise<void> {
  const idempotencyKey = randomBytes(12).toString("hex");
  const body = { to: to.walletAddress, assetCode: "XLM", amount: "1", idempotencyKey, password: from.password };
  await call(server, "/api/wallet/send", from.cookie, body);
}

async function isOpen(filter: object): Promise<boolean> {
  return (await accountCollection(database).countDocuments({ ...filter, exists: true })) > 0;
}

async function hasProbed(by: string): Promise<boolean> {
  return (await database.collection("probe").countDocuments({ by })) > 0;
}

/** Holders and tokens by job. */
async function leases(): Promise<Map<string, { readonly holder: string; readonly token: number }>> {
  const all = await database.collection<{ _id: string; holder: string; token: number }>("leases").find({}).toArray();
  return new Map(all.filter(({ holder }) => holder !== "").map(({ _id, holder, token }) => [_id, { holder, token }]));
}

async function approvedDeposit({ id: userId }: Person): Promise<number> {
  const vault = testVault(Buffer.from(environment["VAULT_KEY"] ?? "", "hex"));
  await openSeals(database, openKeyRing(vault, { now: () => new Date() }));
  const id = await database.transaction((session) => database.nextIds(session, "cash_app_deposits", 1));
  const fields = { userId, amount: "1", xlmCredited: "7.0000000", status: "approved", version: 1 } as const;
  await addDeposit(database, { id, ...fields, attempts: 0, submissionId: null });
  return id;
}

async function ledgerBalance({ walletAddress }: Person): Promise<bigint> {
  const account: { balances?: { asset_type: string; balance: string }[] } = Object(
    await (await fetch(`${stellar.horizonUrl}/accounts/${walletAddress}`)).json(),
  );
  const native = account.balances?.find(({ asset_type: type }) => type === "native")?.balance ?? "0";
  return BigInt(native.replace(".", ""));
}

async function arePaid(count: number): Promise<boolean> {
  const paid = {
    kind: { $in: ["send" as const, "deposit" as const] },
    state: "confirmed" as const,
    isReserving: false,
  };
  return (await submissionCollection(database).countDocuments(paid)) === count;
}

test("a server paused in the middle of its jobs is replaced, and when it goes on it changes nothing", async () => {
  const first = await startServer("first", network.url);
  const [ana, ben] = [await aPerson(first), await aPerson(first)];
  for (const _id of [ana.walletAddress, ben.walletAddress]) await eventually(() => isOpen({ _id }), DEADLINE_MS);
  await eventually(() => isOpen({ role: "channel" }), DEADLINE_MS);
  await eventually(() => hasProbed("first"), DEADLINE_MS);
  const before = await leases();
  const jobs = [...before.keys()];
  expect(jobs).toEqual(
    expect.arrayContaining(["ingestion", "submissions", "house", "funding", "crediting", "closing"]),
  );
  expect(jobs).toEqual(expect.arrayContaining(["reclaiming", "reconciliation", "custody", "anchoring", "probe"]));
  expect([...before.values()].map(({ token }) => token)).toEqual(jobs.map(() => 1));
  const start = await ledgerBalance(ben);

  // It has begun to pay a deposit and a send when it stops.
  for (const gate of [network, probe]) gate.shut();
  const second = await startServer("second", stellar.horizonUrl);
  const depositId = await approvedDeposit(ben);
  await send(second, ana, ben);
  const isInside = () => probe.waiting.size > 0 && [...network.waiting].some((body) => body.includes("getFeeStats"));
  await eventually(isInside, DEADLINE_MS);
  first.child.kill("SIGSTOP");
  const paused = await database.collection("probe").countDocuments({ by: "first" });
  probe.open();
  await eventually(() => arePaid(2), DEADLINE_MS);
  await eventually(
    () => database.collection("cash_app_deposits").findOne({ id: depositId, status: "credited" }),
    DEADLINE_MS,
  );
  await eventually(() => hasProbed("second"), DEADLINE_MS);
  await eventually(async () => {
    const now = await leases();
    return jobs.every((job) => now.get(job)?.token === 2 && now.get(job)?.holder !== before.get(job)?.holder);
  }, DEADLINE_MS);

  network.open();
  first.child.kill("SIGCONT");
  await first.hears("refused");
  expect(await database.collection("probe").countDocuments({ by: "first" })).toBe(paused);
  // As a follower it accepts what the other carries out.
  await send(first, ana, ben);
  await eventually(() => arePaid(3), DEADLINE_MS);
  expect(await ledgerBalance(ben)).toBe(start + 7n * UNIT + 2n * UNIT);
  expect(await submissionCollection(database).countDocuments({ kind: "deposit" })).toBe(1);
  expect(await submissionCollection(database).countDocuments({ kind: "send" })).toBe(2);
}, 120_000);
