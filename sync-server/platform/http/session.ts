import secureSession from "@fastify/secure-session";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ClientSession } from "mongodb";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import { mayDo, type Permission } from "#schemas/operators.ts";
import { AppError } from "#schemas/errors.ts";
import type { Config } from "#server/config.ts";
import { bearerOf } from "./api-key.ts";
import { noteOutcome } from "./outcome.ts";
import type { Runtime } from "./runtime.ts";
import { openSessionStore, SESSION_SECONDS, sessionHandle, type WhyEnded } from "./session-store.ts";
import { surplusSessions } from "./surplus-sessions.ts";
import type { SessionSummary, SessionUser } from "./session-user.ts";

/** The sessions of one server process; records live in the database, so that a session ends everywhere. */
export interface Sessions {
  read(request: FastifyRequest): Promise<SessionUser | null>;
  /** The same as the database has it at this moment. */
  readNow(request: FastifyRequest): Promise<SessionUser | null>;
  /**
   * The same for a raw Cookie header: the socket handshake. An open socket is no operator at work: it keeps the sessions of
   * people from idling out, theirs not.
   */
  readFromCookie(cookieHeader: string | undefined): Promise<SessionUser | null>;
  /** Notes that the session is used, which keeps it from idling out. */
  noteSeen(sessionId: string): Promise<void>;
  /**
   * Why the session that the request shows was ended on purpose, in words: by its owner elsewhere, by an operator, with a new
   * password. Null for one that expired.
   */
  whyEnded(request: FastifyRequest): Promise<WhyEnded | null>;
  /** Ends the request's session, if any, and starts one for this user; answers with its id, and the answer sets the cookie. */
  start(request: FastifyRequest, user: SessionOwner): Promise<string>;
  /**
   * Lets a session outlive, by some seconds, the end of its user's epoch, within the transaction that ends it: what the
   * device has under way meanwhile must not find itself signed out. A {@link renew} follows.
   */
  carryOver(session: ClientSession, sessionId: string, epoch: number): Promise<void>;
  /** Lets a session go on, as it is, through the end of its user's epoch, within the transaction that ends all others. */
  keep(session: ClientSession, sessionId: string, epoch: number): Promise<void>;
  /** Starts a session like {@link start}, and leaves the former one to pass. */
  renew(request: FastifyRequest, user: SessionOwner): Promise<string>;
  /** Notes that the person has just shown who they are; answers with until when that holds. */
  confirm(sessionId: string): Promise<Date>;
  isConfirmed(user: SessionUser): Promise<boolean>;
  end(request: FastifyRequest): Promise<void>;
  /** Ends every session of a user, or all but one; `why` is told to the devices that had them. */
  endAll(userId: number, why: WhyEnded, keptSessionId?: string): Promise<void>;
  /** Ends the user's session of this handle; false where there is none. */
  endOne(userId: number, handle: string): Promise<boolean>;
  /** The sessions of a user, newest first. */
  list(userId: number): Promise<SessionSummary[]>;
  /** Calls back with the id of each session that ends, in whichever process it ended. Answers with the way to stop. */
  onEnded(listener: (sessionId: string) => void): () => void;
}

/** Who signs in. A session holds for as long as the account's epoch is what it was when the person was recognised. */
export interface SessionOwner {
  readonly id: number;
  readonly sessionEpoch?: number | undefined;
}

declare module "@fastify/secure-session" {
  interface SessionData {
    sid: string;
  }
}
declare module "fastify" {
  interface FastifyInstance {
    sessions: Sessions;
    /** Whether a user has one; null where operators need none. */
    hasSecondFactor: ((userId: number) => Promise<boolean>) | null;
    /** Whether a user's account is frozen; null where nobody says. */
    isFrozen: ((userId: number) => Promise<boolean>) | null;
  }
  interface FastifyContextConfig {
    /** Whether screens ask this by themselves, so that asking shows nobody's presence. */
    isPolled?: boolean;
  }
}

const USER_AGENT_MAX_LENGTH = 512;

/** Whether cookies go over https alone. */
export function isSecure({ isProduction, publicUrl }: Config): boolean {
  return isProduction || publicUrl.startsWith("https:");
}

