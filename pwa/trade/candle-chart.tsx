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
  type UTCTimestamp,
} from "lightweight-charts";
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { themeAtom } from "#pwa/parts/theme/theme.ts";
import type { CandleStore } from "#pwa/parts/market-data/candle-store.ts";
import { CANDLE_MS } from "#pwa/parts/market-data/pair.ts";
import { colourOf, wallSeconds, withAlpha } from "#pwa/ui/chart-paint.ts";
import type { CandleRow, CandleSize } from "#schemas/market-data.ts";
import type { OrderSide } from "#schemas/trading.ts";

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
  /** The candle under the pointer; null for none. */
  readonly onPoint: (candle: CandleRow | null) => void;
}

interface Drawn {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<"Candlestick">;
  readonly volumes: ISeriesApi<"Histogram">;
  readonly marks: ISeriesMarkersPluginApi<Time>;
}

interface Colours {
  readonly up: string;
  readonly down: string;
}

/** Candles left of what is seen at which older ones are fetched. */
const NEAR_START = 20;
const FIRST_SHOWN = 120;

/** Candles with their volume on a canvas. What it shows must be told in words and numbers beside it. */
export function CandleChart(props: CandleChartProps) {
  // Its colours are read from the theme once, and another size begins at its own end.
  return <ThemedChart key={`${useAtomValue(themeAtom)} ${props.size}`} {...props} />;
}

function ThemedChart({ store, size, places, fills, orders, onPoint }: CandleChartProps) {
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
      latest.current(store.get().candles.find((candle) => timeOf(candle) === time) ?? null);
    });
    return () => {
      stop();
      drawn.current = null;
      made.chart.remove();
    };
  }, [store]);

  useEffect(() => {
    const priceFormat = { type: "price", precision: places, minMove: 10 ** -places } as const;
    drawn.current?.candles.applyOptions({ priceFormat });
  }, [places]);

  useEffect(() => {
    drawn.current?.marks.setMarkers(marksOf(fills, size, colours.current));
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
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.24 } },
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
  return { chart, candles, volumes, marks: createSeriesMarkers(candles, []) };
}

/** Draws what the store holds, and then what is new of it. */
function followStore({ chart, candles, volumes }: Drawn, store: CandleStore, colours: Colours): () => void {
  let edition = -1;
  let last: CandleRow | undefined;

  function draw(): void {
    const picture = store.get();
    if (picture.edition !== edition) {
      const isFirst = last === undefined;
      edition = picture.edition;
      candles.setData(picture.candles.map(candleBar));
      volumes.setData(picture.candles.map((candle) => volumeBar(candle, colours)));
      const count = picture.candles.length;
      if (isFirst && count > FIRST_SHOWN)
        chart.timeScale().setVisibleLogicalRange({ from: count - FIRST_SHOWN, to: count + 4 });
    } else {
      const from = last === undefined ? 0 : picture.candles.findLastIndex((candle) => candle[0] === last?.[0]);
      for (const candle of picture.candles.slice(Math.max(0, from))) {
        candles.update(candleBar(candle));
        volumes.update(volumeBar(candle, colours));
      }
    }
    last = picture.candles.at(-1);
  }

  draw();
  const leave = store.subscribe(draw);
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < NEAR_START) store.loadEarlier();
  });
  return leave;
}

function timeOf([startMs]: CandleRow): UTCTimestamp & Time {
  // The library's own type for seconds since the epoch is a marked number.
  return wallSeconds(startMs) as UTCTimestamp & Time;
}

function candleBar(candle: CandleRow) {
  const [, open, high, low, close] = candle;
  return { time: timeOf(candle), open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}

function volumeBar(candle: CandleRow, { up, down }: Colours) {
  const [, open, , , close, base] = candle;
  const isUp = Number(close) >= Number(open);
  return { time: timeOf(candle), value: Number(base), color: withAlpha(isUp ? up : down, 0.35) };
}

function marksOf(fills: readonly FillMark[], size: CandleSize, { up, down }: Colours): SeriesMarker<Time>[] {
  const seen = new Set<string>();
  const marks: SeriesMarker<Time>[] = [];
  for (const { atMs, side } of fills.toSorted((left, right) => left.atMs - right.atMs)) {
    const startMs = Math.floor(atMs / CANDLE_MS[size]) * CANDLE_MS[size];
    // Many fills of one side within a candle are one mark.
    if (seen.has(`${startMs} ${side}`)) continue;
    seen.add(`${startMs} ${side}`);
    const time = wallSeconds(startMs) as UTCTimestamp & Time;
    marks.push(
      side === "buy"
        ? { time, position: "belowBar", shape: "arrowUp", color: up, text: "B" }
        : { time, position: "aboveBar", shape: "arrowDown", color: down, text: "S" },
    );
  }
  return marks;
}
