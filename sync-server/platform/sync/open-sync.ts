import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { Handshake, MIN_PROTOCOL_VERSION, PullMessage, PushMessage } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import { PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import type { Clock, Logger } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session.ts";
import { watchChanges } from "./live-changes.ts";
import { limitMessages } from "./message-limit.ts";
import { pull } from "./pull.ts";
import { push } from "./push.ts";
import { isRefusal, toErrorAck } from "./refusals.ts";

/** What the sync needs of the process it runs in. */
export interface SyncDependencies {
  readonly httpServer: HttpServer;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where people reach the server: the origin that may open sockets, beside the host the request came to. */
  readonly publicUrl: string;
  readSession(cookieHeader: string | undefined): Promise<SessionUser | null>;
  /** Calls back with each session that ends. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
}

export interface SyncServer {
  /** Settles once writes of any process reach the sockets of this one. */
  readonly ready: Promise<void>;
  /** Disconnects everyone; the HTTP server itself is left to its owner. */
  stop(): Promise<void>;
}

type Ack = (answer: unknown) => void;

const MAX_MESSAGE_BYTES = 1024 * 1024;
/** How often idle sockets are asked whether their session still stands; it may have expired or ended elsewhere. */
const SESSION_CHECK_MS = 30_000;
const PUBLIC_ROOM = "public";

/** Serves the sync protocol on an HTTP server. */
export function openSync(dependencies: SyncDependencies): SyncServer {
  const { database, clock, log, httpServer, readSession } = dependencies;
  const io = new Server(httpServer, {
    transports: ["websocket"],
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    allowRequest: (request, decide) =>
      decide(null, isOriginAllowed(request.headers.origin, request.headers.host, dependencies.publicUrl)),
  });
  const changes = watchChanges(database, log, {
    isPresent: (owner) => io.of("/").adapter.rooms.has(roomOf(owner)),
    send: (owner, message) => void io.to(roomOf(owner)).emit("changes", message),
    // Closing the connection, not the socket: devices connect again by themselves and pull.
    resyncAll: () => {
      for (const socket of io.of("/").sockets.values()) socket.conn.close();
    },
  });
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
    if (handshake.output.protocol < MIN_PROTOCOL_VERSION) throw new AppError("client-outdated");
    const user = await readSession(socket.handshake.headers.cookie);
    await socket.join(PUBLIC_ROOM);
    if (user) await socket.join([roomOf(user.userId), sessionRoom(user.sessionId)]);
    socket.data = { user };
  }

  /** The user whose socket this is; null for nobody. Throws `session-required` when the session has ended since. */
  async function userOf(socket: Socket): Promise<SessionUser | null> {
    const user: SessionUser | null = socket.data.user;
    if (!user) return null;
    const now = await readSession(socket.handshake.headers.cookie);
    if (now?.sessionId === user.sessionId) return now;
    endSession(user.sessionId);
    throw new AppError("session-required");
  }

  function endSession(sessionId: string): void {
    const room = io.in(sessionRoom(sessionId));
    room.emit("session-ended");
    room.disconnectSockets(true);
  }

  io.on("connection", (socket) => {
    const count = limitMessages(() => clock.now().getTime());
    answer(socket, "pull", async (message) => {
      count();
      const parsed = parse(PullMessage, message);
      return pull({ database, log }, (await userOf(socket))?.userId ?? null, parsed);
    });
    answer(socket, "push", async (message) => {
      count();
      const parsed = parse(PushMessage, message);
      return push({ database, log }, (await userOf(socket))?.userId ?? null, parsed, clock.now());
    });
    socket.onAny((event: string, ...args: unknown[]) => {
      if (event !== "pull" && event !== "push") ackOf(args)?.(toErrorAck(new AppError("sync-message-malformed"), log));
    });
    socket.on("error", (error) => log.warn({ err: error }, "socket error"));
  });

  /** Answers one kind of message. What is thrown becomes an error ack; a message without an ack gets none. */
  function answer(socket: Socket, event: string, work: (message: unknown) => Promise<unknown>): void {
    socket.on(event, async (...args: unknown[]) => {
      const ack = ackOf(args);
      try {
        if (!ack || args.length !== 2) throw new AppError("sync-message-malformed");
        ack(await work(args[0]));
      } catch (error) {
        if (!isRefusal(error)) log.error({ err: error, event }, "sync message failed");
        ack?.(toErrorAck(error, log));
      }
    });
  }

  const stopListening = dependencies.onSessionEnded(endSession);
  const sessionCheck = setInterval(() => {
    for (const socket of io.of("/").sockets.values()) {
      userOf(socket).catch((error: unknown) => {
        if (!isRefusal(error)) log.warn({ err: error }, "a session could not be checked");
      });
    }
  }, SESSION_CHECK_MS);

  return {
    ready: changes.ready,
    async stop() {
      clearInterval(sessionCheck);
      stopListening();
      io.local.disconnectSockets(true);
      io.engine.close();
      await changes.stop();
    },
  };
}

function ackOf(args: readonly unknown[]): Ack | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? (given) => void last(given) : undefined;
}

function parse<Schema extends v.GenericSchema>(schema: Schema, message: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, message);
  if (parsed.success) return parsed.output;
  throw new AppError("sync-message-malformed");
}

function toConnectError(error: unknown): Error {
  const refusal = error instanceof AppError ? error : new AppError("not-ready");
  return Object.assign(new Error(refusal.message), {
    data: { code: refusal.code, message: refusal.message },
  });
}

/** Browsers always name the origin of a socket; what names none is no web page. */
function isOriginAllowed(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined || origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function roomOf(owner: number): string {
  return owner === PUBLIC_OWNER ? PUBLIC_ROOM : `user:${owner}`;
}

function ownerOf(room: string): number | null {
  if (room === PUBLIC_ROOM) return PUBLIC_OWNER;
  return room.startsWith("user:") ? Number(room.slice("user:".length)) : null;
}

function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}
