import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { Handshake, LONGEST_CLOSING_MS, MIN_PROTOCOL_VERSION, PUSH_BYTES } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isOwnOrigin } from "#server/platform/http/origin.ts";
import type { Clock, Logger } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { answerMessages } from "./answer-messages.ts";
import { openAudience, ownerOf } from "./audience.ts";
import type { OpenFeatureMessages } from "./feature-messages.ts";
import { createAllowances } from "./limits.ts";
import { watchChanges } from "./live-changes.ts";
import { isRefusal } from "./refusals.ts";
import { openNetworkSockets } from "./network-sockets.ts";
import { openOutbox } from "./outbox.ts";
import type { BesideWritten } from "./push.ts";
import { createMisfitReport } from "./report-misfit.ts";

/** What the sync needs of the process it runs in. */
export interface SyncDependencies {
  readonly httpServer: HttpServer;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where people reach the server: the origin that may open sockets. */
  readonly publicUrl: string;
  readSession(cookieHeader: string | undefined): Promise<SessionUser | null>;
  /** Proxies that are believed about whom they stand before. */
  readonly trustedProxies: readonly string[];
  /** Sockets that one network may have open; a tenth of them for nobody in particular. */
  readonly socketsPerNetwork: number;
  /** What a feature answers beside pulls and pushes. */
  readonly openMessages: OpenFeatureMessages;
  /** What features keep beside what devices write. */
  readonly beside?: BesideWritten;
  /** Calls back with each session that ends. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
}

export interface SyncServer {
  /** Settles once writes of any process reach the sockets of this one. */
  readonly ready: Promise<void>;
  /** Disconnects everyone; the HTTP server itself is left to its owner. */
  stop(): Promise<void>;
}

/** A push may hold two states of each row, and what wraps them. */
const MAX_MESSAGE_BYTES = 2 * PUSH_BYTES;
/** Devices that come back from a process that ended, each second: each asks for its session and for what is behind. */
const BACK_PER_SECOND = 500;
const LEAST_CLOSING_MS = 500;
/** How long a connection may take to say who it is. */
const CONNECT_MS = 15_000;
/** How often idle sockets are asked whether their session still stands; it may have expired or ended elsewhere. */
const SESSION_CHECK_MS = 30_000;

/** Serves the sync protocol on an HTTP server. */
export function openSync(dependencies: SyncDependencies): SyncServer {
  const { database, clock, log, httpServer, readSession } = dependencies;
  const networks = openNetworkSockets(dependencies);
  const io = new Server(httpServer, {
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: CONNECT_MS,
    allowRequest: (request, decide) =>
      decide(null, isOwnOrigin(request.headers, dependencies.publicUrl) && networks.open(request)),
  });
  const outbox = openOutbox(io);
  const messages = dependencies.openMessages(outbox);
  const reportMisfit = createMisfitReport({ database, clock, log });
  const context = { database, clock, log, reportMisfit, userIdOf, messages, beside: dependencies.beside ?? {} };
  const allowances = createAllowances(() => clock.now().getTime());
  const audience = openAudience(io, outbox);
  const changes = watchChanges(context, audience);
  io.of("/").adapter.on("delete-room", (room: string) => {
    const owner = ownerOf(room);
    if (owner !== null) changes.forget(owner);
  });

  io.use(async (socket, next) => {
    try {
      await admit(socket);
      next();
    } catch (error) {
      next(toConnectError(error));
    }
  });

  async function admit(socket: Socket): Promise<void> {
    const handshake = v.safeParse(Handshake, socket.handshake.auth);
    if (!handshake.success) throw new AppError("sync-message-malformed");
    const { protocol, purpose } = handshake.output;
    if (protocol < MIN_PROTOCOL_VERSION) throw new AppError("client-outdated");
    const user = await readSession(socket.handshake.headers.cookie);
    if (socket.conn.readyState !== "open") throw new AppError("not-ready");
    if (user) networks.recognised(socket.request);
    const allowance = allowances.admit(user?.userId ?? null, () => socket.conn.transport.writable);
    socket.conn.once("close", () => {
      messages.leave(socket);
      outbox.forget(socket.id);
    });
    outbox.admit(socket.id, allowance);
    if (purpose === "sync") await audience.join(socket, user?.userId ?? null);
    if (user) await socket.join(sessionRoom(user.sessionId));
    socket.data = { user };
    answerMessages(context, socket, allowance, user?.userId ?? null);
  }

  async function userIdOf(socket: Socket): Promise<number | null> {
    const user: SessionUser | null = socket.data.user;
    if (!user) return null;
    const now = await readSession(socket.handshake.headers.cookie);
    if (now?.sessionId === user.sessionId) return now.userId;
    endSession(user.sessionId);
    throw new AppError("session-required");
  }

  function endSession(sessionId: string): void {
    const room = io.in(sessionRoom(sessionId));
    room.emit("session-ended");
    room.disconnectSockets(true);
  }

  /** One after the other: thousands of questions at once would hold up everyone else's. */
  async function checkSessions(): Promise<void> {
    if (checks.isRunning) return;
    checks.isRunning = true;
    for (const socket of io.of("/").sockets.values()) {
      await userIdOf(socket).catch((error: unknown) => {
        if (!isRefusal(error)) log.warn({ err: error }, "a session could not be checked");
      });
    }
    checks.isRunning = false;
  }

  const checks = { isRunning: false, timer: setInterval(() => void checkSessions(), SESSION_CHECK_MS) };
  const stopListening = dependencies.onSessionEnded(endSession);

  return {
    ready: changes.ready,
    async stop() {
      clearInterval(checks.timer);
      stopListening();
      audience.stop();
      io.local.emit("closing", { withinMs: closingWithinMs(io.of("/").sockets.size) });
      io.local.disconnectSockets(true);
      io.engine.close();
      await changes.stop();
    },
  };
}

function toConnectError(error: unknown): Error {
  const refusal = error instanceof AppError ? error : new AppError("not-ready");
  return Object.assign(new Error(refusal.message), {
    data: refusal.told,
  });
}

function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Few are back at once; of thousands so many each second, wherever they go. */
function closingWithinMs(sockets: number): number {
  const ms = Math.ceil((sockets * 1000) / BACK_PER_SECOND);
  return Math.min(Math.max(ms, LEAST_CLOSING_MS), LONGEST_CLOSING_MS);
}
