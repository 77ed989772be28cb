import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { LISTED_QUESTION } from "#pwa/parts/market-data/listed-assets.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import { type Claimable, isFromKnown } from "./claim-words.ts";
import { type SpamHint, spamHint } from "./spam-signs.ts";

/** What only the open sheet looks up. */
interface LookedUp {
  readonly facts: AssetFacts | null;
  readonly cost: bigint | null;
}

const NOTHING_MORE: LookedUp = { facts: null, cost: null };

/** What speaks against claiming something, as far as this device knows. */
export function useHints(): (claimable: Claimable, more?: LookedUp) => SpamHint {
  const { directory } = useDirectory();
  const { priceOf } = usePrices();
  const { data: listed } = useQuery(LISTED_QUESTION);
  return useCallback(
    (claimable, { facts, cost } = NOTHING_MORE) => {
      const { assetCode, issuer } = claimable;
      const isTheOne = (asset: { readonly assetCode: string; readonly issuer: string }): boolean =>
        asset.assetCode === assetCode && asset.issuer === issuer;
      const isListed = issuer === "" || (facts?.isListed ?? listed?.assets.some(isTheOne) ?? null);
      return spamHint(claimable, {
        isKnown: isFromKnown(claimable, directory),
        isListed,
        price: priceOf(assetCode, issuer),
        facts,
        cost,
      });
    },
    [directory, priceOf, listed],
  );
}
