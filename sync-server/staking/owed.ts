import type { ClientSession } from "mongodb";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { HousePurpose } from "#server/platform/house/accounts.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import { readBook } from "./books.ts";
import { offerCollection } from "./store.ts";

interface Owed {
  readonly address: string;
  readonly asset: AssetName;
  readonly amount: bigint;
}

/** What vault and pool have that belongs to whoever stakes: what was staked, and what rewards were promised or are owed. */
export async function owedByStaking(
  database: Database,
  addresses: ReadonlyMap<HousePurpose, string>,
  session: ClientSession | null,
): Promise<readonly Owed[]> {
  const [vault, pool] = [addresses.get("staking"), addresses.get("staking-rewards")];
  if (vault === undefined || pool === undefined) return [];
  const offers = await offerCollection(database).find({}, inSession(session)).toArray();
  const owed = offers.map(({ assetCode, issuer, totalStaked }): Owed => {
    return { address: vault, asset: { assetCode, issuer }, amount: parseAmount(totalStaked) };
  });
  const assets = new Map(owed.map(({ asset }) => [assetKey(asset), asset]));
  for (const asset of assets.values()) {
    const { promised, owed: due } = await readBook(database, asset, session);
    owed.push({ address: pool, asset, amount: promised + due });
  }
  return owed;
}
