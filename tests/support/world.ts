import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { createSecurity } from "#server/users/index.ts";
import { randomBytes } from "node:crypto";
import {
  type Keypair,
  Keypair as Keys,
  type Memo,
  type Operation,
  rpc,
  type Transaction,
  TransactionBuilder,
} from "@stellar/stellar-sdk";
import { type Config, DEFAULT_LIMITS, DEFAULT_PRICES, DEFAULT_TRADES_DAYS } from "#server/config.ts";
import { DEFAULT_LOG } from "#server/log-settings.ts";
import { DEFAULT_BACKUP } from "#server/backup-settings.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createLog } from "#server/platform/http/log.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { openGuard } from "#server/wallet/index.ts";
import type { Guard } from "#server/platform/submissions/spending.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import type { SubmissionsDeps } from "#server/platform/submissions/deps.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { sealPolicyAtFirst } from "#server/security/operator-policy.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { TestClock } from "./app.ts";
import { startMongo, startStellar, steer, type TestStellar } from "./embedded.ts";
import { testVault } from "./vault.ts";
import { type AccountRole, insertAccount } from "#server/platform/ingest/account.ts";
import { ingestPage } from "#server/platform/ingest/ingester.ts";
import { numberedAccounts } from "#server/platform/ingest/migrations.ts";
import { OwnAccounts } from "#server/platform/ingest/own-accounts.ts";

type AnyOperation = ReturnType<typeof Operation.payment>;

