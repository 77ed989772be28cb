import type { StellarConfig } from "#server/config.ts";
import type { AssetName } from "./assets.ts";
import { type HorizonAnswer, openHorizonNodes } from "./horizon-nodes.ts";
import { assetQuery, assetText, OfferRecord, pageOf, PoolRecord, TradeRecord } from "./horizon-records.ts";
import type { LedgerOffer, LedgerPool, LedgerTrade, MarketPair } from "./markets.ts";
import type { StellarNetwork } from "./network.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const PER_PAGE = 200;
const Offers = pageOf(OfferRecord);
const Pools = pageOf(PoolRecord);
const Trades = pageOf(TradeRecord);

/** Some of the offers that sell one asset for another, as one ledger has them, in the order of their ids. */
export interface OfferPage {
  readonly ledger: number;
  readonly offers: readonly LedgerOffer[];
  /** After which offer to go on; null where these are the last. */
  readonly next: string | null;
}

/** The pool of two assets, as one ledger has it; null where there is none. */
export interface PoolState {
  readonly ledger: number;
  readonly pool: LedgerPool | null;
}

/** Where an index of markets begins. Every call throws NetworkError when no node gives a usable answer. */
export interface SnapshotSource {
  /** Pages may be of different ledgers. */
  offers(selling: AssetName, buying: AssetName, after: string | null): Promise<OfferPage>;
  pool(pair: MarketPair): Promise<PoolState>;
  /** The newest first, at most 200; those before the trade of an id, where one is given. */
  trades(pair: MarketPair, before: string | null, limit: number): Promise<readonly LedgerTrade[]>;
}

/** Reads offers, pools and past trades from the Horizon servers of the configuration. */
export function openHorizonSnapshots(
  config: StellarConfig,
  network: Pick<StellarNetwork, "head">,
  timeoutMs = REQUEST_TIMEOUT_MS,
): SnapshotSource {
  const nodes = openHorizonNodes(config, network, timeoutMs);
  return {
    offers: (selling, buying, after) => {
      const pair = { ...assetQuery("selling", selling), ...assetQuery("buying", buying) };
      const cursor = after === null ? {} : { cursor: after };
      const query = new URLSearchParams({ ...pair, ...cursor, order: "asc", limit: String(PER_PAGE) });
      return nodes.ask(async (get) => {
        const { ledger, body: offers } = asOfLedger(await get(`/offers?${query.toString()}`, Offers));
        return { ledger, offers, next: offers.length < PER_PAGE ? null : (offers.at(-1)?.offerId ?? null) };
      });
    },
    pool: ({ base, counter }) => {
      const query = new URLSearchParams({ reserves: [base, counter].map(assetText).join(",") });
      return nodes.ask(async (get) => {
        const { ledger, body: pools } = asOfLedger(await get(`/liquidity_pools?${query.toString()}`, Pools));
        return { ledger, pool: pools[0] ?? null };
      });
    },
    trades: ({ base, counter }, before, limit) => {
      const pair = { ...assetQuery("base", base), ...assetQuery("counter", counter) };
      const cursor = before === null ? {} : { cursor: before };
      const size = String(Math.min(limit, PER_PAGE));
      const query = new URLSearchParams({ ...pair, ...cursor, order: "desc", limit: size });
      return nodes.ask(async (get) => (await get(`/trades?${query.toString()}`, Trades))?.body ?? []);
    },
  };
}

/** What stands somewhere is of use only with the ledger that it is of. */
function asOfLedger<T>(answer: HorizonAnswer<T> | null): { readonly ledger: number; readonly body: T } {
  if (answer === null || answer.ledger === null || !Number.isSafeInteger(answer.ledger))
    throw new Error("Horizon does not say of which ledger its answer is");
  return { ledger: answer.ledger, body: answer.body };
}
