import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { CurveFigure } from "#pwa/parts/charts/curve-figure.tsx";
import { CurveLegend } from "#pwa/parts/charts/curve-legend.tsx";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import type { DrawnPoint } from "#pwa/parts/charts/draw-curve.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { dateWords, ppmWords } from "#pwa/parts/trading/figure-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatCount, formatDate, formatLarge } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import type { PoolSimulation } from "#schemas/market-making-calls.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import { stopWords } from "#pwa/parts/market-making/pool-words.ts";

interface SimulationStepProps {
  readonly terms: PoolTerms;
  readonly isOnline: boolean;
}

/** What these settings would have come to over the last 90 days. */
export function SimulationStep({ terms, isOnline }: SimulationStepProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["simulate-pool", JSON.stringify(terms)],
    queryFn: ({ signal }) => call(MARKET_MAKING_ENDPOINTS.simulatePool, { body: terms, signal }),
    enabled: isOnline,
    staleTime: Infinity,
  });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">
        <Trans>
          The very ladder that would stand in the book is set against the stored candles, as if it had been then. It
          shows what these settings would have done, not what they will do.
        </Trans>
      </p>
      {data !== undefined ? (
        <SimulationResult simulation={data} quote={codeOf(terms.quote)} />
      ) : isFetching ? (
        <div role="status" aria-label={t`The simulation runs`}>
          <Skeleton className="h-64 w-full" />
        </div>
      ) : error !== null ? (
        <>
          <Notice tone="error">{sentenceOf(error, t`The simulation was not run.`)}</Notice>
          <Button variant="secondary" className="self-start" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : (
        <Notice tone="warn">
          <Trans>You are offline: the simulation needs a connection.</Trans>
        </Notice>
      )}
    </div>
  );
}

interface SimulationResultProps {
  readonly simulation: PoolSimulation;
  /** Its code. */
  readonly quote: string;
}

/** What came of a simulation: its worth beside holding, in figures, and what it takes for granted. */
export function SimulationResult({ simulation, quote }: SimulationResultProps) {
  const { from, to, candles, gaps, curve } = simulation;
  const points = useMemo(() => pointsOf(curve, quote), [curve, quote]);
  const [begins, ends] = [formatDate(Date.parse(from)), formatDate(Date.parse(to))];
  return (
    <section aria-label={t`What came of the simulation`} className="flex min-w-0 flex-col gap-3">
      <p className="text-sm text-ink-3">
        {t`From ${begins} to ${ends}`} · {plural(candles, { one: "# candle", other: "# candles" })}
        {gaps === 0 ? null : (
          <> · {plural(gaps, { one: "# missing, without trades", other: "# missing, without trades" })}</>
        )}
      </p>
      <Doubts simulation={simulation} />
      <CurveLegend itself={t`This pool`} beside={t`Held instead`} />
      <CurveFigure
        label={t`Worth of the pool, in ${quote}`}
        besideLabel={t`Held instead`}
        points={points}
        write={formatLarge}
      />
      <ResultFacts simulation={simulation} quote={quote} />
      <SimulationAssumptions />
    </section>
  );
}

/** What keeps a result from meaning much. */
function Doubts({ simulation: { fills, isTooFew, stopped } }: Pick<SimulationResultProps, "simulation">) {
  return (
    <>
      {isTooFew ? (
        <Notice tone="warn" title={t`Too few fills to mean anything`}>
          {fills === 0
            ? t`Nothing of it was filled: what it is worth at the end is the price's doing. From 30 fills on a result begins to say something.`
            : plural(fills, {
                one: "# fill is chance, whatever came of it. From 30 on a result begins to say something.",
                other: "# fills are chance, whatever came of them. From 30 on a result begins to say something.",
              })}
        </Notice>
      ) : null}
      {stopped === null ? null : (
        <Notice tone="warn" title={t`It would have stopped on ${{ date: dateWords(stopped.at) }}`}>
          {stopWords(stopped.by)}
        </Notice>
      )}
    </>
  );
}

function ResultFacts({ simulation: { result, spread, inventory, fills, drawdownPpm }, quote }: SimulationResultProps) {
  const gain = (name: string, amount: string) => ({ name, value: <Gain amount={amount} assetCode={quote} /> });
  return (
    <Facts
      facts={[
        gain(t`Beside holding`, result),
        gain(t`Of that, spread`, spread),
        gain(t`Of that, inventory`, inventory),
        { name: t({ message: "Fills", context: "how many trades a pool made" }), value: formatCount(fills) },
        { name: t`Deepest fall from a height`, value: ppmWords(drawdownPpm) },
      ]}
    />
  );
}

function SimulationAssumptions() {
  return (
    <section aria-label={t`What it takes for granted`}>
      <h3 className="text-sm font-semibold">
        <Trans>What it takes for granted</Trans>
      </h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 text-sm text-ink-2">
        <li>{t`In each candle the ladder stands around the price at which the one before closed.`}</li>
        <li>{t`An offer is filled only where the price went through it, not where it touched it.`}</li>
        <li>{t`Of what was traded in a candle ten percent at most can be had.`}</li>
        <li>{t`Where a candle is missing nothing was traded, and nothing is filled.`}</li>
        <li>{t`What the network takes for changing the offers is left out.`}</li>
        <li>{t`Your own offers move no price in it. Real ones do, and others may know more than you.`}</li>
      </ul>
    </section>
  );
}

function pointsOf(curve: PoolSimulation["curve"], quote: string): readonly DrawnPoint[] {
  return curve.map(([atMs, worth, held]) => ({
    atMs,
    value: Number(worth),
    text: `${formatAmountText(worth)} ${quote}`,
    beside: { value: Number(held), text: `${formatAmountText(held)} ${quote}` },
  }));
}
