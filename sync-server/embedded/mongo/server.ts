import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import type { Doc, Value } from "./bson/value.ts";
import type { Services } from "./commands/context.ts";
import { isStranger } from "./commands/authenticate.ts";
import { abortNow } from "./commands/transaction.ts";
import { Snapshots } from "./commands/snapshot-reads.ts";
import { Usage } from "./commands/usage.ts";
import { Cursors } from "./cursors.ts";
import { dispatch } from "./dispatch.ts";
import { expireDocuments } from "./expiry.ts";
import { FailPoint } from "./fail-point.ts";
import { compileFilter } from "./query/match.ts";
import { makeEnvironment } from "./query/make-environment.ts";
import { MongoError } from "./error.ts";
import { LoginPace } from "./login-pace.ts";
import { makeCredentials } from "./scram.ts";
import { type Session, Sessions } from "./session.ts";
import { RefusedFolder, refusal } from "./store/data-file.ts";
import { Store } from "./store/store.ts";
import { serveConnection } from "./wire/connection.ts";
import { MAX_MESSAGE_BYTES } from "./wire/message.ts";

export type MongoOptions = {
  folder: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  maxConnections: number;
  log: { maxBytes: number; maxEntries: number };
  /** How often documents past their TTL are removed. */
  expiryIntervalMs: number;
  now: () => number;
  /** When given, every client has to give them too. */
  login: { user: string; password: string } | undefined;
  /** Serves configureFailPoint. */
  isForTests: boolean;
  /** Told that the disk refused what it was to keep: the process has to end, since nothing more can be promised. */
  onDiskFailure: (error: Error) => void;
};

export type RunningMongo = { host: string; port: number; close: () => Promise<void> };

const TRANSACTION_LIFETIME_MS = 60_000;
/** A client that was killed never ends its transaction; one that only lost its connection starts over or commits at once. */
const ORPHAN_GRACE_MS = 2000;
const HOUSEKEEPING_MS = 1000;
/** Enough for a hello and a login. */
const MAX_STRANGER_BYTES = 64 * 1024;
/** A peer that is gone without a word is found out, as MongoDB does, by asking after two silent minutes. */
const KEEP_ALIVE_MS = 120_000;

/** Opens the folder and serves it; throws RefusedFolder when it cannot be served. */
export async function startMongo(options: MongoOptions): Promise<RunningMongo> {
  const { now } = options;
  const random = (): number => randomInt(2 ** 47) / 2 ** 47;
  const { store, sessions } = openStore(options, random);
  const sockets = new Set<Socket>();
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  let port = options.port;
  let connectionTotal = 0;
  const services: Services = {
    store,
    cursors: new Cursors(now, random),
    sessions,
    host: () => `${host}:${port}`,
    now,
    random,
    startedAt: now(),
    folder: options.folder,
    expiryIntervalMs: options.expiryIntervalMs,
    maxConnections: options.maxConnections,
    connectionCount: () => sockets.size,
    connectionTotal: () => connectionTotal,
    usage: new Usage(),
    snapshots: new Snapshots(store),
    credentials: options.login === undefined ? undefined : makeCredentials(options.login.user, options.login.password),
    loginPace: new LoginPace(now),
    failPoint: options.isForTests ? new FailPoint() : undefined,
  };
  store.beforeWrite = () => services.cursors.freeze();
  store.onReset = () => services.sessions.load();
  store.database.onDiskFailure = options.onDiskFailure;
  store.database.syncEagerly = () => services.cursors.hasStreams;
  const server = listenFor(services, sockets, options.maxConnections);
  server.on("connection", () => {
    connectionTotal += 1;
  });
  port = await listen(server, options.host, options.port);
  // Where a backup finds the server that holds the folder.
  writeFileSync(join(options.folder, ".address"), `${services.host()}\n`, { mode: 0o600 });
  const timers = [
    repeat(HOUSEKEEPING_MS, services, () => keepHouse(services)),
    repeat(options.expiryIntervalMs, services, () => expireDocuments(services)),
  ];
  return {
    host,
    port,
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      services.cursors.killWhere(() => true);
      for (const socket of sockets) socket.destroy();
      await closed;
      store.close();
    },
  };
}

function openStore(options: MongoOptions, random: () => number): { store: Store; sessions: Sessions } {
  const { folder, log, now } = options;
  const acceptsOf = (partial: Doc, collation: Value | undefined): ((source: Doc) => boolean) =>
    compileFilter(partial, makeEnvironment({ now: new Date(now()), random, collation }));
  try {
    const store = new Store({ folder, log, now, acceptsOf });
    return { store, sessions: new Sessions(store.database, now) };
  } catch (cause) {
    throw cause instanceof RefusedFolder ? cause : refusal(folder, cause);
  }
}

/** What cannot be stored now (a full disk) is tried again next time. */
function repeat(intervalMs: number, services: Services, task: () => void | Promise<void>): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await task();
    } catch (error) {
      const { database } = services.store;
      if (database.hasOpenBatch && !(error instanceof MongoError)) database.abandon(error);
      process.stderr.write(`mongo: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    } finally {
      isRunning = false;
    }
  }, intervalMs);
}

function listenFor(services: Services, sockets: Set<Socket>, maxConnections: number): Server {
  let lastConnection = 0;
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  const server = createServer(options, (socket) => {
    lastConnection += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serveConnection(socket, lastConnection, {
      respond: (request, peer) => dispatch(services, request, peer),
      maxBytes: (peer) => (isStranger({ services, peer }) ? MAX_STRANGER_BYTES : MAX_MESSAGE_BYTES),
    });
  });
  server.maxConnections = maxConnections;
  return server;
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : port);
    });
  });
}

function isOver(session: Session, startedAt: number, nowMs: number): boolean {
  if (startedAt < nowMs - TRANSACTION_LIFETIME_MS) return true;
  return session.heldBy?.aborted === true && session.usedAt < nowMs - ORPHAN_GRACE_MS;
}

/** Ends transactions that are too old or whose client is gone, and forgets idle cursors and sessions. */
function keepHouse(services: Services): void {
  for (const session of services.sessions.all()) {
    const { transaction } = session;
    if (transaction !== undefined && isOver(session, transaction.startedAt, services.now()))
      abortNow({ services }, session, transaction);
  }
  services.store.catalog.sweep();
  services.cursors.expire();
  services.snapshots.expire((transaction) =>
    services.cursors.killWhere((cursor) => cursor.transaction === transaction),
  );
  for (const session of services.sessions.expire())
    services.cursors.killWhere((cursor) => cursor.sessionKey === session.key);
}
