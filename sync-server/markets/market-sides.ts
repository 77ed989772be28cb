import { type AssetName, isSameAsset } from "#server/platform/network/assets.ts";
import type { LedgerOffer, LedgerPool } from "#server/platform/network/markets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import type { MarketIndex } from "./market-index.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";

/** What somebody meets who sends one asset for another. */
export interface MarketSide {
  /** As of which ledger. */
  readonly ledger: number;
  /** Those that give what is received, the best first; of one price the older first. */
  readonly offers: () => Iterable<LedgerOffer>;
  /** Those of one account (G...). */
  readonly offersBy: (seller: string) => Iterable<LedgerOffer>;
  readonly pool: LedgerPool | null;
}

/** Both sides of all markets. */
export interface MarketSides {
  /** Where the index has both assets and keeps up with the network; null elsewhere. */
  known(send: AssetName, receive: AssetName): MarketSide | null;
  /** The same of any two assets; null where nobody can tell, or more is offered than can be looked through. */
  read(send: AssetName, receive: AssetName): Promise<MarketSide | null>;
}

interface Followed {
  readonly memory: { readonly index: MarketIndex } | null;
  place(): { readonly state: string };
}

/** Pages of offers of a market that nobody listed. */
const MOST_PAGES = 5;

/** Reads sides of markets off the index, and of those that are not in it from Horizon. */
export function openMarketSides(feed: Followed, source: Pick<SnapshotReader, "offers" | "pool">): MarketSides {
  function known(send: AssetName, receive: AssetName): MarketSide | null {
    const index = feed.memory?.index;
    if (!index || feed.place().state !== "live" || !index.isListed(send) || !index.isListed(receive)) return null;
    return {
      ledger: index.ledger,
      offers: () => index.offersOf(receive, send),
      offersBy: (seller) =>
        [...index.offersBy(seller)]
          .map(({ offer }) => offer)
          .filter(({ selling, buying }) => isSameAsset(selling, receive) && isSameAsset(buying, send)),
      pool: index.pool({ base: send, counter: receive }),
    };
  }

  return {
    known,
    read: async (send, receive) => {
      try {
        return known(send, receive) ?? (await readSide(source, send, receive));
      } catch (error) {
        if (error instanceof NetworkError) return null;
        throw error;
      }
    },
  };
}

async function readSide(
  source: Pick<SnapshotReader, "offers" | "pool">,
  send: AssetName,
  receive: AssetName,
): Promise<MarketSide | null> {
  const { pool } = await source.pool({ base: send, counter: receive });
  const found = new Map<string, LedgerOffer>();
  let [after, ledger]: [string | null, number] = [null, 0];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await source.offers(receive, send, after);
    for (const offer of read.offers) found.set(offer.offerId, offer);
    // Of pages of several ledgers, what is newer than the first is told by nobody else.
    ledger = page === 0 ? read.ledger : Math.min(ledger, read.ledger);
    if (read.next === null) {
      const offers = [...found.values()].toSorted(inOrder);
      return {
        ledger,
        offers: () => offers,
        offersBy: (seller) => offers.filter((offer) => offer.seller === seller),
        pool,
      };
    }
    after = read.next;
  }
  return null;
}

/** What is in the pool of what is sent and of what is received. */
export function reservesOf(pool: LedgerPool, send: AssetName): { readonly to: bigint; readonly from: bigint } {
  return isSameAsset(pool.assetA, send)
    ? { to: pool.reserveA, from: pool.reserveB }
    : { to: pool.reserveB, from: pool.reserveA };
}

/** As the ledger orders them, by the prices as doubles. */
export function inOrder(one: Ordered, other: Ordered): number {
  const difference = one.price.n / one.price.d - other.price.n / other.price.d;
  if (difference !== 0) return difference;
  return BigInt(one.offerId) < BigInt(other.offerId) ? -1 : 1;
}
type Ordered = Pick<LedgerOffer, "price" | "offerId">;
