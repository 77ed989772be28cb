import { houseAccount } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { HOUSE_USER, insertSubmission, submissionCollection } from "#server/platform/submissions/submission.ts";
import { type AuditHead, readHead } from "#server/platform/vault/audit-log.ts";

/** The house account whose data entry holds the anchor: the one with the fewest operations of its own. */
export const ANCHOR_PURPOSE = "suspense";
/** The entry's name; its value is `ROW:HASH`, the hash in base64url. */
export const ANCHOR_NAME = "astrolabe audit";
const MOST_ATTEMPTS_A_DAY = 5;

/**
 * Has the end of the audit chain written to the ledger, once per UTC day: from then on nobody can change a row up to there
 * without the ledger telling. Answers whether a submission was made. One that failed is tried again the same day.
 */
export async function anchorAudit(
  { database, clock, config }: Pick<Runtime, "database" | "clock" | "config">,
  feeBid: bigint,
): Promise<boolean> {
  const prefix = `anchor-${clock.now().toISOString().slice(0, 10)}-`;
  return database.transaction(async (session) => {
    const house = await houseAccount(database, ANCHOR_PURPOSE, session);
    // Taken, so that two processes do not both find that nothing was done today.
    const account = house && (await takeAccount(database, session, house._id));
    if (!account?.exists) return false;
    const today = await submissionCollection(database)
      .find({ userId: HOUSE_USER, idempotencyKey: { $gte: prefix, $lt: `${prefix}~` } }, { session })
      .toArray();
    if (today.some(({ state }) => state !== "failed") || today.length >= MOST_ATTEMPTS_A_DAY) return false;
    const head = await readHead(database, session);
    if (head.sequence === 0) return false;
    const viaChannel = config.house.channels > 0;
    const needed = BASE_RESERVE_STROOPS + (viaChannel ? 0n : feeBid);
    const reserved = await reservationsOf(database, session, account._id);
    if (spendableOf(account, NATIVE, reserved) < needed) return false;
    await insertSubmission({ database, clock }, session, {
      userId: HOUSE_USER,
      idempotencyKey: `${prefix}${today.length + 1}`,
      fingerprint: "",
      kind: "anchor",
      account: account._id,
      steps: [{ type: "manage_data", source: account._id, name: ANCHOR_NAME, value: anchorValue(head) }],
      memo: "",
      holds: [{ ...NATIVE, amount: String(needed) }],
      fee: String(feeBid),
      feePayer: null,
      viaChannel,
    });
    return true;
  });
}

/** At most 64 bytes, whatever the number of rows. */
export function anchorValue({ sequence, hash }: AuditHead): string {
  return `${sequence}:${Buffer.from(hash, "hex").toString("base64url")}`;
}

/** Null for a value that is no anchor. */
export function readAnchor(value: string): AuditHead | null {
  const parts = /^([1-9]\d{0,15}):([A-Za-z0-9_-]{43})$/.exec(value);
  if (!parts) return null;
  const [, sequence = "", hash = ""] = parts;
  return { sequence: Number(sequence), hash: Buffer.from(hash, "base64url").toString("hex") };
}
