import type { StellarConfig } from "#server/config.ts";
import { openHorizonNodes } from "./horizon-nodes.ts";
import { OfferRecord, pageOf } from "./horizon-records.ts";
import type { LedgerOffer } from "./markets.ts";
import type { StellarNetwork } from "./network.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const PER_PAGE = 200;
const Offers = pageOf(OfferRecord);

/** All offers of an account (G...), which RPC cannot list; throws NetworkError when no node gives a usable answer. */
export type AccountOffers = (address: string) => Promise<readonly LedgerOffer[]>;

/** Reads the offers of accounts from the Horizon servers of the configuration. */
export function openAccountOffers(
  config: Pick<StellarConfig, "horizonUrls" | "passphrase">,
  network: Pick<StellarNetwork, "head">,
  timeoutMs = REQUEST_TIMEOUT_MS,
): AccountOffers {
  const nodes = openHorizonNodes(config, network, timeoutMs);
  return (address) =>
    nodes.ask(async (get) => {
      const offers: LedgerOffer[] = [];
      for (;;) {
        const after = offers.at(-1)?.offerId;
        const query = new URLSearchParams({ order: "asc", limit: String(PER_PAGE), ...(after && { cursor: after }) });
        const page = (await get(`/accounts/${address}/offers?${query.toString()}`, Offers))?.body ?? [];
        offers.push(...page);
        if (page.length < PER_PAGE) return offers;
      }
    });
}
