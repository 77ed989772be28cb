import type { Database } from "#server/platform/db/database.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import type { Trader } from "#server/trading/index.ts";

/** Somebody who shows whatever they are asked for. */
export function traderOf(userId: number): Trader {
  return { userId, prove: () => Promise.resolve() };
}

/** Has the house list an asset at a price of now, as its markets would set it. */
export async function listAt(
  database: Database,
  asset: AssetName,
  { usd, xlm }: { readonly usd: string | null; readonly xlm: string },
  at = new Date(),
): Promise<void> {
  const { assetCode, issuer } = asset;
  const price = { assetCode, issuer, isListed: true, usd, xlm, change24h: null, at, ledger: 1, why: null };
  const kept = { readings: [], wantedAt: at, dueAt: at, historyUntil: null };
  await database
    .collection<{ _id: string }>("market_prices")
    .updateOne({ _id: assetKey(asset) }, { $set: { ...price, ...kept } }, { upsert: true });
}
