import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { openSocketLink } from "#pwa/platform/sync/link.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { eventually } from "./support/app.ts";
import { aRegistration } from "./support/builders.ts";
import { COMPILED } from "./support/compiled.ts";
import { startMongo, startStellar, TEMPLATE, type TestMongo, type TestStellar } from "./support/embedded.ts";
import { freePort } from "./support/free-port.ts";
import { type MainProcess, startMain } from "./support/main-process.ts";
import { IS_SHORT } from "./support/short.ts";
import { openReverseProxy, type ReverseProxy } from "./support/reverse-proxy.ts";

/** A machine that does other things besides takes so long over a start. */
const DEADLINE_MS = 180_000;
const BETWEEN_REQUESTS_MS = 30;

interface Person {
  readonly id: number;
  readonly walletAddress: string;
  readonly username: string;
  readonly cookie: string;
  readonly password: string;
}

let folder: string;
let mongo: TestMongo;
let stellar: TestStellar;
let proxy: ReverseProxy;
let ports: readonly number[];
let environment: Readonly<Record<string, string>>;
const replicas = new Map<number, MainProcess>();
let ana: Person;
let ben: Person;
/** What Ana was told is accepted. */
let paid = 0;
/** Ben's. */
let phone: { readonly database: UserDatabase; readonly sync: SyncHandle } | null = null;

/** As `compose.yaml` arranges it: two of one version on one database, one network and one folder, behind one proxy. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-replicas-"));
  [mongo, stellar] = await Promise.all([
    startMongo({ from: process.env[TEMPLATE] }),
    startStellar({ closeIntervalMs: 500 }),
  ]);
  ports = await Promise.all([freePort(), freePort()]);
  proxy = await openReverseProxy(ports, DEADLINE_MS);
  environment = {
    HOST: "127.0.0.1",
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: "127.0.0.1",
    MONGODB_URL: mongo.url.replace("/?", "/astrolabe?"),
    STELLAR_RPC_URL: stellar.rpcUrl,
    STELLAR_HORIZON_URL: stellar.horizonUrl,
    STELLAR_FRIENDBOT_URL: stellar.friendbotUrl,
    STELLAR_NETWORK_PASSPHRASE: stellar.passphrase,
    SESSION_KEY: randomBytes(32).toString("hex"),
    VAULT_KEY: randomBytes(32).toString("hex"),
    ADMIN_PASSWORD: randomBytes(12).toString("hex"),
  };
  await Promise.all(ports.map(startReplica));
}, DEADLINE_MS);

afterAll(async () => {
  await phone?.sync.stop();
  await phone?.database.close();
  await Promise.all([...replicas.values()].map((each) => each.kill()));
  await proxy.close();
  await Promise.all([mongo.stop(), stellar.stop()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function startReplica(port: number): Promise<void> {
  const replica = startMain(folder, COMPILED, { ...environment, PORT: String(port) });
  replicas.set(port, replica);
  await replica.address();
}

/** As a supervisor does; answers with its exit code. */
async function stopReplica(port: number): Promise<number | null> {
  const replica = replicas.get(port);
  replica?.child.kill("SIGTERM");
  return (await replica?.exit) ?? null;
}

function ask(path: string, cookie: string, body?: object): Promise<Response> {
  const headers = { origin: proxy.url, cookie, ...(body && { "content-type": "application/json" }) };
  return fetch(`${proxy.url}${path}`, {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}

/** Registers through the proxy, signs in through it, and waits until the network has opened the account. */
async function aPerson(): Promise<Person> {
  const input = aRegistration();
  const registered = await ask("/api/register", "", input);
  expect(registered.status).toBe(201);
  const { id, walletAddress } = Object(await registered.json());
  const { username, password } = input;
  const signedIn = await ask("/api/login", "", { username, password });
  expect(signedIn.status).toBe(200);
  const cookie = cookiesOf(signedIn);
  await eventually(async () => {
    const { balances } = Object(await (await ask("/api/wallet", cookie)).json());
    return Array.isArray(balances) && balances.length > 0;
  });
  return { id, walletAddress, username, cookie, password };
}

async function pay(): Promise<Response> {
  const idempotencyKey = randomBytes(12).toString("hex");
  const body = { to: ben.walletAddress, assetCode: "XLM", amount: "1", idempotencyKey, password: ana.password };
  const response = await ask("/api/wallet/send", ana.cookie, body);
  if (response.ok) paid += 1;
  return response;
}

/** Whether Ben's phone has been told of every payment. */
async function isAllSeen(): Promise<boolean> {
  if (!phone) return false;
  const rows = await readRows(phone.database, "transactions");
  return rows.filter(({ amount }) => amount === "1.0000000").length === paid;
}

/** Asks and pays without end until `act` is through; answers with what was not as it should be. */
async function whileAsked(act: () => Promise<void>): Promise<{ readonly asked: number; readonly failures: string[] }> {
  const failures: string[] = [];
  let asked = 0;
  const over = new AbortController();
  async function keepOn(request: () => Promise<Response>, pauseMs: number): Promise<void> {
    while (!over.signal.aborted) {
      asked += 1;
      const answer = await request().catch((error: unknown) => String(error));
      if (typeof answer === "string") failures.push(answer);
      else if (answer.status !== 200 && answer.status !== 202) failures.push(`${answer.status} ${await answer.text()}`);
      else await answer.arrayBuffer();
      await delay(pauseMs);
    }
  }
  const askers = [
    keepOn(() => ask("/api/user", ben.cookie), BETWEEN_REQUESTS_MS),
    keepOn(() => ask("/readyz", ""), BETWEEN_REQUESTS_MS),
    keepOn(pay, BETWEEN_REQUESTS_MS * 10),
  ];
  await act().finally(() => over.abort());
  await Promise.all(askers);
  return { asked, failures };
}

test("two replicas serve one person after the other, and a payment by one is seen live at the other", async () => {
  [ana, ben] = await Promise.all([aPerson(), aPerson()]);
  const database = await openUserDatabase(ben.id, {
    storage: getRxStorageMemory(),
    multiInstance: false,
    device: "-replicas",
    kept: ["transactions", "balances"],
  });
  let state = "";
  const sync = startSync(database, {
    now: () => Date.now(),
    openLink: (events) => openSocketLink(events, proxy.url, ben.cookie),
    publish: (shown) => {
      state = shown.state;
    },
  });
  phone = { database, sync };
  await eventually(() => state === "live", DEADLINE_MS);
  const served = new Set<string>();
  while (served.size < 2 || proxy.lastAsked() === proxy.lastSocket()) {
    expect((await pay()).ok).toBe(true);
    served.add(proxy.lastAsked());
  }
  await eventually(isAllSeen, DEADLINE_MS);
}, 240_000);

test.skipIf(IS_SHORT)(
  "one after the other is stopped and comes back while people ask and pay, and no request fails",
  async () => {
    const { asked, failures } = await whileAsked(async () => {
      for (const port of ports) {
        expect(await stopReplica(port)).toBe(0);
        await startReplica(port);
      }
    });
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(50);
    await eventually(isAllSeen, DEADLINE_MS);
  },
  240_000,
);

test.skipIf(IS_SHORT)(
  "both are stopped and started anew, as by an upgrade, and what is asked meanwhile waits at the proxy",
  async () => {
    const { failures } = await whileAsked(async () => {
      expect(await Promise.all(ports.map(stopReplica))).toEqual([0, 0]);
      await Promise.all(ports.map(startReplica));
    });
    expect(failures).toEqual([]);
    await eventually(isAllSeen, DEADLINE_MS);
  },
  240_000,
);
