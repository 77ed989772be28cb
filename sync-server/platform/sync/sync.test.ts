import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { PROTOCOL_VERSION, SYNC_COLLECTIONS, type SyncCollection } from "#schemas/protocol.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { PUBLIC_OWNER, putReplicated } from "#server/platform/db/replicated.ts";
import { createLog } from "#server/platform/http/log.ts";
import type { SessionUser } from "#server/platform/http/session.ts";
import { eventually } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { openSync, type SyncServer } from "./open-sync.ts";
import { POLICY } from "./policy.ts";

const ANA = 101;
const BEN = 102;
const ADMIN = 103;

/** Sessions of the test: the cookie is the session's id. */
const sessions = new Map<string, SessionUser>([
  ["ana", { sessionId: "ana", userId: ANA, isAdmin: false, confirmedUntil: null }],
  ["ben", { sessionId: "ben", userId: BEN, isAdmin: false, confirmedUntil: null }],
  ["admin", { sessionId: "admin", userId: ADMIN, isAdmin: true, confirmedUntil: null }],
]);
const listeners = new Set<(sessionId: string) => void>();

interface Process {
  readonly url: string;
  readonly server: Server;
  readonly sync: SyncServer;
}

let mongo: TestMongo;
let database: Database;
const processes: Process[] = [];
const sockets: Socket[] = [];

async function startProcess(): Promise<Process> {
  const server = createServer();
  const sync = openSync({
    httpServer: server,
    database,
    clock: { now: () => new Date() },
    log: createLog("silent"),
    publicUrl: "http://localhost:3000",
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
  const started = { url: `http://127.0.0.1:${address.port}`, server, sync };
  processes.push(started);
  return started;
}

function knock(cookie: string | null, options: { protocol?: unknown; origin?: string; at?: number } = {}): Socket {
  const socket = io(processes[options.at ?? 0]?.url ?? "", {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { protocol: options.protocol ?? PROTOCOL_VERSION },
    extraHeaders: {
      ...(cookie === null ? {} : { cookie }),
      ...(options.origin === undefined ? {} : { origin: options.origin }),
    },
  });
  sockets.push(socket);
  return socket;
}

async function connect(cookie: string | null, options: { at?: number } = {}): Promise<Socket> {
  const socket = knock(cookie, options);
  await eventually(() => socket.connected);
  return socket;
}

function refusalOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.on("connect_error", (error: Error & { data?: { code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  });
}

interface Row extends Record<string, unknown> {
  readonly uid: string;
  readonly id: number;
  readonly name: string;
  readonly _deleted: boolean;
  readonly editedAt: Record<string, number>;
}

/** An ack of any kind; tests look at the part they expect. */
interface Answer {
  readonly documents: Row[];
  readonly checkpoint: string | null;
  readonly conflicts: Row[];
  readonly error?: { readonly code: string };
}

interface Changes {
  readonly collection: string;
  readonly documents: Row[];
  readonly previous: string | null;
  readonly checkpoint: string;
}

function ask(socket: Socket, event: string, ...message: unknown[]): Promise<Answer> {
  return socket.timeout(5000).emitWithAck(event, ...message);
}

function pullAll(socket: Socket, collection: string, checkpoint: string | null = null): Promise<Answer> {
  return ask(socket, "pull", { collection, checkpoint, limit: 1000 });
}

function aContact(uid: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
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

function pushOne(socket: Socket, row: unknown, assumed: unknown = null, collection = "contacts"): Promise<Answer> {
  return ask(socket, "push", { collection, rows: [{ assumedMasterState: assumed, newDocumentState: row }] });
}

/** A stored document of each collection. */
const STORED: Readonly<Record<SyncCollection, Record<string, unknown>>> = {
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
  ui_config: { configKey: "k", configValue: "v", configType: "text", configCategory: "c", lastUpdated: new Date(0) },
  access_history: { ipAddress: "127.0.0.1", userAgent: "test", timestamp: new Date(0) },
};

async function put(collection: SyncCollection, owner: number, uid: string, fields = STORED[collection]): Promise<void> {
  await database.transaction((session) => putReplicated(database, session, collection, owner, [{ uid, fields }]));
}

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "sync-test", 10_000);
  await startProcess();
  await startProcess();
});

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  for (const { sync, server } of processes) {
    await sync.stop();
    server.close();
  }
  await database.close();
  await mongo.stop();
});

