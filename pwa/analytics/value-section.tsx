import { t } from "@lingui/core/macro";
import { Select, Trans } from "@lingui/react/macro";
import { useCallback, useMemo, useRef, useState } from "react";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { PriceRange } from "#schemas/markets.ts";
import { CurveFigure } from "#pwa/parts/charts/curve-figure.tsx";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { noValueWords, pictureWords } from "./range-words.ts";
import { SaveButton } from "./save-button.tsx";
import type { CurveState } from "./use-curve.ts";
import { changeOf, drawnPoints, gapsInWords, writeAxisUsd } from "./value-words.ts";

const NO_POINTS = { points: [], axisFromMs: 0 };

interface ValueSectionProps {
  readonly state: CurveState;
  readonly range: PriceRange;
  readonly day: string;
}

/** What the account was worth over the time that is looked at. */
export function ValueSection({ state: { curve }, range, day }: ValueSectionProps) {
  const points = useMemo(() => drawnPoints(curve ?? NO_POINTS), [curve]);
  const takePicture = useRef<(() => HTMLCanvasElement) | null>(null);
  const [canPicture, setCanPicture] = useState(false);
  const onPicture = useCallback((take: (() => HTMLCanvasElement) | null) => {
    takePicture.current = take;
    setCanPicture(take !== null);
  }, []);
  const isKnown = points.some(({ value }) => value !== null);
  const last = points.findLast(({ value }) => value !== null);
  const change = curve === null ? null : changeOf(curve, range);
  const save = async (): Promise<void> => {
    if (takePicture.current === null || last === undefined) throw new Error("nothing is drawn");
    const line = pictureWords(last.text, formatDate(last.atMs), range);
    const { savePicture } = await import("./save-report.ts");
    await savePicture(`astrolabe-value-${day}.png`, takePicture.current(), t`Value of your account`, line);
  };
  const saveTable = async (): Promise<void> => {
    const { saveCsv, valueTable } = await import("./save-report.ts");
    await saveCsv(`value-${range}`, day, valueTable(curve?.points ?? []));
  };
  return (
    <Card aria-labelledby="analytics-value">
      <CardHeader
        id="analytics-value"
        title={t`Value over time`}
        action={
          <span className="flex gap-2">
            <SaveButton kind="CSV" label={t`CSV of value over time`} isReady={isKnown} onSave={saveTable} />
            <SaveButton kind="PNG" label={t`PNG of value over time`} isReady={canPicture} onSave={save} />
          </span>
        }
      />
      {curve === null ? <Skeleton className="h-72 w-full" /> : null}
      {curve !== null && !isKnown ? (
        <EmptyState title={t`The value over time is not known`}>{noValueWords(range)}</EmptyState>
      ) : null}
      {change === null || !isKnown ? null : <ChangeWords change={change} range={range} />}
      <CurveFigure label={t`Value of your account`} points={points} write={writeAxisUsd} onPicture={onPicture} />
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

/** Names that a sentence can choose by: none begins with a digit. */
const PERIODS: Readonly<Record<PriceRange, string>> = {
  "1d": "day",
  "7d": "week",
  "30d": "month",
  "1y": "year",
  all: "all",
};

function ChangeWords({ change, range }: { readonly change: bigint; readonly range: PriceRange }) {
  const period = PERIODS[range];
  const amount = formatUsd(change < 0n ? -change : change);
  return (
    <p className="mb-3 text-sm text-ink-3">
      <Trans>
        <Delta sign={change} className="font-medium">
          {amount}
        </Delta>{" "}
        <Select
          value={period}
          _day="in the last 24 hours"
          _week="in the last 7 days"
          _month="in the last 30 days"
          _year="in the last year"
          other="of all time"
        />
        , with what came in and went out.
      </Trans>
    </p>
  );
}
