import { createHash } from "node:crypto";
import type { Database } from "#server/platform/db/database.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import { readHead } from "#server/platform/vault/audit-log.ts";
import type { AuditHead } from "#server/platform/audit/audit-head.ts";
import { AUDIT_LOG, AUDIT_SEAL, type AuditEvent, type AuditRow, hashOf } from "#server/platform/vault/audit-rows.ts";
import { addressOf, idOf } from "./people-rows.ts";

const AT_ONCE = 2000;
const SPAN_MS = 29 * 24 * 60 * 60 * 1000;
/** Every so manyth row is an operator's act; the others are signatures. */
const ACT_EVERY = 5;

/** Lengthens the chain by so many rows, of which a fifth are acts of this operator about one of the people. */
export async function writeAudit(
  database: Database,
  sealing: Database,
  { rows, people, operatorId }: { readonly rows: number; readonly people: number; readonly operatorId: number },
): Promise<void> {
  const nowMs = Date.now();
  for (let first = 0; first < rows; first += AT_ONCE) {
    const events = Array.from({ length: Math.min(AT_ONCE, rows - first) }, (_, index) => ({
      ...eventOf(first + index, people, operatorId),
      at: new Date(nowMs - SPAN_MS * (1 - (first + index) / rows)),
    }));
    // The app writes the log, too: one of both begins again.
    await database.transaction(async (session) => {
      const [links, head] = chained(sealing, await readHead(database, session), events);
      await database
        .collection<{ readonly _id: string }>("audit_head")
        .updateOne({ _id: "head" }, { $set: head }, { session, upsert: true });
      await database.collection<AuditRow>(AUDIT_LOG).insertMany(links, { session });
    });
  }
}

function chained(
  sealing: Database,
  end: AuditHead,
  events: readonly (AuditEvent & { readonly at: Date })[],
): readonly [AuditRow[], AuditHead] {
  let head = end;
  const links = events.map((event): AuditRow => {
    const link = { _id: head.sequence + 1, ...event, previous: head.hash };
    const hash = hashOf(link);
    head = { sequence: link._id, hash };
    return { ...link, hash, seal: sealsOf(sealing).seal(AUDIT_SEAL, head) };
  });
  return [links, head];
}

function eventOf(index: number, people: number, operatorId: number): AuditEvent {
  const person = (index * 7) % people;
  if (index % ACT_EVERY === 0) {
    const change = JSON.stringify({ before: { isFrozen: false }, after: { isFrozen: true } });
    const about = { address: `user ${idOf(person)}`, purpose: "freeze", payloadHash: "" };
    return { action: "operate", ...about, requestedBy: `operator ${operatorId}`, reason: "asked by phone", change };
  }
  const payloadHash = createHash("sha256").update(`signed ${index}`).digest("hex");
  const source = addressOf(person);
  const bounds = { signedAtLedger: index, maxTime: new Date(0), maxLedger: index + 100 };
  const what = { key: `${idOf(person)} bench-${index}`, submission: index, acceptedAt: new Date(0) };
  const envelope = { ...what, inner: payloadHash, source, sequence: String(index), ...bounds };
  const asked = { requestedBy: `user ${idOf(person)}`, reason: `submission ${index}` };
  return { action: "sign", address: source, purpose: "wallet", payloadHash, ...asked, envelope };
}
