import {
  AreaSeries,
  ColorType,
  createChart,
  CrosshairMode,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { themeAtom } from "#pwa/app/theme.ts";
import { colourOf, wallSeconds, withAlpha } from "#pwa/ui/chart-paint.ts";
import type { DrawnPoint } from "./curve-figure.tsx";

/** Longer than a frame takes. */
const FRAME_MS = 50;

export interface CurveChartProps {
  readonly points: readonly DrawnPoint[];
  /** Writes a value for the axis. */
  readonly write: (value: number) => string;
  readonly onPoint: (point: DrawnPoint | null) => void;
  /** Gives the way to a picture of what is drawn; null once there is none. */
  readonly onPicture: (take: (() => HTMLCanvasElement) | null) => void;
}

/** A curve on a canvas. What it shows must be told in words and numbers beside it. */
export function CurveChart(props: CurveChartProps) {
  // Its colours are read from the theme once.
  return <ThemedChart key={useAtomValue(themeAtom)} {...props} />;
}

function ThemedChart({ points, write, onPoint, onPicture }: CurveChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ onPoint, write, points });
  useEffect(() => {
    latest.current = { onPoint, write, points };
  });
  const [drawn, setDrawn] = useState<{ chart: IChartApi; series: ISeriesApi<"Area">[] } | null>(null);

  // Made first, and filled when its empty frame has been painted: at once they would hold up a slow phone.
  useEffect(() => {
    let undo = (): void => undefined;
    const timer = setTimeout(() => {
      if (box.current === null) return;
      const chart = createChart(
        box.current,
        chartOptions((value) => latest.current.write(value)),
      );
      chart.subscribeCrosshairMove(({ time }) => {
        const found = latest.current.points.find((point) => shownTime(point.atMs) === time);
        latest.current.onPoint(found ?? null);
      });
      paintFrame(chart);
      const filling = setTimeout(() => setDrawn({ chart, series: [] }), FRAME_MS);
      undo = () => {
        clearTimeout(filling);
        onPicture(null);
        setDrawn(null);
        chart.remove();
      };
    });
    return () => {
      clearTimeout(timer);
      undo();
    };
  }, [onPicture]);

  useEffect(() => {
    if (drawn === null) return;
    const { chart, series } = drawn;
    for (const one of series.splice(0)) chart.removeSeries(one);
    // Without a value the library would draw a line from the point before to the one after.
    for (const stretch of knownStretches(points)) {
      const one = chart.addSeries(AreaSeries, { lineWidth: 2, priceLineVisible: false, lastValueVisible: false });
      one.setData(stretch.map(({ atMs, value }) => ({ time: shownTime(atMs), value })));
      series.push(one);
    }
    paintCurve(series);
    chart.timeScale().fitContent();
    onPicture(() => chart.takeScreenshot());
  }, [drawn, points, onPicture]);

  return <div ref={box} className="h-full w-full" />;
}

function chartOptions(write: (value: number) => string) {
  return {
    autoSize: true,
    layout: { attributionLogo: false, fontFamily: "Inter Variable, sans-serif", fontSize: 12 },
    localization: { priceFormatter: write },
    // Room for most values from the start: with a wider axis every canvas is made anew.
    rightPriceScale: { borderVisible: false, minimumWidth: 64, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
    },
    grid: { vertLines: { visible: false } },
    crosshair: { mode: CrosshairMode.Magnet, horzLine: { visible: false, labelVisible: false } },
    // The page scrolls under the finger, not the curve.
    handleScroll: false,
    handleScale: false,
  };
}

function shownTime(atMs: number): UTCTimestamp {
  // Its own type for seconds since the epoch is a marked number.
  return wallSeconds(atMs) as Time & UTCTimestamp;
}

function paintFrame(chart: IChartApi): void {
  const line = colourOf("--line");
  chart.applyOptions({
    layout: { background: { type: ColorType.Solid, color: colourOf("--surface") }, textColor: colourOf("--ink-3") },
    grid: { horzLines: { color: line } },
    crosshair: { vertLine: { color: colourOf("--line-strong"), style: LineStyle.Solid, labelVisible: false } },
  });
}

function paintCurve(series: readonly ISeriesApi<"Area">[]): void {
  const accent = colourOf("--accent");
  for (const one of series)
    one.applyOptions({ lineColor: accent, topColor: withAlpha(accent, 0.22), bottomColor: withAlpha(accent, 0) });
}

function knownStretches(points: readonly DrawnPoint[]): { atMs: number; value: number }[][] {
  const stretches: { atMs: number; value: number }[][] = [[]];
  for (const { atMs, value } of points)
    if (value === null) stretches.push([]);
    else stretches.at(-1)?.push({ atMs, value });
  return stretches.filter((stretch) => stretch.length > 0);
}
