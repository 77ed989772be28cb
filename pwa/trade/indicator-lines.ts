import {
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type MouseEventParams,
  type Time,
} from "lightweight-charts";
import type { CandleStore } from "#pwa/parts/market-data/candle-store.ts";
import { colourOf } from "#pwa/ui/chart-paint.ts";
import type { CandleRow } from "#schemas/market-data.ts";
import { timeOf } from "./candle-time.ts";
import { followCandles } from "./follow-candles.ts";
import type { ShownIndicator } from "./indicator-choice.ts";
import { type Reading, runIndicators } from "./indicator-values.ts";

/** What the legend is told: of the candle under the pointer, or else of the last. */
export interface Told {
  readonly reading: Reading;
  /** Of all candles that are here. */
  readonly count: number;
}

/** Draws indicators over the candles of a store, and keeps them up to date until told to stop. */
export function drawIndicators(
  chart: IChartApi,
  store: CandleStore,
  shown: readonly ShownIndicator[],
  onTold: (told: Told) => void,
): () => void {
  const lines = shown.map((indicator) => addLines(chart, indicator));
  let tell = runIndicators(shown);
  let latest: Reading = [];
  let pointed: Reading | null = null;
  const show = () => onTold({ reading: pointed ?? latest, count: store.get().candles.length });

  function point({ time, seriesData }: MouseEventParams): void {
    const isOver = time !== undefined && seriesData.size > 0;
    if (!isOver && pointed === null) return;
    pointed = isOver ? lines.map((own) => valuesAt(own, seriesData)) : null;
    show();
  }

  const leave = followCandles(store, {
    restart(candles) {
      tell = runIndicators(shown);
      const readings = candles.map((candle) => tell(closeOf(candle), false));
      lines.forEach((own, at) =>
        own.forEach((line, part) =>
          line.setData(
            candles.flatMap((candle, index) => {
              const value = readings[index]?.[at]?.[part];
              return value === undefined ? [] : [{ time: timeOf(candle[0]), value }];
            }),
          ),
        ),
      );
      latest = readings.at(-1) ?? [];
      show();
    },
    grow(candle, isAgain) {
      latest = tell(closeOf(candle), isAgain);
      lines.forEach((own, at) =>
        own.forEach((line, part) => {
          const value = latest[at]?.[part];
          if (value !== undefined) line.update({ time: timeOf(candle[0]), value });
        }),
      );
      show();
    },
  });
  chart.subscribeCrosshairMove(point);
  return () => {
    leave();
    chart.unsubscribeCrosshairMove(point);
    for (const line of lines.flat()) chart.removeSeries(line);
  };
}

type Line = ISeriesApi<"Line">;

function addLines(chart: IChartApi, { kind, paint }: ShownIndicator): readonly Line[] {
  const isBands = kind === "bollinger";
  const options = {
    color: colourOf(paint),
    lineWidth: isBands ? 1 : 2,
    lineStyle: LineStyle.Solid,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  } as const;
  const line = (lineStyle: LineStyle) => chart.addSeries(LineSeries, { ...options, lineStyle });
  return isBands ? [line(LineStyle.Solid), line(LineStyle.Dashed), line(LineStyle.Solid)] : [line(LineStyle.Solid)];
}

function valuesAt(own: readonly Line[], data: MouseEventParams<Time>["seriesData"]): readonly number[] | null {
  const values = own.flatMap((line) => {
    const bar = data.get(line);
    return bar !== undefined && "value" in bar ? [bar.value] : [];
  });
  return values.length === own.length ? values : null;
}

function closeOf([, , , , close]: CandleRow): number {
  return Number(close);
}
