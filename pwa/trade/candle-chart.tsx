import { t } from "@lingui/core/macro";
import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type SeriesMarker,
  type Time,
} from "lightweight-charts";
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { themeAtom } from "#pwa/parts/theme/theme.ts";
import type { CandleStore } from "#pwa/parts/market-data/candle-store.ts";
import { CANDLE_MS } from "#pwa/parts/market-data/pair.ts";
import { colourOf, withAlpha } from "#pwa/ui/chart-paint.ts";
import { formatPrice } from "#pwa/ui/format.ts";
import { shownTag } from "#pwa/ui/own-formats.ts";
import type { CandleRow, CandleSize } from "#schemas/market-data.ts";
import type { OrderSide } from "#schemas/trading.ts";
import { timeOf } from "./candle-time.ts";
import { followCandles } from "./follow-candles.ts";
import { type IndicatorChoice, shownIndicators } from "./indicator-choice.ts";
import { drawIndicators, type Told } from "./indicator-lines.ts";

/** One's own exchange, as it is marked. */
export interface FillMark {
  readonly atMs: number;
  readonly side: OrderSide;
}

/** One's own open order, drawn as a line. */
export interface OrderLine {
  readonly price: number;
  readonly side: OrderSide;
  readonly title: string;
}

interface CandleChartProps {
  readonly store: CandleStore;
  readonly size: CandleSize;
  readonly places: number;
  readonly fills: readonly FillMark[];
  readonly orders: readonly OrderLine[];
  readonly indicators: IndicatorChoice;
  /** The values of the indicators under the pointer, or else the last ones. */
  readonly onIndicators: (told: Told) => void;
  /** The candle under the pointer; null for none. */
  readonly onPoint: (candle: CandleRow | null) => void;
}

interface Drawn {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<"Candlestick">;
  readonly volumes: ISeriesApi<"Histogram">;
  /** Null until something is marked: marks have the whole chart drawn again after each candle, even where there are none. */
  marks: ISeriesMarkersPluginApi<Time> | null;
}

interface Colours {
  readonly up: string;
  readonly down: string;
}

/** Candles left of what is seen at which older ones are fetched. */
const NEAR_START = 20;
const FIRST_SHOWN = 120;
/** Below this width a legend has a row for each indicator, else for two. */
const NARROW_PX = 400;

/** Candles with their volume on a canvas. What it shows must be told in words and numbers beside it. */
export function CandleChart(props: CandleChartProps) {
  // Its colours are read from the theme once, and another size begins at its own end.
  return <ThemedChart key={`${useAtomValue(themeAtom)} ${props.size}`} {...props} />;
}

function ThemedChart(props: CandleChartProps) {
  const { store, size, places, fills, orders, indicators, onIndicators, onPoint } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const colours = useRef<Colours>({ up: "", down: "" });
  const latest = useRef(onPoint);
  useEffect(() => {
    latest.current = onPoint;
  });

  useEffect(() => {
    if (box.current === null) return undefined;
    colours.current = { up: colourOf("--up"), down: colourOf("--down") };
    const made = makeChart(box.current, colours.current);
    drawn.current = made;
    const stop = followStore(made, store, colours.current);
    made.chart.subscribeCrosshairMove(({ time }) => {
      latest.current(store.get().candles.find((candle) => timeOf(candle[0]) === time) ?? null);
    });
    return () => {
      stop();
      drawn.current = null;
      made.chart.remove();
    };
  }, [store]);

  useEffect(() => {
    const made = drawn.current;
    if (made === null) return undefined;
    const shown = shownIndicators(indicators);
    const stop = drawIndicators(made.chart, store, shown, onIndicators);
    const isNarrow = (box.current?.clientWidth ?? 0) < NARROW_PX;
    makeRoom(made, indicators.hasVolume, isNarrow ? shown.length : Math.ceil(shown.length / 2));
    return () => {
      if (drawn.current === made) stop();
    };
  }, [store, indicators, onIndicators]);

  useEffect(() => {
    const minMove = 10 ** -places;
    const priceFormat =
      shownTag() === null
        ? ({ type: "price", precision: places, minMove } as const)
        : ({ type: "custom", minMove, formatter: (price: number) => formatPrice(price.toFixed(places)) } as const);
    drawn.current?.candles.applyOptions({ priceFormat });
  }, [places]);

  useEffect(() => {
    if (drawn.current !== null) mark(drawn.current, marksOf(fills, size, colours.current));
  }, [fills, size]);

  useEffect(() => {
    const { candles } = drawn.current ?? {};
    if (candles === undefined) return undefined;
    const lines = orders.map(({ price, side, title }) =>
      candles.createPriceLine({
        price,
        title,
        color: side === "buy" ? colours.current.up : colours.current.down,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
      }),
    );
    return () => {
      if (drawn.current?.candles === candles) for (const line of lines) candles.removePriceLine(line);
    };
  }, [orders]);

  return <div ref={box} className="h-full w-full" />;
}

