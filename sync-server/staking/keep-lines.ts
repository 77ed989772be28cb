import type { Runtime } from "#server/platform/http/runtime.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { sponsorLine } from "#server/platform/house/sponsor.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, assetKey, isNative } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { offerCollection } from "./store.ts";

/** Has vault and pool hold every asset that there is an offer of; answers whether anything was recorded. */
export async function keepLines(runtime: Runtime, network: Pick<StellarNetwork, "feeBid">): Promise<boolean> {
  let isAny = false;
  for (const asset of await offeredAssets(runtime)) {
    if (isNative(asset)) continue;
    for (const purpose of ["staking", "staking-rewards"] as const) {
      const account = await houseAccount(runtime.database, purpose, null);
      if (!account?.exists || lineOf(account, asset)) continue;
      if (await sponsorLine(runtime, account._id, asset, await network.feeBid())) isAny = true;
    }
  }
  return isAny;
}

/** Each asset that there is, or was, an offer of. */
export async function offeredAssets({ database }: Pick<Runtime, "database">): Promise<readonly AssetName[]> {
  const offers = await offerCollection(database)
    .find({}, { projection: { _id: 0, assetCode: 1, issuer: 1 } })
    .toArray();
  const named = offers.map(({ assetCode, issuer }): AssetName => ({ assetCode, issuer }));
  return [...new Map(named.map((asset) => [assetKey(asset), asset])).values()];
}
