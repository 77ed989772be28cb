import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll } from "vitest";
import { PROTOCOL_VERSION, type SyncCollection } from "#schemas/protocol.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { entityIndexes } from "#server/platform/db/indexes.ts";
import { issuesByCause } from "#server/platform/issues/migrations.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { createLog } from "#server/platform/http/log.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { eventually } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { marketMessages } from "#server/markets/index.ts";
import { NO_MARKETS } from "#tests/support/no-markets.ts";
import type { MarketFeed } from "#server/markets/market-viewers.ts";
import { openSync, type SyncServer } from "#server/platform/sync/open-sync.ts";

export const ANA = 101;
export const BEN = 102;
export const ADMIN = 103;
export const SOCKETS_PER_NETWORK = 200;

interface Process {
  readonly url: string;
  readonly server: Server;
  readonly sync: SyncServer;
  readonly database: Database;
}

export interface Row extends Record<string, unknown> {
  readonly uid: string;
  readonly id: number;
  readonly name: string;
  readonly _deleted: boolean;
  readonly editedAt: Record<string, number>;
}

/** An ack of any kind; tests look at the part they expect. */
export interface Answer {
  readonly documents: Row[];
  readonly checkpoint: string | null;
  readonly hasMore: boolean;
  readonly conflicts: Row[];
  readonly refused: { readonly uid: string; readonly code: string }[];
  readonly error?: { readonly code: string };
}

export interface Changes {
  readonly collection: string;
  readonly documents: Row[];
  readonly previous: string | null;
  readonly checkpoint: string;
}

export type TestSync = ReturnType<typeof useSync>;

/** The sync of several server processes over one database, each with its own connection, for the tests of one file. */
export function useSync(
  processCount: number,
  clock: Clock = { now: () => new Date() },
  marketsAt: (at: number, database: Database) => MarketFeed = () => NO_MARKETS,
) {
  /** The cookie is the session's id. */
  const sessions = new Map<string, SessionUser>();
  const listeners = new Set<(sessionId: string) => void>();
  const processes: Process[] = [];
  const sockets: Socket[] = [];
  const place = { url: "http://localhost:3000" };
  let mongo: TestMongo;

  function signIn(cookie: string, userId: number, isAdmin = false): string {
    sessions.set(cookie, { sessionId: cookie, userId, isAdmin, roles: isAdmin ? ["super"] : [], confirmedUntil: null });
    return cookie;
  }

  async function startProcess(): Promise<Process> {
    const database = await openDatabase(mongo.url, "sync-test", 10_000);
    const server = createServer();
    const sync = openSync({
      httpServer: server,
      database,
      clock,
      log: createLog("silent"),
      get publicUrl() {
        return place.url;
      },
      // The test is a proxy to itself, so that its sockets can come from anywhere.
      trustedProxies: ["127.0.0.1"],
      socketsPerNetwork: SOCKETS_PER_NETWORK,
      openMessages: marketMessages(marketsAt(processes.length, database)),
      readSession: (cookie) => Promise.resolve(sessions.get(cookie ?? "") ?? null),
      onSessionEnded: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address: AddressInfo | string | null = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    await sync.ready;
    return { url: `http://127.0.0.1:${address.port}`, server, sync, database };
  }

  function databaseOf(at: number): Database {
    const database = processes[at]?.database;
    if (!database) throw new Error("no such process");
    return database;
  }

  function knock(
    cookie: string | null,
    options: { protocol?: unknown; purpose?: unknown; origin?: string; from?: string; at?: number } = {},
  ): Socket {
    const socket = io(processes[options.at ?? 0]?.url ?? "", {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      auth: { protocol: options.protocol ?? PROTOCOL_VERSION, purpose: options.purpose },
      extraHeaders: {
        ...(cookie === null ? {} : { cookie }),
        ...(options.origin === undefined ? {} : { origin: options.origin }),
        ...(options.from === undefined ? {} : { "x-forwarded-for": options.from }),
      },
    });
    sockets.push(socket);
    return socket;
  }

  async function connect(cookie: string | null, options: { at?: number; purpose?: unknown } = {}): Promise<Socket> {
    const socket = knock(cookie, options);
    await eventually(() => socket.connected);
    return socket;
  }

  function endSession(cookie: string): void {
    sessions.delete(cookie);
    for (const listener of listeners) listener(cookie);
  }

  /** Writes as the server itself would, from any of the processes. */
  async function put(collection: SyncCollection, owner: number, uid: string, fields = STORED[collection], at = 0) {
    const database = databaseOf(at);
    await database.transaction((session) => putReplicated(database, session, collection, owner, [{ uid, fields }]));
  }

  beforeAll(async () => {
    mongo = await startMongo();
    signIn("ana", ANA);
    signIn("ben", BEN);
    signIn("admin", ADMIN, true);
    const database = await openDatabase(mongo.url, "sync-test", 10_000);
    for (const migration of [entityIndexes, issuesByCause]) await migration.run(database, new Date());
    await database.close();
    for (let count = 0; count < processCount; count += 1) processes.push(await startProcess());
  });

  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    for (const { sync, server, database } of processes) {
      await sync.stop();
      server.close();
      await database.close();
    }
    await mongo.stop();
  });

  return {
    signIn,
    endSession,
    knock,
    connect,
    put,
    databaseOf,
    /** Ends a process's sync, as one that is stopped does. */
    end: async (at: number): Promise<void> => processes[at]?.sync.stop(),
    /** Where people reach it from now on: pages of other places open no sockets. */
    moveTo: (publicUrl: string): void => {
      place.url = publicUrl;
    },
    urlOf: (at: number): string => processes[at]?.url ?? "",
  };
}

