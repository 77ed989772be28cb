import { createHash, randomBytes } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { type FieldSeals, isFieldSealed, setSealed } from "#server/platform/seals/sealed-fields.ts";
import { isRowSealed, type SealedKind, sealingAtFirst, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { OPERATOR_PROJECTION, type OperatorFields, standingOf } from "#server/platform/operators/standing.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "./runtime.ts";
import { endOfSession } from "./session-age.ts";
import type { SessionSummary, SessionUser } from "./session-user.ts";

interface SessionRecord extends Document, FieldSeals {
  readonly _id: string;
  readonly userId: number;
  /** The user's epoch when the session began; absent stands for 0. */
  readonly epoch?: number;
  readonly userAgent?: string;
  readonly ipAddress?: string;
  readonly createdAt: Date;
  /** When it was last used, to the minute; absent where that was at its beginning. */
  readonly lastSeenAt?: Date;
  readonly expiresAt: Date;
  readonly confirmedUntil?: Date;
  /** Another id stands in its place; it only lets requests under way end well. */
  readonly isReplaced?: boolean;
  /** Over whose session it is, and of which epoch: a session's row leads nobody to another account. */
  readonly seal?: string;
}

interface AccountRecord extends Document, OperatorFields {
  readonly id: number;
  readonly sessionEpoch?: number;
}

/** A session that its owner or an operator ended before its time, or that a new password outdated. */
interface EndedSession extends Document {
  /** The session's handle. */
  readonly _id: string;
  /** Until when a device may still show the session's cookie. */
  readonly expiresAt: Date;
  /** Absent where a process died before it could say, and on rows of before. */
  readonly why?: WhyEnded;
}

/** Why a session ended before its time, as the cases of `session-ended` have it. */
export type WhyEnded = "device" | "password" | "protection" | "operator" | "roles" | "room" | "closed" | "elsewhere";

interface CachedSession {
  readonly answer: Promise<SessionUser | null>;
  readonly readAtMs: number;
}

/** Whose session begins, in which epoch, and from where. */
interface NewSession {
  readonly userId: number;
  readonly epoch: number;
  readonly userAgent: string;
  readonly ipAddress: string;
}

export const SESSIONS = "sessions";
export const ENDED_SESSIONS = "ended_sessions";
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
const SESSION_KIND: SealedKind<SessionRecord> = {
  collection: SESSIONS,
  contentOf: ({ _id, userId, epoch = 0 }) => ({ _id, userId, epoch }),
};
/** How long a confirmation holds (product: money and secrets ask again after ten minutes). */
const CONFIRMED_MS = 10 * 60 * 1000;
/** How long a session whose id was replaced still opens. */
const REPLACED_MS = 10_000;
/** How long a session that another process ended may still be believed here. */
const CACHE_MS = 1000;
const CACHE_LIMIT = 50_000;
/** How often it is noted that a session is used: a write for each request would cost more than the request. */
const SEEN_EVERY_MS = 60_000;
const WATCH_RETRY_MS = 1000;
const HANDLE_LENGTH = 22;

/** Seals sessions of a server that knew no seals; confirmations are asked for again. */
export function sealSessionsAtFirst(database: Database): Promise<void> {
  return sealingAtFirst(SESSION_KIND)(database);
}

/** Names a session to its owner without being what the session is found by. */
export function sessionHandle(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("base64url").slice(0, HANDLE_LENGTH);
}

function isOutdated({ epoch = 0 }: SessionRecord, { sessionEpoch = 0 }: AccountRecord): boolean {
  return epoch !== sessionEpoch;
}

/** The session records, with a cache of a second in front. */
export function openSessionStore({ database, clock, log }: Runtime) {
  const records = database.collection<SessionRecord>(SESSIONS);
  const ended = database.collection<EndedSession>(ENDED_SESSIONS);
  const accounts = database.collection<AccountRecord>("users");
  const cache = new Map<string, CachedSession>();
  const listeners = new Set<(sessionId: string) => void>();
  /** When the use of each session was last noted by this process. */
  const notedMs = new Map<string, number>();

  async function readStanding(sessionId: string): Promise<SessionRecord | null> {
    const record = await records.findOne({ _id: sessionId, expiresAt: { $gt: clock.now() } });
    if (!record || isRowSealed(database, SESSION_KIND, record)) return record;
    await tellForged({ database, clock, log }, `a session of user ${record.userId}`, { userId: record.userId });
    return null;
  }

  async function load(sessionId: string): Promise<SessionUser | null> {
    const first = await readStanding(sessionId);
    if (!first) return null;
    const account = await accounts.findOne(
      { id: first.userId },
      { projection: { ...OPERATOR_PROJECTION, sessionEpoch: 1 } },
    );
    // Between the two readings the epoch may have ended, and this session been let go on.
    const record = account && isOutdated(first, account) ? await readStanding(sessionId) : first;
    if (!record) return null;
    if (!account || isOutdated(record, account)) {
      // Outdated where a process died before it could end it; deleting it tells the sockets.
      await noteEnded([record], "elsewhere");
      await records.deleteOne({ _id: sessionId });
      return null;
    }
    const standing = standingOf(database, account);
    const isAdmin = standing !== null;
    if (isAdmin !== account.isAdmin)
      await tellForged({ database, clock, log }, `isAdmin of user ${account.id}`, { userId: account.id });
    if (endOfSession(record, isAdmin) <= clock.now()) {
      await remove([sessionId]);
      return null;
    }
    const isConfirmed = isFieldSealed(database, SESSIONS, sessionId, record, "confirmedUntil");
    const confirmedUntil = isConfirmed ? (record.confirmedUntil ?? null) : null;
    return { sessionId, userId: account.id, isAdmin, roles: standing?.roles ?? [], confirmedUntil };
  }

  function forget(sessionId: string): void {
    cache.delete(sessionId);
    notedMs.delete(sessionId);
    for (const listener of listeners) listener(sessionId);
  }

  // Deleted first, forgotten after: a lookup that began before the deletion is dropped from the cache as well.
  async function remove(sessionIds: readonly string[]): Promise<void> {
    await records.deleteMany({ _id: { $in: [...sessionIds] } });
    for (const sessionId of sessionIds) forget(sessionId);
  }

  /** Remembers that these did not just expire. Before they are deleted: no device may hear "expired" in between. */
  async function noteEnded(
    sessions: readonly Pick<SessionRecord, "_id" | "expiresAt">[],
    why: WhyEnded,
  ): Promise<void> {
    await Promise.all(
      sessions.map(({ _id, expiresAt }) =>
        ended.updateOne({ _id: sessionHandle(_id) }, { $set: { expiresAt, why } }, { upsert: true }),
      ),
    );
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
    /** The same as the database has it at this moment: what an operator may do is over at once. */
    async findNow(sessionId: string | undefined): Promise<SessionUser | null> {
      return typeof sessionId === "string" ? load(sessionId) : null;
    },
    async add(session: NewSession): Promise<string> {
      const sessionId = randomBytes(24).toString("base64url");
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + SESSION_SECONDS * 1000);
      const record = { _id: sessionId, ...session, createdAt, lastSeenAt: createdAt, expiresAt };
      await records.insertOne({ ...record, seal: sealRow(database, SESSION_KIND, record) });
      return sessionId;
    },
    /** Notes that a session is used, which keeps it from idling out. */
    async noteSeen(sessionId: string): Promise<void> {
      const now = clock.now();
      const noted = notedMs.get(sessionId);
      if (noted !== undefined && now.getTime() - noted < SEEN_EVERY_MS) return;
      if (notedMs.size >= CACHE_LIMIT) notedMs.clear();
      notedMs.set(sessionId, now.getTime());
      await records.updateOne({ _id: sessionId }, { $max: { lastSeenAt: now } });
    },
    async confirm(sessionId: string): Promise<Date> {
      const confirmedUntil = new Date(clock.now().getTime() + CONFIRMED_MS);
      await records.updateOne(
        { _id: sessionId },
        { $set: setSealed(database, SESSIONS, sessionId, { confirmedUntil }) },
      );
      cache.delete(sessionId);
      return confirmedUntil;
    },
    async isConfirmed({ sessionId, confirmedUntil }: SessionUser): Promise<boolean> {
      const now = clock.now();
      if (confirmedUntil !== null && confirmedUntil > now) return true;
      // Another process may have heard the confirmation a moment ago.
      const record = await records.findOne({ _id: sessionId, confirmedUntil: { $gt: now } });
      return record !== null && isFieldSealed(database, SESSIONS, sessionId, record, "confirmedUntil");
    },
    async carryOver(session: ClientSession, sessionId: string, epoch: number): Promise<void> {
      const expiresAt = new Date(clock.now().getTime() + REPLACED_MS);
      const record = await records.findOne({ _id: sessionId }, { session });
      if (!record || !isRowSealed(database, SESSION_KIND, record)) return;
      const seal = sealRow(database, SESSION_KIND, { ...record, epoch });
      await records.updateOne({ _id: sessionId }, { $set: { epoch, expiresAt, isReplaced: true, seal } }, { session });
    },
    async keep(session: ClientSession, sessionId: string, epoch: number): Promise<void> {
      const record = await records.findOne({ _id: sessionId }, { session });
      if (!record || !isRowSealed(database, SESSION_KIND, record)) return;
      const seal = sealRow(database, SESSION_KIND, { ...record, epoch });
      await records.updateOne({ _id: sessionId }, { $set: { epoch, seal } }, { session });
    },
    /** The sessions that stand, newest first. */
    async list(userId: number): Promise<SessionSummary[]> {
      const account = await accounts.findOne({ id: userId }, { projection: { _id: 0, isAdmin: 1, sessionEpoch: 1 } });
      const now = clock.now();
      const found = await records
        .find({ userId, expiresAt: { $gt: now }, isReplaced: { $ne: true } })
        .sort({ createdAt: -1 })
        .toArray();
      return found
        .filter(({ epoch = 0 }) => epoch === (account?.sessionEpoch ?? 0))
        .filter((record) => endOfSession(record, account?.isAdmin ?? false) > now)
        .map(({ _id, userAgent = "", ipAddress = "", createdAt }) => ({
          sessionId: _id,
          handle: sessionHandle(_id),
          userAgent,
          ipAddress,
          startedAt: createdAt,
        }));
    },
    remove,
    /** Ends the sessions of a user that `isMeant` names; answers with how many. */
    async removeOf(userId: number, why: WhyEnded, isMeant: (sessionId: string) => boolean): Promise<number> {
      const found = await records.find({ userId }, { projection: { _id: 1, expiresAt: 1 } }).toArray();
      const meant = found.filter(({ _id }) => isMeant(_id));
      await noteEnded(meant, why);
      await remove(meant.map(({ _id }) => _id));
      return meant.length;
    },
    /** Why a session was ended by {@link removeOf} or outdated; null where it expired or never was. */
    async whyEnded(sessionId: string | undefined): Promise<WhyEnded | null> {
      if (typeof sessionId !== "string") return null;
      const found = await ended.findOne({ _id: sessionHandle(sessionId) });
      return found && (found.why ?? "elsewhere");
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
        const next = records.watch([{ $match: { operationType: "delete" } }], { maxAwaitTimeMS: database.awaitMs });
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
