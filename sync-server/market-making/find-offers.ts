import { assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import { reach } from "#server/wallet/index.ts";
import type { MarketDeps } from "./deps.ts";
import type { LedgerFacts } from "./facts.ts";
import { offerCollection } from "./store.ts";

/**
 * Looks in the market for offers of a pool's wallets that ingestion does not know, since it missed ledgers, and keeps those that the ledger
 * itself has: only what is known can be taken out. Throws `network-unreachable`.
 */
export async function findOffers(
  { runtime, sides, network }: Pick<MarketDeps, "runtime" | "sides" | "network">,
  { ledger: asOf, pool, accounts }: LedgerFacts,
): Promise<void> {
  const [base, quote] = [assetOfKey(pool.base), assetOfKey(pool.quote)];
  const found = await Promise.all([sides.read(base, quote), sides.read(quote, base)]);
  const seen = found.flatMap((side) => accounts.flatMap(({ _id }) => (side ? [...side.offersBy(_id)] : [])));
  if (seen.length === 0) return;
  const { ledger, byId } = await reach(network.offers(seen.map(({ seller, offerId }) => ({ seller, offerId }))));
  // What an older ledger had may be gone by now.
  if (ledger < asOf) return;
  for (const { offerId: _id, seller: wallet, selling, buying, amount, price } of byId.values()) {
    const named = { wallet, selling: assetKey(selling), buying: assetKey(buying) };
    const fields = { ...named, amount: String(amount), price: { n: price.n, d: price.d }, ledger };
    await offerCollection(runtime.database).updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
  }
}
