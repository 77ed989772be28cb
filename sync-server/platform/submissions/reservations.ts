import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { submissionCollection } from "./submission.ts";

/** Stroops kept back per asset key for payments under way. */
export type Reservations = ReadonlyMap<string, bigint>;

/** What the unresolved submissions of an account keep back: their amounts and fees. */
export async function reservationsOf(
  database: Database,
  session: ClientSession,
  account: string,
): Promise<Reservations> {
  const reserved = new Map<string, bigint>();
  const keep = (key: string, stroops: bigint) => reserved.set(key, (reserved.get(key) ?? 0n) + stroops);
  const open = submissionCollection(database).find({ account, isReserving: true }, { session });
  for (const { payment, fee } of await open.toArray()) {
    keep(assetKey(payment), BigInt(payment.amount));
    keep(assetKey(NATIVE), BigInt(fee));
  }
  return reserved;
}
