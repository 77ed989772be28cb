import { t } from "@lingui/core/macro";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { heldInstead } from "./held-instead.ts";
import type { MarketPool } from "./use-market-pools.ts";

/** What came of it, beside holding, and where that is from. */
export function ResultCard({ pool }: { readonly pool: MarketPool }) {
  const { terms, worth, peak, profitLoss, result, tradeCount } = pool;
  const quote = codeOf(terms.quote);
  const gain = (name: string, amount: string) => ({ name, value: <Gain amount={amount} assetCode={quote} /> });
  return (
    <Card aria-labelledby="result">
      <CardHeader
        id="result"
        title={t({ message: "Result", context: "of a market-making pool" })}
        description={t`Since it was opened, by its reference price.`}
      />
      <Worths worth={worth} held={heldInstead({ worth, profitLoss })} quote={quote} />
      <Facts
        facts={[
          gain(t`Beside holding`, profitLoss),
          gain(t`Of that, spread`, result.spread),
          gain(t`Of that, inventory`, result.inventory),
          { name: t`Network fees`, value: <Amount value={result.networkFees} assetCode="XLM" /> },
          { name: t`Most it was worth`, value: <Amount value={peak} assetCode={quote} /> },
          { name: t({ message: "Fills", context: "how many trades a pool made" }), value: formatCount(tradeCount) },
        ]}
      />
    </Card>
  );
}

interface WorthsProps {
  readonly worth: string;
  readonly held: string;
  readonly quote: string;
}

/** Both beside each other, as two bars of one scale. */
function Worths({ worth, held, quote }: WorthsProps) {
  const most = Math.max(Number(worth), Number(held));
  const bar = (name: string, value: string, look: string) => (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="text-ink-3">{name}</span>
        <Amount value={value} assetCode={quote} className="font-medium" />
      </p>
      <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded-full bg-surface-2">
        <div
          className={`h-full rounded-full ${look}`}
          style={{ width: `${most > 0 ? (Number(value) / most) * 100 : 0}%` }}
        />
      </div>
    </div>
  );
  return (
    <div className="mb-2 flex flex-col gap-3">
      {bar(t`This pool`, worth, "bg-accent-fill")}
      {bar(t`Held instead`, held, "bg-line-strong")}
    </div>
  );
}
