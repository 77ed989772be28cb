import type { ClientSession, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";

/**
 * What is done with keys and secrets: `create` a key, `sign` with it, `rotate` an account to another key, `rewrap` what
 * locks everything, `keep`, `reveal` and `drop` a small secret, `seal` the rows of a server that knew no seals, `restore` a database from
 * a backup; and `operate`, whatever an operator changes.
 */
export type AuditAction =
  | "create"
  | "sign"
  | "rotate"
  | "rewrap"
  | "keep"
  | "reveal"
  | "drop"
  | "seal"
  | "restore"
  | "operate";

/** What happened, to which key or to whom, on whose word and why. Nothing secret belongs in it. */
export interface NotedEvent {
  readonly action: AuditAction;
  /** The address, the name of the secret, or whom an operator's act is about. */
  readonly address: string;
  readonly purpose: string;
  /** What was signed, in hex; empty for anything else. */
  readonly payloadHash: string;
  readonly requestedBy: string;
  readonly reason: string;
  /** Of operators' acts, what it was before and is after, as JSON. */
  readonly change?: string;
}

export interface PendingEvent extends NotedEvent, Document {
  readonly at: Date;
  /** Absent in those from before there was one. */
  readonly seal?: string;
}

export const AUDIT_PENDING = "audit_pending";
const SEAL = "audit pending";

/** Records what the caller's transaction does, if it commits; it joins the audit chain moments later. */
export async function notePending(
  database: Database,
  session: ClientSession,
  event: NotedEvent,
  at: Date,
): Promise<void> {
  const seal = sealsOf(database).seal(SEAL, { event, at });
  await database.collection<PendingEvent>(AUDIT_PENDING).insertOne({ ...event, at, seal }, { session });
}

/** Whether the server noted it: nobody has an operator do by the database what they never did, or excuses rows that are gone. */
export function isOurEvent(database: Database, noted: PendingEvent): boolean {
  const { action, address, purpose, payloadHash, requestedBy, reason, change, at, seal } = noted;
  if (action !== "operate" && action !== "restore") return true;
  const event = { action, address, purpose, payloadHash, requestedBy, reason, change };
  return sealsOf(database).isSealed(SEAL, { event, at }, seal);
}