test("a device below the least protocol version is told to update", async () => {
  await expect(refusalOf(knock("ana", { protocol: 0 }))).resolves.toBe("client-outdated");
});

test("a handshake out of form is refused", async () => {
  await expect(refusalOf(knock("ana", { protocol: { $ne: null } }))).resolves.toBe("sync-message-malformed");
});

test("a socket opened by another site is refused", async () => {
  await expect(refusalOf(knock("ana", { origin: "https://evil.example" }))).resolves.toBeTruthy();
  const own = knock("ana", { origin: "http://localhost:3000" });
  await eventually(() => own.connected);
});

test("the policy holds for every collection: anonymous, owner, other user and admin", async () => {
  const readers = {
    anonymous: await connect(null),
    ana: await connect("ana"),
    ben: await connect("ben"),
    admin: await connect("admin"),
  };
  for (const collection of SYNC_COLLECTIONS) {
    const isPublic = POLICY[collection].readers === "everyone";
    await put(collection, isPublic ? PUBLIC_OWNER : ANA, `walk-${collection}`);
    for (const [name, socket] of Object.entries(readers)) {
      const answer = await pullAll(socket, collection);
      if (name === "anonymous" && !isPublic) {
        expect(answer.error?.code, collection).toBe("session-required");
        continue;
      }
      const uids: string[] = answer.documents.map((row) => row.uid);
      expect(uids.includes(`walk-${collection}`), `${name} ${collection}`).toBe(isPublic || name === "ana");
      for (const row of answer.documents) {
        expect(row).not.toHaveProperty("secret");
        expect(row).not.toHaveProperty("twoFactorSecret");
        expect(row).not.toHaveProperty("userId");
        expect(row).not.toHaveProperty("revision");
      }
    }
    const anonymous = await pushOne(readers.anonymous, aContact("x"), null, collection);
    expect(anonymous.error?.code, collection).toBe("session-required");
    if (POLICY[collection].writable.length === 0) {
      const answer = await pushOne(readers.admin, aContact("x"), null, collection);
      expect(answer.error?.code, collection).toBe("sync-collection-read-only");
    }
  }
});

test("another user's uid is a document of one's own", async () => {
  await put("contacts", ANA, "shared-uid");
  const ben = await connect("ben");
  expect(await pushOne(ben, aContact("shared-uid", { name: "Mine" }))).toEqual({ conflicts: [] });
  const { documents } = await pullAll(await connect("ana"), "contacts");
  expect(documents.find((row) => row.uid === "shared-uid")?.name).toBe("Dora");
});

test("a push is written once, keeps its id, and a stale one gets the real state", async () => {
  const ana = await connect("ana");
  const first = aContact("c1");
  expect(await pushOne(ana, first)).toEqual({ conflicts: [] });
  const { documents, checkpoint } = await pullAll(ana, "contacts");
  const [stored] = documents.filter((row) => row.uid === "c1");
  expect(await pushOne(ana, first)).toEqual({ conflicts: [stored] });
  expect(await pushOne(ana, stored)).toEqual({ conflicts: [] });
  expect((await pullAll(ana, "contacts", checkpoint)).documents).toEqual([]);
  expect(stored?.id).toBeGreaterThan(0);
  const edited = { ...first, name: "Carola", editedAt: { name: 2000 } };
  expect(await pushOne(ana, edited, first)).toEqual({ conflicts: [] });
  const stale = await pushOne(ana, { ...first, memo: "m", editedAt: { memo: 1500 } }, first);
  expect(stale.conflicts).toEqual([{ ...edited, id: stored?.id }]);
  const gone = { ...edited, _deleted: true, editedAt: { name: 2000, _deleted: 3000 } };
  expect(await pushOne(ana, gone, edited)).toEqual({ conflicts: [] });
  const after = await pullAll(ana, "contacts");
  expect(after.documents.find((row) => row.uid === "c1")?._deleted).toBe(true);
});

