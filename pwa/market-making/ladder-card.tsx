import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { LadderFigure } from "./ladder-figure.tsx";
import { stopsAround } from "./ladder-view.ts";
import type { MarketPool } from "./use-market-pools.ts";
import { useReference } from "./use-reference.ts";

/** Its offers as the ledger has them, beside what others offer. */
export function LadderCard({ pool }: { readonly pool: MarketPool }) {
  const { terms, offers, lastPrice, startPrice } = pool;
  const { others } = useReference(terms, null, offers);
  return (
    <Card aria-labelledby="ladder">
      <CardHeader id="ladder" title={t`Its offers`} description={t`As the ledger has them.`} />
      {offers.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>It has no offers in the book.</Trans>
        </p>
      ) : (
        <LadderFigure
          offers={offers}
          reference={lastPrice}
          stops={stopsAround(startPrice, terms.priceMargin)}
          others={others}
          base={codeOf(terms.base)}
          quote={codeOf(terms.quote)}
        />
      )}
    </Card>
  );
}
