import { randomBytes } from "node:crypto";
import secureSession from "@fastify/secure-session";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Document } from "mongodb";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "./runtime.ts";

/** Who is asking. */
export interface SessionUser {
  readonly sessionId: string;
  readonly userId: number;
  readonly isAdmin: boolean;
  /** Until when the session counts as confirmed; null where it never was. */
  readonly confirmedUntil: Date | null;
}

/** The sessions of one server process; records live in the database, so that a session ends everywhere. */
export interface Sessions {
  read(request: FastifyRequest): Promise<SessionUser | null>;
  /** The same for a raw Cookie header: the socket handshake. */
  readFromCookie(cookieHeader: string | undefined): Promise<SessionUser | null>;
  /** Ends the request's session, if any, and starts one with a new id for this user; the answer sets the cookie. */
  start(request: FastifyRequest, user: { readonly id: number; readonly isAdmin: boolean }): Promise<SessionUser>;
  /** Notes that the person has just shown who they are; answers with until when that holds. */
  confirm(sessionId: string): Promise<Date>;
  isConfirmed(user: SessionUser): Promise<boolean>;
  end(request: FastifyRequest): Promise<void>;
  /** Ends every session of a user. */
  endAll(userId: number): Promise<void>;
  /** Calls back with the id of each session that ends, in whichever process it ended. Answers with the way to stop. */
  onEnded(listener: (sessionId: string) => void): () => void;
}

interface SessionRecord extends Document {
  readonly _id: string;
  readonly userId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly confirmedUntil?: Date;
}

interface AccountRecord extends Document {
  readonly id: number;
  readonly isAdmin: boolean;
}

interface CachedSession {
  readonly answer: Promise<SessionUser | null>;
  readonly readAtMs: number;
}

declare module "@fastify/secure-session" {
  interface SessionData {
    sid: string;
  }
}
declare module "fastify" {
  interface FastifyInstance {
    sessions: Sessions;
  }
}

export const SESSIONS = "sessions";
const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** How long a confirmation holds (product: money and secrets ask again after ten minutes). */
const CONFIRMED_MS = 10 * 60 * 1000;
/** How long a session that another process ended may still be believed here. */
const CACHE_MS = 1000;
const CACHE_LIMIT = 50_000;
const WATCH_RETRY_MS = 1000;

/** Installs the session cookie on the app and decorates it with `sessions`. */
export async function registerSessions(app: FastifyInstance, runtime: Runtime): Promise<Sessions> {
  const { config } = runtime;
  await app.register(secureSession, {
    cookieName: SESSION_COOKIE,
    key: config.sessionKey,
    expiry: SESSION_SECONDS,
    cookie: {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: config.isProduction || config.publicUrl.startsWith("https:"),
      maxAge: SESSION_SECONDS,
    },
  });
  const store = openSessionStore(runtime);
  const sessions: Sessions = {
    read: (request) => store.find(request.session.get("sid")),
    readFromCookie: (cookieHeader) => {
      if (cookieHeader === undefined) return Promise.resolve(null);
      const cookie = app.parseCookie(cookieHeader)[SESSION_COOKIE];
      return store.find(cookie === undefined ? undefined : app.decodeSecureSession(cookie)?.get("sid"));
    },
    start: async (request, user) => {
      const former = request.session.get("sid");
      if (former !== undefined) await store.remove({ _id: former });
      const sessionId = await store.add(user.id);
      request.session.regenerate();
      request.session.set("sid", sessionId);
      return { sessionId, userId: user.id, isAdmin: user.isAdmin, confirmedUntil: null };
    },
    confirm: store.confirm,
    isConfirmed: store.isConfirmed,
    end: async (request) => {
      const sessionId = request.session.get("sid");
      if (sessionId !== undefined) await store.remove({ _id: sessionId });
      request.session.delete();
    },
    endAll: (userId) => store.remove({ userId }),
    onEnded: store.onEnded,
  };
  app.decorate("sessions", sessions);
  app.addHook("onClose", store.watchDeletions());
  return sessions;
}

/** The signed-in user. Throws `session-required`. */
export async function requireUser(request: FastifyRequest): Promise<SessionUser> {
  const user = await request.server.sessions.read(request);
  if (!user) throw new AppError("session-required");
  return user;
}

