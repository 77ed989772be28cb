import type { Database } from "#server/platform/db/database.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import type { SubmissionDraft } from "./submission.ts";

/** Numbers below 2^30 are seconds before 2004: as the earliest moment of a transaction they hold up none. */
const UNUSED_BITS = 2;

type Named = Pick<SubmissionDraft, "userId" | "idempotencyKey" | "ledgerKey">;

/**
 * What a ledger's transaction says of what it is for: 30 bits of a keyed digest, which stand in it as the earliest moment at which it
 * holds (seconds). Whoever has the sealing key finds by it on the ledger what a database that was set back knows nothing of; to anybody
 * else it is a number. Together with who pays and who is paid it is compared for one and the same wish.
 */
export function ledgerKeyOf(database: Pick<Database, "db">, { userId, idempotencyKey, ledgerKey }: Named): number {
  const digest = Buffer.from(
    sealsOf(database).seal("ledger key", { userId, key: ledgerKey ?? idempotencyKey }),
    "base64url",
  );
  // 0 is what transactions of before have.
  return Math.max(1, digest.readUInt32BE(0) >>> UNUSED_BITS);
}