function makeChart(box: HTMLElement, { up, down }: Colours): Drawn {
  const line = colourOf("--line");
  const chart = createChart(box, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      fontFamily: "Inter Variable, sans-serif",
      fontSize: 12,
      background: { type: ColorType.Solid, color: colourOf("--surface") },
      textColor: colourOf("--ink-3"),
    },
    localization: { locale: shownTag() ?? "en-US" },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 4, minBarSpacing: 1.5 },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: colourOf("--line-strong"), style: LineStyle.Dashed },
      horzLine: { color: colourOf("--line-strong"), style: LineStyle.Dashed },
    },
    // The page scrolls under the finger, the chart to its sides.
    handleScroll: { vertTouchDrag: false },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    priceLineVisible: false,
    lastValueVisible: false,
  });
  chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderVisible: false,
  });
  return { chart, candles, volumes, marks: null };
}

function mark(made: Drawn, marks: SeriesMarker<Time>[]): void {
  if (marks.length > 0) {
    made.marks ??= createSeriesMarkers(made.candles, []);
    made.marks.setMarkers(marks);
    return;
  }
  made.marks?.detach();
  made.marks = null;
}

/** Room above the candles for the rows of a legend, and below them for the volume where that is shown. */
function makeRoom({ candles, volumes }: Drawn, hasVolume: boolean, legendRows: number): void {
  volumes.applyOptions({ visible: hasVolume });
  const scaleMargins = { top: 0.08 + 0.06 * legendRows, bottom: hasVolume ? 0.24 : 0.06 };
  candles.priceScale().applyOptions({ scaleMargins });
}

/** Draws what the store holds, and then what is new of it. */
function followStore({ chart, candles, volumes }: Drawn, store: CandleStore, colours: Colours): () => void {
  let isFirst = true;
  const leave = followCandles(store, {
    restart(rows) {
      candles.setData(rows.map(candleBar));
      volumes.setData(rows.map((candle) => volumeBar(candle, colours)));
      const count = rows.length;
      if (isFirst && count > FIRST_SHOWN)
        chart.timeScale().setVisibleLogicalRange({ from: count - FIRST_SHOWN, to: count + 4 });
      isFirst &&= count === 0;
    },
    grow(candle) {
      candles.update(candleBar(candle));
      volumes.update(volumeBar(candle, colours));
    },
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < NEAR_START) store.loadEarlier();
  });
  return leave;
}

function candleBar(candle: CandleRow) {
  const [, open, high, low, close] = candle;
  return { time: timeOf(candle[0]), open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}

function volumeBar(candle: CandleRow, { up, down }: Colours) {
  const [, open, , , close, base] = candle;
  const isUp = Number(close) >= Number(open);
  return { time: timeOf(candle[0]), value: Number(base), color: withAlpha(isUp ? up : down, 0.35) };
}

function marksOf(fills: readonly FillMark[], size: CandleSize, { up, down }: Colours): SeriesMarker<Time>[] {
  const seen = new Set<string>();
  const marks: SeriesMarker<Time>[] = [];
  for (const { atMs, side } of fills.toSorted((left, right) => left.atMs - right.atMs)) {
    const startMs = Math.floor(atMs / CANDLE_MS[size]) * CANDLE_MS[size];
    // Many fills of one side within a candle are one mark.
    if (seen.has(`${startMs} ${side}`)) continue;
    seen.add(`${startMs} ${side}`);
    const time = timeOf(startMs);
    marks.push(
      side === "buy"
        ? {
            time,
            position: "belowBar",
            shape: "arrowUp",
            color: up,
            text: t({ message: "B", context: "marks a buy on the chart" }),
          }
        : {
            time,
            position: "aboveBar",
            shape: "arrowDown",
            color: down,
            text: t({ message: "S", context: "marks a sale on the chart" }),
          },
    );
  }
  return marks;
}