test("an edit dated in the future is dated now", async () => {
  const ana = await connect("ana");
  await pushOne(ana, aContact("future", { editedAt: { name: Date.now() + 1e9 } }));
  const { documents } = await pullAll(ana, "contacts");
  const stored = documents.find((row) => row.uid === "future");
  expect(stored?.editedAt["name"]).toBeLessThanOrEqual(Date.now());
});

test("settings: only preferences can be written, and neither made nor removed", async () => {
  await put("settings", BEN, "settings");
  const ben = await connect("ben");
  const { documents } = await pullAll(ben, "settings");
  const [settings] = documents;
  const code = async (row: unknown): Promise<string | undefined> =>
    (await pushOne(ben, row, settings, "settings")).error?.code;
  expect(await code({ ...settings, transactionLimit: "9" })).toBe("sync-field-read-only");
  expect(await code({ ...settings, requirePasswordForSend: false })).toBe("sync-field-read-only");
  expect(await code({ ...settings, _deleted: true })).toBe("sync-field-read-only");
  expect(await code({ ...settings, uid: "other" })).toBe("sync-collection-read-only");
  expect(await code({ ...settings, theme: "light", editedAt: { theme: 5 } })).toBeUndefined();
});

test("malformed messages are answered with an error and end nothing", async () => {
  const ana = await connect("ana");
  const malformed: unknown[] = [
    undefined,
    null,
    7,
    "pull",
    [],
    {},
    { $ne: null },
    { collection: { $ne: null }, checkpoint: null, limit: 10 },
    { collection: "contacts", checkpoint: { $gt: "" }, limit: 10 },
    { collection: "contacts", checkpoint: "nonsense", limit: 10 },
    { collection: "contacts", checkpoint: null, limit: 1e9 },
    { collection: "contacts", checkpoint: null, limit: 10, more: 1 },
    { collection: "contacts", rows: [{ newDocumentState: null }] },
    { collection: "contacts", rows: "all" },
  ];
  for (const message of malformed) {
    expect((await ask(ana, "pull", message)).error?.code).toBe("sync-message-malformed");
    expect((await ask(ana, "push", message)).error?.code).toBe("sync-message-malformed");
    ana.emit("pull", message);
    ana.emit("push", message);
  }
  expect((await ask(ana, "pull")).error?.code).toBe("sync-message-malformed");
  expect((await ask(ana, "drop", {})).error?.code).toBe("sync-message-malformed");
  expect((await pullAll(ana, "__proto__")).error?.code).toBe("sync-collection-unknown");
  for (const row of [
    {},
    { uid: { $ne: null } },
    aContact("bad", { name: "" }),
    aContact("bad", { stellarAddress: "nowhere" }),
    aContact("bad", { userId: BEN }),
    aContact("bad", { name: { $gt: "" } }),
  ])
    expect((await pushOne(ana, row)).error?.code).toBe("input-invalid");
  const twice = { newDocumentState: aContact("twice") };
  expect((await ask(ana, "push", { collection: "contacts", rows: [twice, twice] })).error?.code).toBe(
    "sync-message-malformed",
  );
  const huge = await connect("ana");
  huge.emit("pull", "x".repeat(2 * 1024 * 1024));
  await eventually(() => !huge.connected);
  expect((await pullAll(ana, "contacts")).documents.length).toBeGreaterThan(0);
});

test("too many messages at once are refused until a while has passed", async () => {
  const socket = await connect(null);
  const answers = await Promise.all(Array.from({ length: 200 }, () => pullAll(socket, "ui_config")));
  expect(answers.some((answer) => answer.error?.code === "sync-too-many")).toBe(true);
});

test("two processes push each other's writes to every device of the owner and nobody else", async () => {
  const here = await connect("ana", { at: 0 });
  const there = await connect("ana", { at: 1 });
  const foreign = await connect("ben", { at: 1 });
  const seen: Changes[] = [];
  const leaked: Changes[] = [];
  there.on("changes", (message) => seen.push(message));
  foreign.on("changes", (message) => leaked.push(message));
  const held = (await pullAll(there, "contacts")).checkpoint;
  await pushOne(here, aContact("across"));
  const message = await eventually(() => seen.find((change) => change.documents.some((row) => row.uid === "across")));
  expect(message.previous).toBe(held);
  expect((await pullAll(there, "contacts", held)).checkpoint).toBe(message.checkpoint);
  await put("ui_config", PUBLIC_OWNER, "public-change");
  await eventually(() => leaked.some((change) => change.collection === "ui_config"));
  expect(leaked.every((change) => change.collection === "ui_config")).toBe(true);
});

