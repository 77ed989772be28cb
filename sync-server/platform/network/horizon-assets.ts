import * as v from "valibot";
import type { StellarConfig } from "#server/config.ts";
import type { AssetName } from "./assets.ts";
import { openHorizonNodes } from "./horizon-nodes.ts";
import { Count, pageOf, Volume } from "./horizon-records.ts";
import type { StellarNetwork } from "./network.ts";

/** How much there is of an asset, in stroops, and how many accounts hold it or could. */
export interface AssetSupply {
  readonly accounts: number;
  readonly amount: bigint;
}

/** Asks what there is of an asset; null where nobody holds it, or ever agreed to. Throws NetworkError. */
export type ReadSupply = (asset: AssetName) => Promise<AssetSupply | null>;

const REQUEST_TIMEOUT_MS = 10_000;
const BY_CONSENT = ["authorized", "authorized_to_maintain_liabilities", "unauthorized"] as const;

const Supplies = pageOf(
  v.object({
    accounts: v.object({ authorized: Count, authorized_to_maintain_liabilities: Count, unauthorized: Count }),
    balances: v.object({ authorized: Volume, authorized_to_maintain_liabilities: Volume, unauthorized: Volume }),
    num_claimable_balances: Count,
    claimable_balances_amount: Volume,
    liquidity_pools_amount: Volume,
  }),
);

/** Reads what Horizon's servers of the configuration know of assets. */
export function openHorizonAssets(config: StellarConfig, network: Pick<StellarNetwork, "head">): ReadSupply {
  const nodes = openHorizonNodes(config, network, REQUEST_TIMEOUT_MS);
  return async ({ assetCode, issuer }) => {
    const query = new URLSearchParams({ asset_code: assetCode, asset_issuer: issuer, limit: "1" });
    const [record] = (await nodes.ask((get) => get(`/assets?${query.toString()}`, Supplies)))?.body ?? [];
    if (!record) return null;
    const held = BY_CONSENT.reduce((sum, kind) => sum + record.balances[kind], 0n);
    return {
      accounts: BY_CONSENT.reduce((sum, kind) => sum + record.accounts[kind], 0),
      amount: held + record.claimable_balances_amount + record.liquidity_pools_amount,
    };
  };
}
