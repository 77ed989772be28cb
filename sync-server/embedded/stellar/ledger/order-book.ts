import type { AssetWire, OfferEntryWire } from "@stellar/stellar-sdk/xdr";
import { assetId, hex, offerKey } from "./keys.ts";

interface Listing {
  readonly key: string;
  /** As an IEEE double, as stellar-core compares: prices that are the same double tie. */
  readonly price: number;
  readonly offerId: bigint;
}

/** Which offers exist, best first for each pair of assets; the offers themselves stay in the ledger state. */
export class OrderBook {
  readonly #pairs = new Map<string, Listing[]>();
  readonly #bySeller = new Map<string, Set<string>>();

  add(offer: OfferEntryWire): void {
    const key = offerKey(offer.sellerId, offer.offerId);
    const pair = pairId(offer.selling, offer.buying);
    const listings = this.#pairs.get(pair) ?? [];
    if (listings.length === 0) this.#pairs.set(pair, listings);
    const listing = { key, price: offer.price.n / offer.price.d, offerId: offer.offerId };
    listings.splice(position(listings, listing), 0, listing);
    const seller = hex(offer.sellerId.ed25519);
    const own = this.#bySeller.get(seller);
    if (own) own.add(key);
    else this.#bySeller.set(seller, new Set([key]));
  }

  remove(offer: OfferEntryWire): void {
    const key = offerKey(offer.sellerId, offer.offerId);
    const pair = pairId(offer.selling, offer.buying);
    const listings = this.#pairs.get(pair);
    if (!listings) return;
    const listing = { key, price: offer.price.n / offer.price.d, offerId: offer.offerId };
    const index = position(listings, listing);
    if (listings[index]?.key === key) listings.splice(index, 1);
    if (listings.length === 0) this.#pairs.delete(pair);
    const seller = hex(offer.sellerId.ed25519);
    const own = this.#bySeller.get(seller);
    own?.delete(key);
    if (own?.size === 0) this.#bySeller.delete(seller);
  }

  /** Key of the cheapest offer that sells `selling` for `buying`. */
  best(selling: AssetWire, buying: AssetWire): string | undefined {
    return this.#pairs.get(pairId(selling, buying))?.[0]?.key;
  }

  /** Keys of all offers that sell `selling` for `buying`, best first. */
  listings(selling: AssetWire, buying: AssetWire): readonly string[] {
    return (this.#pairs.get(pairId(selling, buying)) ?? []).map((listing) => listing.key);
  }

  /** As {@link listings}, for assets named by their ids. */
  listingsById(selling: string, buying: string): Iterable<string> {
    return (this.#pairs.get(`${selling}>${buying}`) ?? []).values().map((listing) => listing.key);
  }

  /** Keys and ids of all offers between two assets named by their ids, in the order of their prices. */
  ofPair(selling: string, buying: string): readonly { readonly key: string; readonly offerId: bigint }[] {
    return this.#pairs.get(`${selling}>${buying}`) ?? [];
  }

  /** Keys of one account's offers, in no particular order. */
  ofSeller(sellerHex: string): readonly string[] {
    return [...(this.#bySeller.get(sellerHex) ?? [])];
  }

  /** Keys of all offers there are. */
  keys(): readonly string[] {
    return [...this.#bySeller.values()].flatMap((own) => [...own]);
  }

  /** Every pair with at least one offer, as [selling, buying] asset ids. */
  pairs(): readonly (readonly [string, string])[] {
    return [...this.#pairs.keys()].map((pair) => {
      const [selling = "", buying = ""] = pair.split(">");
      return [selling, buying] as const;
    });
  }
}

function pairId(selling: AssetWire, buying: AssetWire): string {
  return `${assetId(selling)}>${assetId(buying)}`;
}

function position(listings: readonly Listing[], wanted: Listing): number {
  let low = 0;
  let high = listings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = listings[middle];
    if (other && comesBefore(other, wanted)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comesBefore(left: Listing, right: Listing): boolean {
  return left.price === right.price ? left.offerId < right.offerId : left.price < right.price;
}
