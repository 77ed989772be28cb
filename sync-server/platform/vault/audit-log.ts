import { createHash } from "node:crypto";
import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

/** What happened, to which key, for whom and why. Nothing secret belongs in it. */
export interface AuditEvent {
  readonly action: "sign";
  readonly address: string;
  readonly purpose: string;
  readonly payloadHash: string;
  readonly requestedBy: string;
  readonly reason: string;
}

/** One link of the chain: `hash` covers the row and the hash before it. */
interface AuditRow extends AuditEvent, Document {
  readonly _id: number;
  readonly at: Date;
  readonly previous: string;
  readonly hash: string;
}

interface AuditHead {
  readonly _id: "head";
  readonly sequence: number;
  readonly hash: string;
}

export const AUDIT_LOG = "audit_log";
const AUDIT_HEAD = "audit_head";
const GENESIS = "0".repeat(64);

export interface AuditLog {
  append(event: AuditEvent): Promise<void>;
  /** Walks the chain; answers with the number of the first row that does not fit, or null when all do. */
  findBreak(): Promise<number | null>;
}

/** Opens the append-only log of signatures. Rows of one process are appended one after another, so that they seldom conflict. */
export function openAuditLog(database: Database, clock: Clock): AuditLog {
  const rows = database.collection<AuditRow>(AUDIT_LOG);
  const heads = database.collection<AuditHead>(AUDIT_HEAD);
  let last: Promise<void> = Promise.resolve();

  async function appendNow(event: AuditEvent): Promise<void> {
    await database.transaction(async (session) => {
      const head = await heads.findOne({ _id: "head" }, { session });
      const previous = head?.hash ?? GENESIS;
      const link = { _id: (head?.sequence ?? 0) + 1, at: clock.now(), ...event, previous };
      const hash = hashOf(link);
      await heads.updateOne({ _id: "head" }, { $set: { sequence: link._id, hash } }, { session, upsert: true });
      await rows.insertOne({ ...link, hash }, { session });
    });
  }

  return {
    append(event) {
      const turn = last.then(() => appendNow(event));
      // One failure must not fail the next row; the caller of this one still sees it.
      last = turn.then(nothing, nothing);
      return turn;
    },
    async findBreak() {
      let previous = GENESIS;
      let expected = 1;
      for await (const row of rows.find({}, { sort: { _id: 1 } })) {
        if (row._id !== expected || row.previous !== previous || row.hash !== hashOf(row)) return expected;
        previous = row.hash;
        expected += 1;
      }
      const head = await heads.findOne({ _id: "head" });
      return (head?.sequence ?? 0) === expected - 1 && (head?.hash ?? GENESIS) === previous ? null : expected;
    },
  };
}

function hashOf(row: Omit<AuditRow, "hash">): string {
  const { _id, at, action, address, purpose, payloadHash, requestedBy, reason, previous } = row;
  const content = [_id, at.toISOString(), action, address, purpose, payloadHash, requestedBy, reason, previous];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

function nothing(): void {
  // Settles the queue, whatever became of the row before.
}
