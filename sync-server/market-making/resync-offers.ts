import { openAccountOffers } from "#server/platform/network/horizon-account-offers.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import type { PartDeps } from "#server/platform/ingest/parts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { offerCollection } from "./store.ts";

/**
 * Reads the offers of what trades for people anew after ledgers were missed. Without Horizon those that are known are looked up, and what
 * is bound by others shows as a difference, by which their pools stop.
 */
export async function resyncOffers(deps: PartDeps, head: LedgerHead): Promise<void> {
  const { runtime, network } = deps;
  const { database, config, log } = runtime;
  const offersOf = config.stellar.horizonUrls.length > 0 ? openAccountOffers(config.stellar, network) : null;
  for await (const { _id: wallet } of accountCollection(database).find({ role: "trading" }, { sort: { number: 1 } })) {
    await dropGone(deps, wallet, head);
    if (!offersOf) continue;
    try {
      const found = await offersOf(wallet);
      for (const { offerId: _id, selling, buying, amount, price } of found) {
        const named = { wallet, selling: assetKey(selling), buying: assetKey(buying) };
        const fields = { ...named, amount: String(amount), price: { n: price.n, d: price.d }, ledger: head.sequence };
        await offerCollection(database).updateOne({ _id }, { $set: fields }, { upsert: true });
      }
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      log.warn({ error: error.message, wallet }, "offers that were made in missed ledgers could not be looked for");
    }
  }
}

async function dropGone({ runtime, network }: PartDeps, wallet: string, head: LedgerHead): Promise<void> {
  const offers = offerCollection(runtime.database);
  const known = await offers.find({ wallet }).toArray();
  if (known.length === 0) return;
  const { ledger, byId } = await network.offers(known.map(({ _id: offerId }) => ({ seller: wallet, offerId })));
  if (ledger < head.sequence) throw new NetworkError("the node that knows our offers is behind the others");
  for (const { _id } of known) {
    const offer = byId.get(_id);
    if (!offer) await offers.deleteOne({ _id });
    else
      await offers.updateOne(
        { _id },
        {
          $set: { amount: String(offer.amount), price: { n: offer.price.n, d: offer.price.d }, ledger: head.sequence },
        },
      );
  }
}
