import type { ClientSession } from "mongodb";
import { parseAmount } from "#schemas/values/money.ts";
import { depositCollection } from "#server/deposits/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { HousePurpose } from "#server/platform/house/accounts.ts";
import { owedToSuspense } from "#server/platform/ingest/suspense-items.ts";
import { owedByStaking } from "#server/staking/index.ts";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";

/** Accounts of the house by what they are for. */
export type HouseAddresses = ReadonlyMap<HousePurpose, string>;

/**
 * What accounts of the house have that belongs to others, in stroops by address and asset: what arrived and waits to be paid on,
 * approved deposits whose payment was not begun, and what people staked with the rewards they were promised. What is being paid is kept back by its payment.
 */
export async function owedByHouse(
  database: Database,
  addresses: HouseAddresses,
  session: ClientSession | null,
): Promise<ReadonlyMap<string, bigint>> {
  const owed = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => owed.set(key, (owed.get(key) ?? 0n) + amount);
  for (const { address, asset, amount } of await owedToSuspense(database, [...addresses.values()], session))
    add(owedKey(address, assetKey(asset)), amount);
  for (const { address, asset, amount } of await owedByStaking(database, addresses, session))
    add(owedKey(address, assetKey(asset)), amount);
  const treasury = addresses.get("treasury");
  if (treasury === undefined) return owed;
  const approved = await depositCollection(database)
    .find({ status: "approved" }, { ...inSession(session), projection: { _id: 0, xlmCredited: 1 } })
    .toArray();
  for (const { xlmCredited } of approved)
    if (xlmCredited !== null) add(owedKey(treasury, assetKey(NATIVE)), parseAmount(xlmCredited));
  return owed;
}

export function owedKey(address: string, asset: string): string {
  return `${address} ${asset}`;
}
