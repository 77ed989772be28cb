import { ppmWords } from "#pwa/parts/trading/figure-words.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import type { TestCosts } from "#schemas/automated-trading.ts";

/** What a back-test takes for granted: whoever reads a result has to know it. */
export function Assumptions({ costs, quote: quoteKey }: { readonly costs: TestCosts; readonly quote: string }) {
  const [fee, spread, depth] = [ppmWords(costs.feePpm), ppmWords(costs.spreadPpm / 2), ppmWords(costs.depthPpm)];
  const [flat, quote] = [formatAmountText(costs.flat), codeOf(quoteKey)];
  return (
    <section aria-label={t`What it takes for granted`}>
      <h3 className="text-sm font-semibold">
        <Trans>What it takes for granted</Trans>
      </h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 text-sm text-ink-2">
        <li>{t`Each trade costs ${fee} of what it gives, and ${flat} ${quote} beside.`}</li>
        <li>{t`Whoever takes loses half the spread: ${spread} of the price.`}</li>
        <li>{t`Of what was traded in a candle ${depth} at most can be had.`}</li>
        <li>{t`It decides when a candle closes, and trades in the next one at the earliest, at its opening price.`}</li>
        <li>{t`An order that waits is met only where the price went through it, not where it touched it. Of a stop and an order that were both reached the stop came first, at the worse of its own price and the opening.`}</li>
        <li>{t`Where a candle is missing nothing was traded, and nothing is filled.`}</li>
        <li>{t`The pause below a height is not played: it would have gone on.`}</li>
        <li>{t`Your own trades move no price in it. Real ones do.`}</li>
      </ul>
    </section>
  );
}
