import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROTOCOL_VERSION, SYNC_COLLECTIONS, SYNC_ROWS, type SyncCollection } from "#schemas/protocol.ts";
import { PUBLIC_OWNER, putReplicated } from "#server/platform/db/replicated.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { ask, pullAll, type Row, STORED } from "./processes.fixture.ts";

const CALLERS = ["anonymous", "owner", "other user", "frozen owner", "admin"] as const;
type Caller = (typeof CALLERS)[number];

interface Access {
  /** Who is given the documents that were written for the owners. */
  readonly readers: readonly Caller[];
  /** Fields that an owner may change; null where nobody writes. */
  readonly writable: readonly string[] | null;
  /** Fields that an owner's device may say what it likes of, and that stay as they are. */
  readonly passedOver?: readonly string[];
  readonly mayInsert: boolean;
  readonly mayDelete: boolean;
}

const OWNERS = ["owner", "frozen owner"] as const;
const READ_ONLY: Access = { readers: OWNERS, writable: null, mayInsert: false, mayDelete: false };

/** Written out here, and not taken from the server's own table. */
const ACCESS: Readonly<Record<SyncCollection, Access>> = {
  contacts: {
    readers: OWNERS,
    writable: ["name", "stellarAddress", "uniqueUserId", "memo"],
    mayInsert: true,
    mayDelete: true,
  },
  settings: {
    readers: OWNERS,
    writable: ["theme", "language", "notificationsEnabled"],
    passedOver: ["notifyOnLogin"],
    mayInsert: false,
    mayDelete: false,
  },
  transactions: READ_ONLY,
  balances: READ_ONLY,
  claimable_balances: READ_ONLY,
  deposits: READ_ONLY,
  orders: READ_ONLY,
  fills: READ_ONLY,
  pool_shares: READ_ONLY,
  durable_orders: READ_ONLY,
  price_alerts: {
    readers: OWNERS,
    writable: ["base", "quote", "direction", "price", "repeats", "atOnce", "note", "setAt"],
    mayInsert: true,
    mayDelete: true,
  },
  watchlist: { readers: OWNERS, writable: ["base", "quote", "place"], mayInsert: true, mayDelete: true },
  access_history: READ_ONLY,
  notifications: { readers: OWNERS, writable: ["isRead", "isHidden"], mayInsert: false, mayDelete: false },
  staking_config: { ...READ_ONLY, readers: CALLERS },
  liquidity_pools: READ_ONLY,
  trading_wallets: READ_ONLY,
  market_making_trades: READ_ONLY,
  user_stakes: READ_ONLY,
  staking_rewards: READ_ONLY,
  automated_trading: READ_ONLY,
  trading_signals: READ_ONLY,
  affiliate_config: { ...READ_ONLY, readers: CALLERS },
  affiliate_program: READ_ONLY,
  affiliate_payouts: READ_ONLY,
  ui_config: { ...READ_ONLY, readers: CALLERS },
};

/** What a device would have to write to change a field. */
const CHANGED: Readonly<Record<string, unknown>> = {
  name: "Changed",
  stellarAddress: "changed*example.org",
  uniqueUserId: "changed",
  memo: "changed",
  theme: "light",
  language: "fr",
  notificationsEnabled: false,
  notifyOnLogin: false,
  isRead: true,
  base: `EURC-G${"A".repeat(55)}`,
  direction: "below",
  price: "0.4",
  repeats: true,
  atOnce: true,
  note: "changed",
  setAt: "2026-01-01T00:00:00.000Z",
  state: "told",
  toldPrice: "9",
  place: 5,
  isHidden: true,
  detail: "changed",
  multisigEnabled: true,
  twoFactorEnabled: true,
  transactionLimit: "999999",
  requirePasswordForSend: false,
  lastSecurityUpdate: "2020-01-01T00:00:00.000Z",
};

/** As nobody's settings have it by themselves. */
const LIMIT = "777";

let app: TestApp;
let url: string;
const people = new Map<Caller, TestUser>();
const sockets = new Map<Caller, Socket>();

async function connect(user: TestUser | null): Promise<Socket> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { protocol: PROTOCOL_VERSION },
    ...(user === null ? {} : { extraHeaders: { cookie: user.cookie } }),
  });
  await eventually(() => socket.connected);
  return socket;
}

/** A new socket for everybody: the walk through one collection is about as much as a socket may ask at once. */
async function connectAll(): Promise<void> {
  for (const caller of CALLERS) {
    sockets.get(caller)?.disconnect();
    sockets.set(caller, await connect(people.get(caller) ?? null));
  }
}

function socketOf(caller: Caller): Socket {
  const socket = sockets.get(caller);
  if (!socket) throw new Error(`nobody is ${caller}`);
  return socket;
}

function uidIn(collection: SyncCollection): string {
  if (collection === "settings") return "settings";
  // A balance is called by its asset.
  return collection === "balances" ? `WALK-G${"A".repeat(55)}` : `walk-${collection}`;
}

/** No two people have the same code. */
function codeOf(userId: number) {
  const code = `walk-${userId}`;
  return { affiliateCode: code, referralLink: `/r/${code}`, codes: [code] };
}

