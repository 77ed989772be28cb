import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { CurveFigure } from "#pwa/parts/charts/curve-figure.tsx";
import { RangePicker } from "#pwa/parts/charts/range-picker.tsx";
import { RANGES } from "#pwa/parts/charts/ranges.ts";
import { drawnPoints, gapsInWords, useCurve, writeAxisUsd } from "#pwa/analytics/door.ts";
import type { WholeState } from "#pwa/parts/assets/use-whole.ts";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { PriceRange } from "#schemas/markets.ts";
import { formatCount } from "#pwa/ui/format.ts";
import { FIGURE_ROOM, ValueHeader } from "./waiting-value-card.tsx";

const NO_POINTS = { points: [], axisFromMs: 0 };

/** What the account was worth over time, worked out on this device. */
export function ValueCard({ state }: { readonly state: WholeState }) {
  const [range, setRange] = useState<PriceRange>("30d");
  const { curve, rowsRead, total, isReading, problem } = useCurve(range, state);
  const points = useMemo(() => drawnPoints(curve ?? NO_POINTS), [curve]);
  const [read, all] = [formatCount(rowsRead), formatCount(total)];
  const { words: within } = RANGES[range];
  const isKnown = points.some(({ value }) => value !== null);
  return (
    <Card aria-labelledby="dashboard-value">
      <ValueHeader />
      <div className="mb-4 flex">
        <RangePicker label={t`Time shown`} value={range} onChange={setRange} />
      </div>
      <div className={FIGURE_ROOM}>
        {problem === null ? null : <Notice tone="error">{problem}</Notice>}
        {curve === null && problem === null ? (
          <>
            <Skeleton className="h-64 w-full" />
            {isReading && total > 0 ? (
              <p className="numeric mt-2 text-sm text-ink-3">
                <Trans>
                  Reading your history: {read} of {all}
                </Trans>
              </p>
            ) : null}
          </>
        ) : null}
        {curve !== null && !isKnown ? (
          <EmptyState title={t`The value over time is not known`}>
            <Trans>
              It is worked out from your movements and the prices of their time, and this device has none of the one or
              of the other {within}.
            </Trans>
          </EmptyState>
        ) : null}
        {isKnown ? <CurveFigure label={t`Value of your account`} points={points} write={writeAxisUsd} /> : null}
      </div>
      {curve === null
        ? null
        : gapsInWords(curve, range).map((sentence) => (
            <p key={sentence} className="mt-2 text-sm text-ink-3">
              {sentence}
            </p>
          ))}
    </Card>
  );
}
