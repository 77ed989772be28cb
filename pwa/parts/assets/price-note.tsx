import { Trans } from "@lingui/react/macro";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { Prices } from "./use-prices.ts";

/** Says of when prices are where they are not of now, or that none are known. */
export function PriceNote({ prices }: { readonly prices: Pick<Prices, "at" | "isOld"> }) {
  if (prices.at === null) return <Trans>No prices are known yet.</Trans>;
  return prices.isOld ? (
    <Trans>
      Prices last seen <TimeAgo at={prices.at} />.
    </Trans>
  ) : null;
}
