import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { HOUSE_USER, type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { readHead } from "#server/platform/vault/audit-log.ts";
import type { AuditHead } from "#server/platform/audit/audit-head.ts";

/** The house account whose data entry holds the anchor: the one with the fewest operations of its own. */
export const ANCHOR_PURPOSE = "suspense";
/** The entry's name; its value is `ROW:HASH`, the hash in base64url. */
export const ANCHOR_NAME = "astrolabe audit";
const MOST_ATTEMPTS_A_DAY = 5;

/** What became of the day's anchor: it waits for the house's account, was submitted now, is under way or done, or failed. */
export type AnchorOutcome = "waiting" | "submitted" | "under way" | "done" | AnchorProblem;

/** Why the day has no anchor: nobody can pay for it, or the network refused it as often as it is tried. */
export type AnchorProblem = "unaffordable" | "refused";

/**
 * Has the end of the audit chain written to the ledger, once per UTC day: from then on nobody can change a row up to there
 * without the ledger telling. One that failed is tried again the same day. The network is asked for `feeBid`, the stroops
 * that an operation costs, only where there is something to submit.
 */
export async function anchorAudit(
  { database, clock, config }: Pick<Runtime, "database" | "clock" | "config">,
  feeBid: () => Promise<bigint>,
): Promise<AnchorOutcome> {
  const day = clock.now().toISOString().slice(0, 10);
  const standing = outcomeOf(await anchorsOf(database, day, null));
  if (standing !== null) return standing;
  const fee = await feeBid();
  return database.transaction(async (session) => {
    const house = await houseAccount(database, ANCHOR_PURPOSE, session);
    // Taken, so that two processes do not both find that nothing was done today.
    const account = house && (await takeAccount(database, session, house._id));
    if (!account?.exists) return "waiting";
    const today = await anchorsOf(database, day, session);
    const now = outcomeOf(today);
    if (now !== null) return now;
    const head = await readHead(database, session);
    if (head.sequence === 0) return "waiting";
    const viaChannel = config.house.channels > 0;
    const needed = BASE_RESERVE_STROOPS + (viaChannel ? 0n : fee);
    const reserved = await reservationsOf(database, session, account._id);
    if (spendableOf(account, NATIVE, reserved) < needed) return "unaffordable";
    await insertSubmission({ database, clock }, session, {
      userId: HOUSE_USER,
      idempotencyKey: `${prefixOf(day)}${today.length + 1}`,
      fingerprint: "",
      kind: "anchor",
      account: account._id,
      steps: [{ type: "manage_data", source: account._id, name: ANCHOR_NAME, value: anchorValue(head) }],
      memo: "",
      holds: [{ ...NATIVE, amount: String(needed) }],
      fee: String(fee),
      feePayer: null,
      viaChannel,
    });
    return "submitted";
  });
}

/** The attempts of a day. */
function anchorsOf(database: Database, day: string, session: ClientSession | null): Promise<SubmissionDocument[]> {
  const prefix = prefixOf(day);
  return submissionCollection(database)
    .find({ userId: HOUSE_USER, idempotencyKey: { $gte: prefix, $lt: `${prefix}~` } }, inSession(session))
    .toArray();
}

/** Null where another attempt is due. */
function outcomeOf(today: readonly SubmissionDocument[]): AnchorOutcome | null {
  if (today.some(({ state }) => state === "confirmed")) return "done";
  if (today.some(({ state }) => state !== "failed")) return "under way";
  return today.length >= MOST_ATTEMPTS_A_DAY ? "refused" : null;
}

function prefixOf(day: string): string {
  return `anchor-${day}-`;
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
