import type { ClientSession } from "mongodb";
import { type AuditHead, GENESIS, headCollection } from "#server/platform/audit/audit-head.ts";
import { AUDIT_PENDING, isOurEvent, notePending, type PendingEvent } from "#server/platform/audit/pending.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { lookAgainForRestore, mayKnowOfRestore } from "#server/platform/restored/state.ts";
import { SealBrokenError, sealsOf } from "#server/platform/seals/row-seals.ts";
import { AUDIT_LOG, AUDIT_SEAL, type AuditEvent, type AuditRow, hashOf } from "./audit-rows.ts";
import { SignedKeys } from "./signed-keys.ts";
import { SignedBeforeError, type SignedEnvelope } from "./signed-envelope.ts";

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
  const heads = headCollection(database);
  const pending = database.collection<PendingEvent>(AUDIT_PENDING);
  const signed = new SignedKeys(database);
  const waiting: Waiting[] = [];
  let isWriting = false;
  /** The last row that this process wrote. */
  let newest = 0;

  async function chain(
    session: ClientSession,
    end: AuditHead,
    events: readonly (AuditEvent & { readonly at: Date })[],
  ) {
    let head = end;
    // Whoever shortens the log while we run takes nothing back by it: it ends before what we wrote ourselves.
    if (head.sequence < newest)
      throw new SealBrokenError(`the end of the audit log, row ${head.sequence} of ${newest},`);
    const links = events.map(({ at, action, address, purpose, payloadHash, requestedBy, reason, envelope, change }) => {
      const besides = { ...(envelope && { envelope }), ...(change && { change }) };
      const event = { at, action, address, purpose, payloadHash, requestedBy, reason, ...besides };
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
        // However far back that is: within the transaction only what has come since is left to read.
        await coverAll(signed, await readHead(database, null), batch);
        const { refused, end } = await database.transaction(async (session) => {
          const head = await knownHead(database, session);
          const refusals = await signedBefore(signed, head, batch);
          const events = batch.filter((each) => !refusals.has(each)).map(({ event }) => ({ ...event, at }));
          return { refused: refusals, end: events.length === 0 ? newest : await chain(session, head, events) };
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
      await notePending(database, session, event, clock.now());
    },
    async drain() {
      let drained = 0;
      for (;;) {
        const count = await database.transaction(async (session) => {
          const noted = await pending.find({}, { session, sort: { _id: 1 }, limit: MOST_AT_ONCE }).toArray();
          if (noted.length === 0) return 0;
          // Nobody has a signature noted that was not made, nor an operator's act that was not theirs.
          const events = noted
            .filter((event) => isOurEvent(database, event))
            .map(({ envelope: _none, ...event }) => event);
          if (events.length > 0) await chain(session, await readHead(database, session), events);
          await pending.deleteMany({ _id: { $in: noted.map(({ _id }) => _id) } }, { session });
          return noted.length;
        });
        if (count === 0) return drained;
        drained += count;
      }
    },
  };
}

/** Reads what is not known yet of what may have been signed for these. */
async function coverAll(signed: SignedKeys, head: AuditHead, batch: readonly Waiting[]): Promise<void> {
  signed.makeRoom();
  for (const { event } of batch) if (event.envelope) await signed.cover(head, event.envelope.acceptedAt);
}

/** Which of these are of what other envelopes were signed for, of which it is not proven that they can no longer be used. */
async function signedBefore(signed: SignedKeys, head: AuditHead, batch: readonly Waiting[]) {
  const refused = new Map<Waiting, SignedBeforeError>();
  const fresh: SignedEnvelope[] = [];
  for (const each of batch) {
    const { envelope } = each.event;
    if (!envelope) continue;
    await signed.cover(head, envelope.acceptedAt);
    const known = [...signed.of(envelope.key), ...fresh.filter(({ key }) => key === envelope.key)];
    const others = known.filter(({ inner }) => inner !== envelope.inner && !each.dead.has(inner));
    if (others.length > 0) refused.set(each, new SignedBeforeError(others));
    else fresh.push(envelope);
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
export async function readHead(database: Database, session: ClientSession | null): Promise<AuditHead> {
  const head = await headCollection(database).findOne({ _id: "head" }, inSession(session));
  return head ? { sequence: head.sequence, hash: head.hash } : GENESIS;
}

/**
 * The same for whoever is to sign: a process that was cut off while the database was set back learns of it by the read that it makes anyway. Throws
 * then; who asks next asks what that restore is at.
 */
async function knownHead(database: Database, session: ClientSession): Promise<AuditHead> {
  const head = await headCollection(database).findOne({ _id: "head" }, { session });
  if (head?.restoredAt && !mayKnowOfRestore(database)) {
    lookAgainForRestore(database);
    throw new Error("this database was set back to a backup while the server was cut off from it");
  }
  return head ?? GENESIS;
}
