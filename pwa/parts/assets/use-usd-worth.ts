import { t } from "@lingui/core/macro";
import { formatRelativeTime } from "#pwa/ui/format.ts";
import { useNow } from "#pwa/ui/now.ts";
import { usePrices } from "./use-prices.ts";
import { formatUsd, worthOf } from "./worth.ts";

interface AssetName {
  readonly assetCode: string;
  /** Empty for XLM. */
  readonly issuer: string;
}

/** What an amount is worth, as "about $12.30", with the age of an old price; null where no market tells. */
export function useUsdWorth(): (amount: bigint, asset: AssetName) => string | null {
  const { priceOf, at, isOld } = usePrices();
  const nowMs = useNow();
  return (amount, { assetCode, issuer }) => {
    const stroops = worthOf(amount, priceOf(assetCode, issuer), "usd");
    if (stroops === null) return null;
    const worth = formatUsd(stroops);
    if (!isOld || at === null) return t`about ${worth}`;
    const age = formatRelativeTime(Date.parse(at), nowMs);
    return t`about ${worth}, by prices of ${age}`;
  };
}
