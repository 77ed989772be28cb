import { createHash } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { canonical } from "#server/platform/seals/canonical.ts";
import { SealBrokenError, sealsOf } from "#server/platform/seals/row-seals.ts";
import { SignedBeforeError, type SignedEnvelope } from "./signed-envelope.ts";

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
  /** Of signatures of submissions. */
  readonly envelope?: SignedEnvelope;
}

/** One link of the chain: `hash` covers the row and the hash before it. */
export interface AuditRow extends AuditEvent, Document {
  readonly _id: number;
  readonly at: Date;
  readonly previous: string;
  readonly hash: string;
  /** Over the hash, and so over all before: nobody writes a chain of their own. Absent in rows from before there were seals. */
  readonly seal?: string;
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
export const AUDIT_SEAL = "audit row";
export const GENESIS: AuditHead = { sequence: 0, hash: "0".repeat(64) };
const AUDIT_HEAD = "audit_head";
const AUDIT_PENDING = "audit_pending";
const MOST_AT_ONCE = 200;

export interface AuditLog {
  /**
   * Stored when this resolves. Rows that are asked for while others are written go together into the next transaction. Throws
   * {@link SignedBeforeError}, and nothing is stored, for an envelope of what another was signed for, unless that is `dead`.
   */
  append(event: AuditEvent, dead?: ReadonlySet<string>): Promise<void>;
  /** Records what the caller's transaction does, if it commits; the row joins the chain with the next {@link AuditLog.drain}. */
  note(session: ClientSession, event: AuditEvent): Promise<void>;
  /** Brings what was noted into the chain; answers with the number of rows. */
  drain(): Promise<number>;
}

interface Waiting {
  readonly event: AuditEvent;
  readonly dead: ReadonlySet<string>;
  readonly settle: (error?: unknown) => void;
}

/** Opens the append-only log. Any number of processes may write it: each row names the one before, whoever wrote that. */
export function openAuditLog(database: Database, clock: Clock): AuditLog {
  const rows = database.collection<AuditRow>(AUDIT_LOG);
  const heads = database.collection<StoredHead>(AUDIT_HEAD);
  const pending = database.collection<PendingEvent>(AUDIT_PENDING);
  const waiting: Waiting[] = [];
  let isWriting = false;
  /** The last row that this process wrote. */
  let newest = 0;

  async function chain(session: ClientSession, events: readonly (AuditEvent & { readonly at: Date })[]) {
    let head: AuditHead = (await heads.findOne({ _id: "head" }, { session })) ?? GENESIS;
    // Whoever shortens the log while we run takes nothing back by it: it ends before what we wrote ourselves.
    if (head.sequence < newest)
      throw new SealBrokenError(`the end of the audit log, row ${head.sequence} of ${newest},`);
    const links = events.map(({ at, action, address, purpose, payloadHash, requestedBy, reason, envelope }) => {
      const event = { at, action, address, purpose, payloadHash, requestedBy, reason, ...(envelope && { envelope }) };
      const link = { _id: head.sequence + 1, ...event, previous: head.hash };
      const hash = hashOf(link);
      const row: AuditRow = { ...link, hash, seal: sealsOf(database).seal(AUDIT_SEAL, { sequence: link._id, hash }) };
      head = { sequence: row._id, hash };
      return row;
    });
    // The head first: whoever else writes meanwhile conflicts here, before anything is done.
    const { sequence, hash } = head;
    await heads.updateOne({ _id: "head" }, { $set: { sequence, hash } }, { session, upsert: true });
    await rows.insertMany(links, { session });
    return sequence;
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      const at = clock.now();
      try {
        const { refused, end } = await database.transaction(async (session) => {
          const refusals = await signedBefore(database, session, batch);
          const events = batch.filter((each) => !refusals.has(each)).map(({ event }) => ({ ...event, at }));
          return { refused: refusals, end: events.length === 0 ? newest : await chain(session, events) };
        });
        newest = Math.max(newest, end);
        for (const each of batch) each.settle(refused.get(each));
      } catch (error) {
        for (const { settle } of batch) settle(error);
      }
    }
    isWriting = false;
  }

  return {
    append: (event, dead = new Set()) =>
      new Promise((resolve, reject) => {
        waiting.push({ event, dead, settle: (error) => (error === undefined ? resolve() : reject(error)) });
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

/** Which of these are of what other envelopes were signed for, of which it is not proven that they can no longer be used. */
async function signedBefore(database: Database, session: ClientSession, batch: readonly Waiting[]) {
  const keys = new Set(batch.flatMap(({ event }) => event.envelope?.key ?? []));
  const refused = new Map<Waiting, SignedBeforeError>();
  if (keys.size === 0) return refused;
  const found = await database
    .collection<AuditRow>(AUDIT_LOG)
    .find({ "envelope.key": { $in: [...keys] } }, { session, sort: { _id: 1 } })
    .toArray();
  const known = found.map((row) => sealedEnvelope(database, row));
  for (const each of batch) {
    const { envelope } = each.event;
    if (!envelope) continue;
    const others = known.filter(
      ({ key, inner }) => key === envelope.key && inner !== envelope.inner && !each.dead.has(inner),
    );
    if (others.length > 0) refused.set(each, new SignedBeforeError(others));
    else known.push(envelope);
  }
  return refused;
}

function sealedEnvelope(database: Database, row: AuditRow): SignedEnvelope {
  const { _id: sequence, hash, seal, envelope } = row;
  if (!envelope || hashOf(row) !== hash || !sealsOf(database).isSealed(AUDIT_SEAL, { sequence, hash }, seal))
    throw new SealBrokenError(`row ${sequence} of the audit log`);
  return envelope;
}

/** What was signed with this sequence number of this account, and by what hash the network would know it. */
export async function envelopesAt(
  database: Database,
  { source, sequence }: Pick<SignedEnvelope, "source" | "sequence">,
): Promise<{ readonly envelope: SignedEnvelope; readonly payloadHash: string }[]> {
  const rows = await database
    .collection<AuditRow>(AUDIT_LOG)
    .find({ "envelope.source": source, "envelope.sequence": sequence })
    .toArray();
  return rows.map((row) => ({ envelope: sealedEnvelope(database, row), payloadHash: row.payloadHash }));
}

/** Where the chain ends now. */
export async function readHead(database: Database, session?: ClientSession): Promise<AuditHead> {
  const options = session ? { session } : {};
  const head = await database.collection<StoredHead>(AUDIT_HEAD).findOne({ _id: "head" }, options);
  return head ? { sequence: head.sequence, hash: head.hash } : GENESIS;
}

export function hashOf(row: Omit<AuditRow, "hash">): string {
  const { _id, at, action, address, purpose, payloadHash, requestedBy, reason, previous, envelope } = row;
  const event = [_id, at.toISOString(), action, address, purpose, payloadHash, requestedBy, reason, previous];
  const content = envelope ? [...event, canonical(envelope)] : event;
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