/** A database and a network of a test's own, with nothing running: ledgers close and are ingested when the test says so. */
export interface World {
  readonly database: Database;
  readonly stellar: TestStellar;
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly clock: TestClock;
  readonly deps: SubmissionsDeps & { readonly guard: Guard };
  /** An account on the ledger that is nobody's of us. */
  stranger(): Promise<Keypair>;
  /** An account on the ledger that is ours, whose key the test holds. */
  ours(userId: number, role?: AccountRole): Promise<Keypair>;
  /** A wallet on the ledger whose key the vault holds. */
  wallet(userId: number, role?: AccountRole): Promise<string>;
  /** Applies operations of the first signer's account in a ledger that closes at once; answers with the hash. */
  apply(signers: readonly Keypair[], operations: readonly AnyOperation[], memo?: Memo): Promise<string>;
  /** Sends the same and closes no ledger; answers with the hash. */
  send(signers: readonly Keypair[], operations: readonly AnyOperation[], memo?: Memo): Promise<string>;
  close(): Promise<void>;
  ingest(): Promise<void>;
  /** Lets the worker and the network run until no submission is open. */
  settle(): Promise<void>;
  rows(userId: number): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const MOST_TURNS = 30;
/** More than a copy rests before it is sent again. */
const TURN_MS = 6000;

export interface WorldOptions {
  /** Ledgers that the network's RPC remembers. */
  readonly retainLedgers?: number;
  /** Ledgers whose history its Horizon tells. */
  readonly keepHistory?: number;
  /** Whether Horizon is in the configuration. */
  readonly hasHorizon?: boolean;
}

export async function startWorld({ hasHorizon = false, ...options }: WorldOptions = {}): Promise<World> {
  const [mongo, stellar] = await Promise.all([startMongo(), startStellar({ closeIntervalMs: 0, ...options })]);
  const database = await openDatabase(mongo.url, "world", 10_000);
  const config: Config = {
    isProduction: false,
    host: "127.0.0.1",
    port: 0,
    dataDir: "",
    publicUrl: "",
    trustedProxies: [],
    mongodbUrl: mongo.url,
    databaseName: "world",
    stellar: {
      rpcUrls: [stellar.rpcUrl],
      horizonUrls: hasHorizon ? [stellar.horizonUrl] : [],
      passphrase: stellar.passphrase,
      friendbotUrl: stellar.friendbotUrl,
      demoUrl: null,
    },
    house: { channels: 0, dailyReserveStroops: 0n, dailyFeeStroops: 0n },
    perNetwork: { registrations: 10_000, sponsored: 10_000 },
    prices: DEFAULT_PRICES,
    tradesKeptDays: DEFAULT_TRADES_DAYS,
    limits: DEFAULT_LIMITS,
    sessionKey: randomBytes(32),
    vault: testVault(),
    smtpUrl: null,
    uncountedNetworksFile: null,
    cardProviderUrl: null,
    push: { allowsPrivate: true },
    identity: { erasureKeysDir: "unused", retentionDays: 30, keepByLawDays: 0 },
    approvalMs: 24 * 60 * 60 * 1000,
    backup: DEFAULT_BACKUP,
    metrics: null,
    log: DEFAULT_LOG,
    given: [],
  };
  const clock = new TestClock();
  const runtime: Runtime = { config, database, clock, log: createLog("silent") };
  const vault = openVault(database, openKeyRing(config.vault, clock), openAuditLog(database, clock), clock);
  await vault.verifyKey();
  await sealPolicyAtFirst(database);
  const network = openRpcNetwork(config.stellar);
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  const deps = { runtime, network, vault, guard: openGuard(runtime) };
  const own = new OwnAccounts();
  await migrate(database, [numberedAccounts], clock);

  async function fund(address: string): Promise<void> {
    if (!(await askFriendbot(stellar.friendbotUrl, address))) throw new Error("the faucet gave nothing");
  }
  async function ingest(): Promise<void> {
    while (await ingestPage({ runtime, network, parts: INGEST_PARTS }, own));
  }
  async function close(): Promise<void> {
    await steer(stellar, "/close");
  }
  async function send(signers: readonly Keypair[], operations: readonly AnyOperation[], memo?: Memo): Promise<string> {
    const [first] = signers;
    if (!first) throw new Error("nobody signs");
    const account = await node.getAccount(first.publicKey());
    const builder = new TransactionBuilder(account, { fee: "1000", networkPassphrase: stellar.passphrase });
    for (const operation of operations) builder.addOperation(operation);
    if (memo) builder.addMemo(memo);
    const transaction: Transaction = builder.setTimeout(0).build();
    transaction.sign(...signers);
    return (await node.sendTransaction(transaction)).hash;
  }
  await ingest();

  return {
    database,
    stellar,
    runtime,
    network,
    clock,
    deps,
    close,
    ingest,
    stranger: async () => {
      const keys = Keys.random();
      await fund(keys.publicKey());
      return keys;
    },
    ours: async (userId, role = "wallet") => {
      const keys = Keys.random();
      await database.transaction(async (session) => {
        await insertAccount(database, session, keys.publicKey(), userId, role);
        await createSecurity({ database }, session, userId);
      });
      await fund(keys.publicKey());
      await ingest();
      return keys;
    },
    wallet: async (userId, role = "wallet") => {
      const purpose = role === "channel" ? "house" : role;
      const address = await database.transaction(async (session) => {
        const key = await vault.createKey(session, { userId, purpose });
        await insertAccount(database, session, key, userId, role);
        if (role !== "trading") await createSecurity({ database }, session, userId);
        return key;
      });
      await fund(address);
      await ingest();
      return address;
    },
    send,
    apply: async (signers, operations, memo) => {
      const hash = await send(signers, operations, memo);
      await close();
      const { status } = await node.getTransaction(hash);
      if (status !== "SUCCESS") throw new Error(`the ledger says ${status} of ${hash}`);
      return hash;
    },
    settle: async () => {
      for (let turn = 0; turn < MOST_TURNS; turn += 1) {
        if ((await advanceOpen(deps)) === 0) break;
        await close();
        clock.advance(TURN_MS);
      }
      await ingest();
    },
    rows: (userId) =>
      database
        .collection("transactions")
        .find({ userId }, { sort: { id: 1 } })
        .toArray(),
    stop: async () => {
      await database.close();
      await Promise.all([mongo.stop(), stellar.stop()]);
    },
  };
}
