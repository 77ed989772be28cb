import { t } from "@lingui/core/macro";
import { useParams } from "@tanstack/react-router";
import { pairKey } from "#pwa/parts/market-data/pair.ts";
import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { PairGate } from "./pair-gate.tsx";
import { tradeLink } from "./pair-link.ts";
import { TradeDesk } from "./trade-desk.tsx";

/** `/trade/{baseAsset}/{quoteAsset}`; `/trade` alone leads to the pair that was looked at last. */
export function TradeScreen({ standing }: { readonly standing: StandingParts }) {
  const { baseAsset, quoteAsset } = useParams({ strict: false });
  return (
    <PairGate
      title={t({ message: "Trade", context: "name of a screen" })}
      base={baseAsset}
      quote={quoteAsset}
      linkTo={tradeLink}
      renderPair={(pair) => <TradeDesk key={pairKey(pair)} {...pair} standing={standing} />}
    />
  );
}