/** No two rows have one wallet. */
function addressOf(userId: number): string {
  return `G${String(userId).padStart(55, "A")}`;
}

async function put(collection: SyncCollection, userId: number, fields = STORED[collection]): Promise<void> {
  const own = { runId: userId, operationId: `walk-${userId}`, transactionLimit: LIMIT };
  const address = collection === "trading_wallets" && { walletAddress: addressOf(userId) };
  const write = {
    uid: uidIn(collection),
    fields: { ...fields, ...(collection === "affiliate_program" && codeOf(userId)), ...address, ...own },
  };
  await app.database.transaction((session) => putReplicated(app.database, session, collection, userId, [write]));
}

async function rowOf(caller: Caller, collection: SyncCollection): Promise<Row> {
  const { documents } = await pullAll(socketOf(caller), collection);
  const row = documents.find(({ uid }) => uid === uidIn(collection));
  if (!row) throw new Error(`${caller} has no row of ${collection}`);
  return row;
}

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
  const users = {
    owner: await aUser(app),
    "other user": await aUser(app),
    "frozen owner": await aUser(app),
    admin: await anAdmin(app),
  };
  const headers = { cookie: users["frozen owner"].cookie };
  const frozen = await app.server.inject({ method: "POST", url: "/api/security/freeze", headers });
  expect(frozen.json().isFrozen, frozen.body).toBe(true);
  for (const caller of CALLERS) if (caller !== "anonymous") people.set(caller, users[caller]);
  for (const collection of SYNC_COLLECTIONS) {
    if (collection === "ui_config" || collection === "staking_config" || collection === "affiliate_config")
      await put(collection, PUBLIC_OWNER);
    else for (const owner of OWNERS) await put(collection, users[owner].user.id);
  }
});

afterAll(async () => {
  for (const socket of sockets.values()) socket.disconnect();
  await app.stop();
});

describe.each(SYNC_COLLECTIONS)("%s", (collection) => {
  const { readers, writable, passedOver = [], mayInsert, mayDelete } = ACCESS[collection];

  beforeAll(connectAll);

  test.each(CALLERS)("%s reads what the table says, in the fields of the row alone", async (caller) => {
    const answer = await pullAll(socketOf(caller), collection);
    if (caller === "anonymous" && !readers.includes(caller)) {
      expect(answer.error?.code).toBe("session-required");
      expect(answer.documents).toBeUndefined();
      return;
    }
    const own = answer.documents.filter(({ uid }) => uid === uidIn(collection));
    // Everyone has settings of their own.
    if (collection !== "settings") expect(own.length).toBe(readers.includes(caller) ? 1 : 0);
    else expect(own[0]?.["transactionLimit"] === LIMIT).toBe(readers.includes(caller));
    const fields = Object.keys(SYNC_ROWS[collection].entries);
    for (const row of answer.documents) expect(fields).toEqual(expect.arrayContaining(Object.keys(row)));
  });

  test.each(CALLERS)("%s writes nothing but what the table says", async (caller) => {
    const socket = socketOf(caller);
    const push = (row: unknown, assumed: unknown = null) =>
      ask(socket, "push", { collection, rows: [{ assumedMasterState: assumed, newDocumentState: row }] });
    const foreign = { ...(await rowOf("owner", collection)), uid: "made-by-a-device", _deleted: false };
    if (caller === "anonymous" || writable === null) {
      const code = caller === "anonymous" ? "session-required" : "sync-collection-read-only";
      expect((await push(foreign)).error?.code).toBe(code);
      return;
    }
    const made = await push({ ...foreign, id: 0 });
    expect(made.refused.map(({ code }) => code)).toEqual(mayInsert ? [] : ["sync-collection-read-only"]);
    if (!readers.includes(caller)) return;
    for (const [field, value] of Object.entries(CHANGED)) {
      const row = await rowOf(caller, collection);
      if (!(field in row)) continue;
      const isWritable = writable.includes(field);
      const editedAt = isWritable ? { ...row.editedAt, [field]: 1 } : row.editedAt;
      const { refused } = await push({ ...row, [field]: value, editedAt }, row);
      const isTaken = isWritable || passedOver.includes(field);
      expect(refused, field).toEqual(isTaken ? [] : [{ uid: row.uid, code: "sync-field-read-only" }]);
      const now: unknown = (await rowOf(caller, collection))[field];
      expect(now, field).toEqual(isWritable ? value : row[field]);
    }
    const row = await rowOf(caller, collection);
    const { refused } = await push({ ...row, _deleted: true }, row);
    expect(refused.map(({ code }) => code)).toEqual(mayDelete ? [] : ["sync-field-read-only"]);
  });
});

test("what others pushed changed nothing of the owners' documents", async () => {
  const other = await pullAll(socketOf("other user"), "contacts");
  expect(other.documents.map(({ uid }) => uid)).toEqual(["made-by-a-device"]);
  const own = await pullAll(socketOf("admin"), "contacts");
  expect(own.documents.map(({ uid }) => uid)).toEqual(["made-by-a-device"]);
  const ids = new Set([other, own].map(({ documents }) => documents[0]?.id));
  expect(ids.size).toBe(2);
});
