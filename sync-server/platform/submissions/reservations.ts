import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { submissionCollection } from "./submission.ts";

/** Stroops kept back per asset key for payments under way. */
export type Reservations = ReadonlyMap<string, bigint>;

/** What the unresolved submissions of an account keep back: their amounts and fees. */
export async function reservationsOf(
  database: Database,
  session: ClientSession | null,
  account: string,
): Promise<Reservations> {
  return (await reservationsOfAll(database, session, [account])).get(account) ?? new Map();
}

/** The same of many accounts, by address; none for those that keep nothing back. */
export async function reservationsOfAll(
  database: Database,
  session: ClientSession | null,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, Reservations>> {
  const reserved = new Map<string, Map<string, bigint>>();
  const open = submissionCollection(database).find(
    { account: { $in: [...accounts] }, isReserving: true },
    { ...inSession(session), projection: { _id: 0, account: 1, holds: 1 } },
  );
  for (const { account, holds } of await open.toArray()) {
    const own = reserved.get(account) ?? new Map<string, bigint>();
    reserved.set(account, own);
    for (const hold of holds) own.set(assetKey(hold), (own.get(assetKey(hold)) ?? 0n) + BigInt(hold.amount));
  }
  return reserved;
}
