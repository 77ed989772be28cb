import type { Collection } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";

/** Where the chain of the audit log ends. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}

export interface StoredHead extends AuditHead {
  readonly _id: "head";
  /** When the database was last set back to a backup: without a seal, as it only forbids. */
  readonly restoredAt?: Date;
}

export const GENESIS: AuditHead = { sequence: 0, hash: "0".repeat(64) };

export function headCollection(database: Database): Collection<StoredHead> {
  return database.collection<StoredHead>("audit_head");
}

/** Says where the chain ends that the database was set back: whatever is signed reads that. */
export async function markHead(database: Database, restoredAt: Date): Promise<void> {
  await headCollection(database).updateOne(
    { _id: "head" },
    { $set: { restoredAt }, $setOnInsert: GENESIS },
    { upsert: true },
  );
}
