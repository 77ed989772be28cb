import { createHash } from "node:crypto";
import type { Document } from "mongodb";
import { canonical } from "#server/platform/seals/canonical.ts";
import type { SignedEnvelope } from "./signed-envelope.ts";

/**
 * What is done with keys and secrets: `create` a key, `sign` with it, `rotate` an account to another key, `rewrap` what
 * locks everything, `keep`, `reveal` and `drop` a small secret, `seal` the rows of a server that knew no seals.
 */
export type AuditAction = "create" | "sign" | "rotate" | "rewrap" | "keep" | "reveal" | "drop" | "seal";

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

export const AUDIT_LOG = "audit_log";
export const AUDIT_SEAL = "audit row";
export const GENESIS: AuditHead = { sequence: 0, hash: "0".repeat(64) };

export function hashOf(row: Omit<AuditRow, "hash">): string {
  const { _id, at, action, address, purpose, payloadHash, requestedBy, reason, previous, envelope } = row;
  const event = [_id, at.toISOString(), action, address, purpose, payloadHash, requestedBy, reason, previous];
  const content = envelope ? [...event, canonical(envelope)] : event;
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