test("a checkpoint never skips a write that commits late", async () => {
  const ana = await connect("ana");
  const written: string[] = [];
  const isDone = { value: false };
  const reading = (async () => {
    const found = new Set<string>();
    let checkpoint: string | null = null;
    for (;;) {
      const last: boolean = isDone.value;
      const answer: Answer = await pull5(ana, checkpoint);
      if (answer.error) {
        if (answer.error?.code !== "sync-too-many") throw new AppError("server-error");
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      for (const row of answer.documents) found.add(row.uid);
      checkpoint = answer.checkpoint;
      if (last && answer.documents.length === 0) return found;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  })();
  await Promise.all(
    Array.from({ length: 6 }, async (_unused, writer) => {
      for (let turn = 0; turn < 5; turn += 1) {
        const uid = `slow-${writer}-${turn}`;
        await database.transaction(async (session) => {
          const fields = STORED.transactions;
          await putReplicated(database, session, "transactions", ANA, [{ uid, fields }]);
          await new Promise((resolve) => setTimeout(resolve, ((writer * 7 + turn * 3) % 5) * 8));
        });
        written.push(uid);
      }
    }),
  );
  isDone.value = true;
  const found = await reading;
  expect(written.filter((uid) => !found.has(uid))).toEqual([]);
});

function pull5(socket: Socket, checkpoint: string | null): Promise<Answer> {
  return ask(socket, "pull", { collection: "transactions", checkpoint, limit: 5 });
}

test("the sockets of an ended session are told so and disconnected", async () => {
  sessions.set("brief", { sessionId: "brief", userId: ANA, isAdmin: false, confirmedUntil: null });
  const socket = await connect("brief");
  const told = new Promise((resolve) => {
    socket.on("session-ended", () => resolve(true));
  });
  sessions.delete("brief");
  for (const listener of listeners) listener("brief");
  await expect(told).resolves.toBe(true);
  await eventually(() => !socket.connected);
});

test("a stored document that fits no row is passed over and cuts nobody off from the rest; an edit mends it", async () => {
  const owner = 909;
  sessions.set("misfit", { sessionId: "misfit", userId: owner, isAdmin: false, confirmedUntil: null });
  const uids = ["m1", "m2", "m3", "m4", "m5"];
  const fields = (uid: string) => ({ name: uid, stellarAddress: "", uniqueUserId: "", memo: "", editedAt: {} });
  const socket = await connect("misfit");
  for (const uid of uids) {
    const newDocumentState = { uid, id: 0, _deleted: false, ...fields(uid) };
    const pushed = await ask(socket, "push", { collection: "contacts", rows: [{ newDocumentState }] });
    expect(pushed.conflicts, JSON.stringify(pushed)).toEqual([]);
  }
  const contacts = database.collection("contacts");
  await contacts.updateMany({ userId: owner, uid: { $in: ["m2", "m3"] } }, { $set: { name: 7 } });
  const first = await ask(socket, "pull", { collection: "contacts", checkpoint: null, limit: 2 });
  expect(first.documents.map(({ uid }) => uid)).toEqual(["m1", "m4"]);
  const second = await ask(socket, "pull", { collection: "contacts", checkpoint: first.checkpoint, limit: 2 });
  expect(second.documents.map(({ uid }) => uid)).toEqual(["m5"]);

  const newDocumentState = { uid: "m2", id: 0, _deleted: false, ...fields("mended") };
  const mended = await ask(socket, "push", { collection: "contacts", rows: [{ newDocumentState }] });
  expect(mended.conflicts).toEqual([]);
  const third = await ask(socket, "pull", { collection: "contacts", checkpoint: second.checkpoint, limit: 2 });
  expect(third.documents).toMatchObject([{ uid: "m2", name: "mended" }]);
});