/** The signed-in admin. Throws `session-required` or `admin-required`. */
export async function requireAdmin(request: FastifyRequest): Promise<SessionUser> {
  const user = await requireUser(request);
  if (!user.isAdmin) throw new AppError("admin-required");
  return user;
}

/** The user, who has shown who they are within the last ten minutes. Throws `confirmation-required`. */
export async function requireConfirmed(request: FastifyRequest, user: SessionUser): Promise<SessionUser> {
  if (await request.server.sessions.isConfirmed(user)) return user;
  throw new AppError("confirmation-required");
}

function openSessionStore({ database, clock, log }: Runtime) {
  const records = database.collection<SessionRecord>(SESSIONS);
  const accounts = database.collection<AccountRecord>("users");
  const cache = new Map<string, CachedSession>();
  const listeners = new Set<(sessionId: string) => void>();

  async function load(sessionId: string): Promise<SessionUser | null> {
    const record = await records.findOne({ _id: sessionId, expiresAt: { $gt: clock.now() } });
    if (!record) return null;
    const account = await accounts.findOne({ id: record.userId }, { projection: { _id: 0, id: 1, isAdmin: 1 } });
    if (!account) return null;
    return { sessionId, userId: account.id, isAdmin: account.isAdmin, confirmedUntil: record.confirmedUntil ?? null };
  }

  function forget(sessionId: string): void {
    cache.delete(sessionId);
    for (const listener of listeners) listener(sessionId);
  }

  return {
    find(sessionId: string | undefined): Promise<SessionUser | null> {
      if (typeof sessionId !== "string") return Promise.resolve(null);
      const nowMs = clock.now().getTime();
      const cached = cache.get(sessionId);
      if (cached && nowMs - cached.readAtMs < CACHE_MS) return cached.answer;
      if (cache.size >= CACHE_LIMIT) cache.clear();
      const answer = load(sessionId);
      const entry = { answer, readAtMs: nowMs };
      cache.set(sessionId, entry);
      // A failed lookup must not be remembered: the next request asks again.
      answer.catch(() => {
        if (cache.get(sessionId) === entry) cache.delete(sessionId);
      });
      return answer;
    },
    async add(userId: number): Promise<string> {
      const sessionId = randomBytes(24).toString("base64url");
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + SESSION_SECONDS * 1000);
      await records.insertOne({ _id: sessionId, userId, createdAt, expiresAt });
      return sessionId;
    },
    async confirm(sessionId: string): Promise<Date> {
      const confirmedUntil = new Date(clock.now().getTime() + CONFIRMED_MS);
      await records.updateOne({ _id: sessionId }, { $set: { confirmedUntil } });
      cache.delete(sessionId);
      return confirmedUntil;
    },
    async isConfirmed({ sessionId, confirmedUntil }: SessionUser): Promise<boolean> {
      const now = clock.now();
      if (confirmedUntil !== null && confirmedUntil > now) return true;
      // Another process may have heard the confirmation a moment ago.
      const record = await records.findOne({ _id: sessionId, confirmedUntil: { $gt: now } });
      return record !== null;
    },
    // Deleted first, forgotten after: a lookup that began before the deletion is dropped from the cache as well.
    async remove(filter: { readonly _id: string } | { readonly userId: number }): Promise<void> {
      const ended = await records.find(filter, { projection: { _id: 1 } }).toArray();
      await records.deleteMany({ _id: { $in: ended.map((record) => record._id) } });
      for (const record of ended) forget(record._id);
    },
    onEnded(listener: (sessionId: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Hears of sessions that other processes ended and that expired. Answers with the way to stop. */
    watchDeletions(): () => Promise<void> {
      let isStopped = false;
      let stream = watch();
      function watch() {
        const next = records.watch([{ $match: { operationType: "delete" } }]);
        next.on("change", (change) => {
          if (change.operationType === "delete") forget(change.documentKey._id);
        });
        next.on("error", (error) => {
          if (isStopped) return;
          log.warn({ err: error }, "the watch over ended sessions broke off and begins again");
          void next.close();
          setTimeout(() => {
            if (!isStopped) stream = watch();
          }, WATCH_RETRY_MS).unref();
        });
        return next;
      }
      return async () => {
        isStopped = true;
        await stream.close();
      };
    },
  };
}
