import { type PasswordCost, setPasswordCost } from "#server/users/passwords.ts";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { type App, buildApp } from "#server/app.ts";
import { type Config, DEFAULT_PRICES, DEFAULT_TRADES_DAYS } from "#server/config.ts";
import { DEFAULT_LOG } from "#server/log-settings.ts";
import { DEFAULT_BACKUP } from "#server/backup-settings.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startMongo, TEMPLATE, startStellar, type TestMongo, type TestStellar } from "./embedded.ts";
import { openLeakWatch } from "./leak-watch.ts";
import { testVault } from "./vault.ts";

/** A clock that tests move. */
export class TestClock {
  #offsetMs = 0;
  readonly #onMoved: () => void;

  /** Whoever waits for a time is to be told by `onMoved` that it may have come. */
  constructor(onMoved = (): void => undefined) {
    this.#onMoved = onMoved;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
    this.#onMoved();
  }
}

export interface TestApp {
  readonly app: App;
  readonly server: FastifyInstance;
  readonly runtime: Runtime;
  readonly database: Database;
  readonly stellar: TestStellar;
  readonly clock: TestClock;
  readonly config: Config;
  /** Listens on a free port and answers with the base URL. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

/** What a password costs is tested where passwords are. */
const CHEAP: PasswordCost = { memoryKib: 64, passes: 1 };

export interface TestAppOptions {
  readonly closeIntervalMs?: number;
  readonly house?: Partial<Config["house"]>;
  /** Far more than any test uses unless told: all its people come from one address. */
  readonly perNetwork?: Partial<Config["perNetwork"]>;
  /** Whether new accounts are given away; they are unless told. */
  readonly hasFriendbot?: boolean;
  /** Whether the network has its demo market; it has none unless told. */
  readonly hasDemo?: boolean;
  readonly publicUrl?: string;
  /** Nobody sells XLM for a card unless told. */
  readonly cardProviderUrl?: string;
  /** A file of networks whose visits count nothing. */
  readonly uncountedNetworksFile?: string;
  /** Mails lie in the outbox folder unless told. */
  readonly smtpUrl?: string;
  readonly isProduction?: boolean;
  readonly trustedProxies?: readonly string[];
  /** What one party may take of the process; all that a test's polling takes unless told. */
  readonly limits?: Partial<Config["limits"]>;
  readonly pwaFolder?: string;
  /** What is logged is only searched for secrets unless told. */
  readonly log?: Runtime["log"];
  /** A database of the app's own over a temporary folder unless told; it is stopped with the app. */
  readonly mongo?: TestMongo;
  /** A network of the app's own unless told; it is stopped with the app. */
  readonly stellar?: TestStellar;
  /** How long the database may leave a command unanswered; as long as in use unless told. */
  readonly silenceMs?: number;
  /** How long a new operator does not count as one of two; a day unless told. */
  readonly approvalMs?: number;
  /** How long identity pictures are kept; 30 days and no law unless told. */
  readonly identity?: Partial<Config["identity"]>;
  /** Whether the house reads what assets are worth; it does unless told. Where it does not, they are worth what a test says. */
  readonly readsPrices?: boolean;
  /** Whether the service looks at itself; it does not unless told, since it finds what whoever tests lacks, and costs them time. */
  readonly makesChecks?: boolean;
  /** Nobody is told of metrics unless told. */
  readonly metrics?: Config["metrics"];
  /** How much of the log is kept, and for how long; as much as in use unless told. */
  readonly kept?: Partial<Config["log"]>;
  /** No backup is made unless told. */
  readonly backup?: Config["backup"];
  /** A key of its own that we hold locks the vault unless told. */
  readonly vault?: Config["vault"];
}

/** Tests ask every few milliseconds, all of them from one network. */
const ROOMY_LIMITS: Config["limits"] = {
  requestsPerUser: 1_000_000,
  requestsPerNetwork: 1_000_000,
  socketsPerNetwork: 100_000,
};
const DAY_MS = 24 * 60 * 60 * 1000;
const PUBLIC_URL = "http://localhost:3000";

/** The real app over the real embedded servers, each on a free port over a temporary folder. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  // Benches pay what everybody pays.
  if (process.env["VITEST"] !== undefined) setPasswordCost(CHEAP);
  const dataDir = await mkdtemp(join(tmpdir(), "astrolabe-app-"));
  const [mongo, stellar] = await Promise.all([
    options.mongo ?? startMongo({ from: process.env[TEMPLATE] }),
    options.stellar ??
      startStellar({ closeIntervalMs: options.closeIntervalMs ?? 200, hasDemo: options.hasDemo ?? false }),
  ]);
  const config: Config = {
    isProduction: options.isProduction ?? false,
    host: "127.0.0.1",
    port: 0,
    dataDir,
    publicUrl: options.publicUrl ?? PUBLIC_URL,
    trustedProxies: options.trustedProxies ?? [],
    mongodbUrl: mongo.url,
    databaseName: "astrolabe",
    stellar: {
      rpcUrls: [stellar.rpcUrl],
      horizonUrls: [stellar.horizonUrl],
      passphrase: stellar.passphrase,
      friendbotUrl: options.hasFriendbot === false ? null : stellar.friendbotUrl,
      demoUrl: stellar.demoUrl,
    },
    house: { channels: 0, dailyReserveStroops: 0n, dailyFeeStroops: 0n, ...options.house },
    perNetwork: { registrations: 10_000, sponsored: 10_000, ...options.perNetwork },
    prices: DEFAULT_PRICES,
    tradesKeptDays: DEFAULT_TRADES_DAYS,
    limits: { ...ROOMY_LIMITS, ...options.limits },
    sessionKey: randomBytes(32),
    vault: options.vault ?? testVault(),
    smtpUrl: options.smtpUrl ?? null,
    uncountedNetworksFile: options.uncountedNetworksFile ?? null,
    cardProviderUrl: options.cardProviderUrl ?? null,
    push: { allowsPrivate: true },
    identity: {
      erasureKeysDir: join(dataDir, "erasure-keys"),
      retentionDays: 30,
      keepByLawDays: 0,
      ...options.identity,
    },
    approvalMs: options.approvalMs ?? DAY_MS,
    backup: options.backup ?? DEFAULT_BACKUP,
    metrics: options.metrics ?? null,
    log: { ...DEFAULT_LOG, ...options.kept },
    given: ["MONGODB_URL", "SESSION_KEY"],
  };
  const database = await openDatabase(mongo.url, config.databaseName, 10_000, options.silenceMs);
  if (options.readsPrices === false) await holdForever(database, "prices");
  if (options.makesChecks !== true) await holdForever(database, "checks");
  const clock = new TestClock(database.changes.tellAll);
  const watch = openLeakWatch();
  const runtime: Runtime = { config, database, clock, log: options.log ?? watch.log };
  const app = await buildApp(runtime, options.pwaFolder ?? join(dataDir, "no-pwa"));
  watch.listenTo(app.server);
  const testApp: TestApp = {
    app,
    server: app.server,
    runtime,
    database,
    stellar,
    clock,
    config,
    listen: () => app.server.listen({ host: "127.0.0.1", port: 0 }),
    stop: async () => {
      try {
        await app.server.close();
        await watch.check(testApp);
      } finally {
        await database.close();
        await Promise.all([mongo.stop(), stellar.stop()]);
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
  return testApp;
}

/** Holds a job's lease as another server would, so that the job never runs in this one. */
async function holdForever(database: Database, job: string): Promise<void> {
  const lease = { _id: job, holder: "a test", token: 1, until: new Date("9999-01-01") };
  await database.collection<typeof lease>("leases").replaceOne({ _id: job }, lease, { upsert: true });
}

/** The `connect.sid` pair of an answer, for the cookie header of the next request. */
export function cookieOf(response: LightMyRequestResponse): string {
  const cookie = response.cookies.find(({ name }) => name === "connect.sid");
  return cookie ? `connect.sid=${encodeURIComponent(cookie.value)}` : "";
}

/**
 * Asks until `ask` answers with a value that is not null, undefined or false; fails after `timeoutMs`. Generous, since a busy machine
 * takes several times as long, and nothing is gained by giving up.
 */
export async function eventually<T>(
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`the condition did not come true within ${timeoutMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