/** Installs the session cookie on the app and decorates it with `sessions`. */
export async function registerSessions(app: FastifyInstance, runtime: Runtime): Promise<Sessions> {
  const { config } = runtime;
  await app.register(secureSession, {
    cookieName: SESSION_COOKIE,
    key: config.sessionKey,
    expiry: SESSION_SECONDS,
    // The name is given, so the cookie cannot have the prefix __Host-; it has everything else that this asks for.
    cookie: {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure(config),
      maxAge: SESSION_SECONDS,
    },
  });
  const store = openSessionStore(runtime);
  async function begin(request: FastifyRequest, { id: userId, sessionEpoch = 0 }: SessionOwner): Promise<string> {
    const userAgent = (request.headers["user-agent"] ?? "").slice(0, USER_AGENT_MAX_LENGTH);
    const sessionId = await store.add({ userId, epoch: sessionEpoch, userAgent, ipAddress: request.ip });
    const surplus = await surplusSessions(runtime.database, userId);
    if (surplus.size > 0) await store.removeOf(userId, "room", (each) => surplus.has(each));
    request.session.regenerate();
    request.session.set("sid", sessionId);
    return sessionId;
  }
  const sessions: Sessions = {
    // Who shows a key asks by it alone.
    read: (request) => (bearerOf(request) === null ? store.find(request.session.get("sid")) : Promise.resolve(null)),
    readNow: (request) =>
      bearerOf(request) === null ? store.findNow(request.session.get("sid")) : Promise.resolve(null),
    whyEnded: (request) => store.whyEnded(request.session.get("sid")),
    noteSeen: store.noteSeen,
    readFromCookie: async (cookieHeader) => {
      if (cookieHeader === undefined) return null;
      const cookie = app.parseCookie(cookieHeader)[SESSION_COOKIE];
      const user = await store.find(cookie === undefined ? undefined : app.decodeSecureSession(cookie)?.get("sid"));
      if (user && !user.isAdmin) await store.noteSeen(user.sessionId);
      return user;
    },
    start: async (request, user) => {
      const former = request.session.get("sid");
      if (former !== undefined) await store.remove([former]);
      return begin(request, user);
    },
    carryOver: store.carryOver,
    keep: store.keep,
    renew: begin,
    confirm: store.confirm,
    isConfirmed: store.isConfirmed,
    end: async (request) => {
      const sessionId = request.session.get("sid");
      if (sessionId !== undefined) await store.remove([sessionId]);
      request.session.delete();
    },
    endAll: async (userId, why, keptSessionId) => {
      await store.removeOf(userId, why, (sessionId) => sessionId !== keptSessionId);
    },
    endOne: async (userId, handle) =>
      (await store.removeOf(userId, "device", (sessionId) => sessionHandle(sessionId) === handle)) > 0,
    list: store.list,
    onEnded: store.onEnded,
  };
  app.decorate("sessions", sessions);
  app.decorate("hasSecondFactor", null);
  app.decorate("isFrozen", null);
  app.addHook("onClose", store.watchDeletions());
  return sessions;
}

/** The signed-in user. Throws `session-required`, or `session-ended` where the session was ended on purpose. */
export async function requireUser(request: FastifyRequest): Promise<SessionUser> {
  return admitted(request, await request.server.sessions.read(request));
}

async function admitted(request: FastifyRequest, user: SessionUser | null): Promise<SessionUser> {
  const { sessions } = request.server;
  if (user && !request.routeOptions.config.isPolled) await sessions.noteSeen(user.sessionId);
  if (user) {
    noteOutcome(request, { userId: user.userId });
    return user;
  }
  const why = await sessions.whyEnded(request);
  throw why === null ? new AppError("session-required") : new AppError("session-ended", { why });
}

/**
 * The signed-in operator, who has this permission at this moment. Throws like {@link requireUser}, `admin-required` for who is none,
 * `operator-factor-required` in production for one without a second factor, and `role-required`.
 */
export async function requireOperator(request: FastifyRequest, permission: Permission): Promise<SessionUser> {
  const { sessions, hasSecondFactor } = request.server;
  const user = await admitted(request, await sessions.readNow(request));
  if (!user.isAdmin) throw new AppError("admin-required");
  if (hasSecondFactor && !(await hasSecondFactor(user.userId))) throw new AppError("operator-factor-required");
  if (!mayDo(user.roles, permission)) throw new AppError("role-required");
  return user;
}

/** The user, who has shown who they are within the last ten minutes. Throws `confirmation-required`. */
export async function requireConfirmed(request: FastifyRequest, user: SessionUser): Promise<SessionUser> {
  if (await request.server.sessions.isConfirmed(user)) return user;
  throw new AppError("confirmation-required");
}
