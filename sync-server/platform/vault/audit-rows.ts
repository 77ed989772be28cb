import { createHash } from "node:crypto";
import type { Document } from "mongodb";
import type { NotedEvent } from "#server/platform/audit/pending.ts";
import { canonical } from "#server/platform/seals/canonical.ts";
import type { SignedEnvelope } from "./signed-envelope.ts";

/** What happened, to which key or to whom, on whose word and why. */
export interface AuditEvent extends NotedEvent {
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

export const AUDIT_LOG = "audit_log";
export const AUDIT_SEAL = "audit row";

export function hashOf(row: Omit<AuditRow, "hash">): string {
  return createHash("sha256").update(coveredBy(row)).digest("hex");
}

/** The text that is hashed of a row. */
export function coveredBy(row: Omit<AuditRow, "hash">): string {
  const { _id, at, action, address, purpose, payloadHash, requestedBy, reason, previous, envelope, change } = row;
  const event = [_id, at.toISOString(), action, address, purpose, payloadHash, requestedBy, reason, previous];
  return JSON.stringify([
    ...event,
    ...(envelope ? [canonical(envelope)] : []),
    ...(change ? [`change ${change}`] : []),
  ]);
}
