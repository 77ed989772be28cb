import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { assetKey } from "#server/platform/network/assets.ts";
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
  const open = submissionCollection(database).find(
    { account, isReserving: true },
    { session, projection: { _id: 0, holds: 1 } },
  );
  for (const hold of (await open.toArray()).flatMap(({ holds }) => holds)) {
    const key = assetKey(hold);
    reserved.set(key, (reserved.get(key) ?? 0n) + BigInt(hold.amount));
  }
  return reserved;
}