/** The code with which a socket was refused. */
export function refusalOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.on("connect_error", (error: Error & { data?: { code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  });
}

export function ask(socket: Socket, event: string, ...message: unknown[]): Promise<Answer> {
  return socket.timeout(10_000).emitWithAck(event, ...message);
}

export function pullAll(socket: Socket, collection: string, checkpoint: string | null = null): Promise<Answer> {
  return ask(socket, "pull", { collection, checkpoint, limit: 1000 });
}

export function pushOne(
  socket: Socket,
  row: unknown,
  assumed: unknown = null,
  collection = "contacts",
): Promise<Answer> {
  return ask(socket, "push", { collection, rows: [{ assumedMasterState: assumed, newDocumentState: row }] });
}

export const WRITTEN = { conflicts: [], refused: [] };

export function aContact(uid: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    uid,
    id: 0,
    _deleted: false,
    name: "Carla",
    stellarAddress: "carla*example.org",
    uniqueUserId: "",
    memo: "",
    editedAt: { name: 1000 },
    ...fields,
  };
}

const EUR = `EUR-G${"A".repeat(55)}`;

/** A stored document of each collection. */
export const STORED: Readonly<Record<SyncCollection, Record<string, unknown>>> = {
  contacts: { name: "Dora", stellarAddress: "", uniqueUserId: "dora", memo: "", editedAt: {}, secret: "x" },
  settings: {
    theme: "dark",
    language: "en",
    notificationsEnabled: true,
    notifyOnLogin: true,
    multisigEnabled: false,
    twoFactorEnabled: false,
    transactionLimit: "1000",
    requirePasswordForSend: true,
    lastSecurityUpdate: null,
    twoFactorSecret: "x",
  },
  price_alerts: {
    base: "XLM",
    quote: `USDC-G${"A".repeat(55)}`,
    direction: "above",
    price: "0.3",
    repeats: false,
    atOnce: false,
    note: "",
    setAt: new Date(0).toISOString(),
    state: "waiting",
    toldAt: null,
    toldPrice: "",
    editedAt: {},
  },
  watchlist: { base: "XLM", quote: "", place: 0, editedAt: {} },
  automated_trading: {
    terms: {
      strategy: "dca",
      candle: "1h",
      bases: ["XLM"],
      quote: EUR,
      parameters: { every: 1, sharePercent: 1, length: 2, dipPercent: 5, dipTimes: 2 },
      budget: "10.0000000",
      perTrade: "1.0000000",
      perDay: "2.0000000",
      maxDrawdown: 20,
      cooldown: 0,
      slippage: 50,
    },
    executionMode: "alert",
    riskAccepted: false,
    status: "active",
    reason: "",
    isActive: true,
    activationDate: new Date(0),
    paymentId: "",
    paymentStatus: "paid",
    lastTradeDate: null,
    profitLoss: "0.0000000",
    tradeCount: 0,
    height: "10.0000000",
    spentDay: "",
    spentToday: "0.0000000",
    holdings: [],
    replays: [],
    tested: [],
    agreed: { networkFee: "0.1000000", operatorFees: [] },
    startedAt: new Date(0),
    changedAt: new Date(0),
    feeRules: "x",
    seal: "x",
  },
  trading_signals: {
    automatedTradingId: 1,
    signalType: "buy",
    base: "XLM",
    quote: EUR,
    price: "0.25",
    confidence: "0.50",
    description: "",
    signalSource: "dca 1h",
    candleAt: new Date(0),
    executed: false,
    executionDate: null,
    isPaper: true,
    result: "told",
    why: "",
    baseAmount: null,
    quoteAmount: null,
    averagePrice: null,
    profitLoss: null,
    hash: "",
  },
  liquidity_pools: {
    terms: {
      base: "XLM",
      quote: EUR,
      baseAmount: "1000.0000000",
      quoteAmount: "250.0000000",
      walletCount: 2,
      levels: 2,
      spreadPercentage: "0.5",
      depthPercentage: "3",
      minTradeSize: "10.0000000",
      maxTradeSize: "500.0000000",
      reference: { kind: "mid" },
      priceMargin: "10",
      inventoryTarget: 50,
      skew: 50,
      autoRebalance: true,
      maxDrawdown: 20,
      maxDailyLoss: "25.0000000",
      maxFillsPerMinute: 60,
    },
    status: "active",
    isActive: true,
    stop: null,
    reason: "",
    baseBalance: "1000.0000000",
    quoteBalance: "250.0000000",
    xlmAside: "15.0000000",
    lastPrice: "0.25",
    startPrice: "0.25",
    profitLoss: "0.0000000",
    result: { profitLoss: "0.0000000", spread: "0.0000000", inventory: "0.0000000", networkFees: "0.0000000" },
    tradeCount: 0,
    worth: "500.0000000",
    peak: "500.0000000",
    offers: [{ side: "buy", price: "0.249", amount: "100.0000000", offerId: "1" }],
    openedAt: new Date(0),
    startedAt: new Date(0),
    changedAt: new Date(0),
    wallets: ["x"],
    seal: "x",
  },
  trading_wallets: {
    poolId: 1,
    walletAddress: `G${"A".repeat(55)}`,
    label: "1",
    isActive: true,
    baseBalance: "500.0000000",
    quoteBalance: "125.0000000",
    lastUsed: null,
  },
  market_making_trades: {
    poolId: 1,
    type: "sell",
    base: "XLM",
    quote: EUR,
    amount: "10.0000000",
    price: "0.251",
    total: "2.5100000",
    filledBy: `G${"A".repeat(55)}`,
    walletAddress: `G${"A".repeat(55)}`,
    hash: "",
    isTaker: false,
    reference: "0.25",
    timestamp: new Date(0),
  },
  staking_config: {
    assetCode: "XLM",
    issuer: "",
    name: "XLM for 30 days",
    description: "",
    imageUrl: "",
    rewardRate: "5",
    minStakeAmount: "1",
    lockupPeriod: 30,
    earlyWithdrawalFee: "1",
    active: true,
    featured: false,
    displayOrder: 0,
    totalStaked: "0",
    version: 1,
    rates: [],
    ratesTold: 0,
  },
  user_stakes: {
    stakingConfigId: 1,
    assetCode: "XLM",
    issuer: "",
    name: "XLM for 30 days",
    amount: "10",
    left: "10",
    terms: { version: 1, ratePpm: 50_000, lockupDays: 30, earlyFeePpm: 10_000 },
    startDate: new Date(0),
    endDate: new Date(30 * 86_400_000),
    principals: [{ from: new Date(0).toISOString(), amount: "10" }],
    stoppedAt: null,
    status: "active",
    earlyWithdrawal: false,
    withdrawing: null,
    paid: "0",
    paying: "0",
    forfeited: "0",
    reason: "",
    seal: "x",
  },
  staking_rewards: {
    userStakeId: 1,
    assetCode: "XLM",
    issuer: "",
    amount: "0.0013698",
    from: new Date(0).toISOString(),
    timestamp: new Date(86_400_000),
    status: "accrued",
    hash: "",
    claimId: null,
  },
  affiliate_config: {
    rewardType: "percent",
    rewardAsset: "USD",
    levels: ["20"],
    rewardValue: "20",
    commissionLevels: 1,
    minPayout: "10",
    payoutSchedule: "monthly",
    nextPayoutDate: new Date(0),
    holdDays: 14,
    assetCode: "XLM",
    issuer: "",
    active: true,
    version: 1,
    fourEyesAbove: "100",
  },
  affiliate_program: {
    affiliateCode: "k7mq2xwz",
    referralLink: "/r/k7mq2xwz",
    isRenamed: false,
    clickCount: 1,
    signupCount: 1,
    rewardAsset: "USD",
    pendingReward: "0",
    payableReward: "0",
    payingReward: "0",
    totalEarned: "0",
    lastPayout: null,
    waits: "",
    days: [{ day: "1970-01-01", clicks: 1, signups: 1, earned: "0" }],
    codes: ["k7mq2xwz"],
    referrerId: null,
    above: [],
    collected: "0",
  },
  affiliate_payouts: {
    amount: "10",
    rewardAsset: "USD",
    price: "0.25",
    paid: "40",
    asset: "XLM",
    issuer: "",
    status: "paying",
    payoutDate: new Date(0),
    hash: "",
    reason: "",
    affiliateId: 1,
    submissionId: 1,
  },
  notifications: {
    kind: "payment-received",
    assetCode: "XLM",
    issuer: "",
    amount: "1.0000000",
    party: "G",
    detail: "",
    timestamp: new Date(0),
    isRead: false,
    isHidden: false,
    editedAt: {},
  },
  transactions: {
    type: "send",
    assetCode: "XLM",
    amount: "1",
    fee: "0.00001",
    from: "G",
    to: "G",
    hash: "h",
    memo: "",
    status: "confirmed",
    issuer: "",
    ledger: 1,
    timestamp: new Date(0),
  },
  balances: { assetCode: "XLM", issuer: "", balance: "1", spendable: "1", asOfLedger: 1 },
  claimable_balances: {
    balanceId: `00000000${"ab".repeat(32)}`,
    assetCode: "XLM",
    issuer: "",
    amount: "1",
    from: "G",
    memo: "",
    claimants: ["G"],
    windows: [{ from: null, until: new Date(0).toISOString() }],
    state: "open",
    takenBy: "",
    hash: "h",
    ledger: 1,
    createdAt: new Date(0),
  },
  deposits: {
    depositId: 1,
    amount: "20.00",
    cashAppUsername: "$dora",
    cashAppTransactionId: "ABC123",
    recipient: "$astrolabe",
    status: "pending",
    estimatedXlm: "170.0000000",
    xlmRate: null,
    xlmCredited: null,
    reason: "",
    hash: "",
    createdAt: new Date(0),
    verifiedBy: 7,
  },
  ui_config: { configKey: "k", configValue: "v", configType: "text", configCategory: "c", lastUpdated: new Date(0) },
  access_history: { ipAddress: "127.0.0.1", userAgent: "test", timestamp: new Date(0) },
  orders: {
    offerId: "7",
    kind: "limit",
    side: "sell",
    base: "XLM",
    quote: EUR,
    price: { n: 1, d: 4 },
    amount: "10.0000000",
    offered: "10.0000000",
    placedAmount: "10.0000000",
    filledBase: "0.0000000",
    filledQuote: "0.0000000",
    state: "open",
    hash: "h",
    ledger: 1,
    placedAt: new Date(0),
    changedAt: new Date(0),
  },
  fills: {
    orderUid: "7",
    base: "XLM",
    quote: EUR,
    side: "sell",
    price: "0.25",
    baseAmount: "4.0000000",
    quoteAmount: "1.0000000",
    role: "maker",
    via: "offer",
    hash: "h",
    ledger: 1,
    timestamp: new Date(0),
  },
  pool_shares: { assetA: "XLM", assetB: EUR, shares: "1.0000000", asOfLedger: 1 },
  durable_orders: {
    terms: {
      kind: "stop-limit",
      side: "sell",
      base: "XLM",
      quote: EUR,
      amount: "10.0000000",
      triggerPrice: "0.2",
      price: "0.19",
      expiresAt: null,
    },
    state: "waiting",
    reason: "",
    runs: [],
    runsDone: 0,
    runsMissed: 0,
    nextAt: null,
    mark: null,
    agreed: { networkFee: "0.1", operatorFees: [] },
    placedAt: new Date(0),
    changedAt: new Date(0),
  },
};
