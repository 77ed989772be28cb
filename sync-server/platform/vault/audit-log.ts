import { createHash } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

/**
 * What is done with keys and secrets: `create` a key, `sign` with it, `rotate` an account to another key, `rewrap` what
 * locks everything, `keep`, `reveal` and `drop` a small secret.
 */
export type AuditAction = "create" | "sign" | "rotate" | "rewrap" | "keep" | "reveal" | "drop";

/** What happened, to which key, for whom and why. Nothing secret belongs in it. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The address, or the name of the secret. */
  readonly address: string;
  readonly purpose: string;
  /** What was signed, in hex; empty for anything else. */
  readonly payloadHash: string;
  readonly requestedBy: string;
  readonly reason: string;
}

/** One link of the chain: `hash` covers the row and the hash before it. */
export interface AuditRow extends AuditEvent, Document {
  readonly _id: number;
  readonly at: Date;
  readonly previous: string;
  readonly hash: string;
}

/** Where the chain ends. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}

interface StoredHead extends AuditHead {
  readonly _id: "head";
}

interface PendingEvent extends AuditEvent, Document {
  readonly at: Date;
}

export const AUDIT_LOG = "audit_log";
export const GENESIS: AuditHead = { sequence: 0, hash: "0".repeat(64) };
const AUDIT_HEAD = "audit_head";
const AUDIT_PENDING = "audit_pending";
const MOST_AT_ONCE = 200;

export interface AuditLog {
  /** Stored when this resolves. Rows that are asked for while others are written go together into the next transaction. */
  append(event: AuditEvent): Promise<void>;
  /** Records what the caller's transaction does, if it commits; the row joins the chain with the next {@link AuditLog.drain}. */
  note(session: ClientSession, event: AuditEvent): Promise<void>;
  /** Brings what was noted into the chain; answers with the number of rows. */
  drain(): Promise<number>;
}

interface Waiting {
  readonly event: AuditEvent;
  readonly settle: (error?: unknown) => void;
}

/** Opens the append-only log. Any number of processes may write it: each row names the one before, whoever wrote that. */
export function openAuditLog(database: Database, clock: Clock): AuditLog {
  const rows = database.collection<AuditRow>(AUDIT_LOG);
  const heads = database.collection<StoredHead>(AUDIT_HEAD);
  const pending = database.collection<PendingEvent>(AUDIT_PENDING);
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function chain(session: ClientSession, events: readonly (AuditEvent & { readonly at: Date })[]) {
    let head: AuditHead = (await heads.findOne({ _id: "head" }, { session })) ?? GENESIS;
    const links = events.map(({ at, action, address, purpose, payloadHash, requestedBy, reason }) => {
      const event = { at, action, address, purpose, payloadHash, requestedBy, reason };
      const link = { _id: head.sequence + 1, ...event, previous: head.hash };
      const row: AuditRow = { ...link, hash: hashOf(link) };
      head = { sequence: row._id, hash: row.hash };
      return row;
    });
    // The head first: whoever else writes meanwhile conflicts here, before anything is done.
    const { sequence, hash } = head;
    await heads.updateOne({ _id: "head" }, { $set: { sequence, hash } }, { session, upsert: true });
    await rows.insertMany(links, { session });
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      const at = clock.now();
      try {
        await database.transaction((session) =>
          chain(
            session,
            batch.map(({ event }) => ({ ...event, at })),
          ),
        );
        for (const { settle } of batch) settle();
      } catch (error) {
        for (const { settle } of batch) settle(error);
      }
    }
    isWriting = false;
  }

  return {
    append: (event) =>
      new Promise((resolve, reject) => {
        waiting.push({ event, settle: (error) => (error === undefined ? resolve() : reject(error)) });
        if (!isWriting) void writeWaiting();
      }),
    async note(session, event) {
      await pending.insertOne({ ...event, at: clock.now() }, { session });
    },
    async drain() {
      let drained = 0;
      for (;;) {
        const count = await database.transaction(async (session) => {
          const noted = await pending.find({}, { session, sort: { _id: 1 }, limit: MOST_AT_ONCE }).toArray();
          if (noted.length === 0) return 0;
          await chain(session, noted);
          await pending.deleteMany({ _id: { $in: noted.map(({ _id }) => _id) } }, { session });
          return noted.length;
        });
        if (count === 0) return drained;
        drained += count;
      }
    },
  };
}

/** Where the chain ends now. */
export async function readHead(database: Database, session?: ClientSession): Promise<AuditHead> {
  const options = session ? { session } : {};
  const head = await database.collection<StoredHead>(AUDIT_HEAD).findOne({ _id: "head" }, options);
  return head ? { sequence: head.sequence, hash: head.hash } : GENESIS;
}

export function hashOf(row: Omit<AuditRow, "hash">): string {
  const { _id, at, action, address, purpose, payloadHash, requestedBy, reason, previous } = row;
  const content = [_id, at.toISOString(), action, address, purpose, payloadHash, requestedBy, reason, previous];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
