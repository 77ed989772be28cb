import { ppmSize, ppmWords } from "#pwa/parts/trading/figure-words.ts";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { CurveLegend } from "#pwa/parts/charts/curve-legend.tsx";
import { CurveFigure } from "#pwa/parts/charts/curve-figure.tsx";
import type { DrawnPoint } from "#pwa/parts/charts/draw-curve.ts";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText, formatCount, formatDate, formatLarge, formatMonth } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { BackTestSummary } from "#schemas/automated-trading.ts";
import type { PairTest } from "#schemas/automated-trading.ts";
import { candlesWords } from "./automation-words.ts";
import { TestTrades } from "./test-trades.tsx";

/** One pair of a back-test: its curve beside buying and holding, and what came of it. */
export function PairResult({ pair, quote: quoteKey }: { readonly pair: PairTest; readonly quote: string }) {
  const { base: baseKey, from, to, candles, gaps, summary, curve, trades } = pair;
  const [base, quote] = [codeOf(baseKey), codeOf(quoteKey)];
  const points = useMemo(() => pointsOf(curve, codeOf(quoteKey)), [curve, quoteKey]);
  const [begins, ends] = [formatDate(Date.parse(from)), formatDate(Date.parse(to))];
  return (
    <section aria-label={`${base} / ${quote}`} className="flex min-w-0 flex-col gap-3">
      <header>
        <h3 className="text-base font-semibold">{`${base} / ${quote}`}</h3>
        <p className="text-sm text-ink-3">
          {t`From ${begins} to ${ends}`} · {candlesWords(candles)}
          {gaps === 0 ? null : (
            <> · {plural(gaps, { one: "# missing, without trades", other: "# missing, without trades" })}</>
          )}
        </p>
      </header>
      {summary.isTooFew ? (
        <Notice tone="warn" title={t`Too few trades to mean anything`}>
          {summary.trades === 0
            ? t`It sold nothing: what it is worth at the end is chance. From 30 sales on a result begins to say something.`
            : plural(summary.trades, {
                one: "# sale is chance, whatever came of it. From 30 on a result begins to say something.",
                other: "# sales are chance, whatever came of them. From 30 on a result begins to say something.",
              })}
        </Notice>
      ) : null}
      <CurveLegend itself={t`These settings`} beside={t`Bought and held`} />
      <CurveFigure
        label={t`Worth with these settings, ${base} / ${quote}`}
        besideLabel={t`Bought and held`}
        points={points}
        write={formatLarge}
      />
      <SummaryFacts summary={summary} />
      <TestTrades trades={trades} base={base} quote={quote} />
    </section>
  );
}

function pointsOf(curve: PairTest["curve"], quote: string): readonly DrawnPoint[] {
  return curve.map(([atMs, worth, held]) => ({
    atMs,
    value: Number(worth),
    text: `${formatAmountText(worth)} ${quote}`,
    beside: { value: Number(held), text: `${formatAmountText(held)} ${quote}` },
  }));
}

/** What a back-test came to, in a few figures. */
export function SummaryFacts({ summary }: { readonly summary: BackTestSummary }) {
  const { resultPpm, heldPpm, drawdownPpm, trades, worstMonth } = summary;
  return (
    <Facts
      facts={[
        { name: t({ message: "Result", context: "of a back-test" }), value: <Change ppm={resultPpm} /> },
        { name: t`Bought and held`, value: <Change ppm={heldPpm} /> },
        { name: t`Deepest fall from a height`, value: ppmWords(drawdownPpm) },
        { name: t({ message: "Sales", context: "how many, in a back-test" }), value: formatCount(trades) },
        {
          name: t`Worst month`,
          value:
            worstMonth === null ? (
              t`None lost anything`
            ) : (
              <Trans>
                <Change ppm={worstMonth.ppm} /> in {monthWords(worstMonth.month)}
              </Trans>
            ),
        },
      ]}
    />
  );
}

/** A share in millionths, with its arrow. */
export function Change({ ppm }: { readonly ppm: number }) {
  return <Delta sign={ppm}>{ppmSize(ppm)}</Delta>;
}

/** Of "2026-11". */
function monthWords(month: string): string {
  const [year = "", number = ""] = month.split("-");
  return formatMonth(Number(year), Number(number));
}
