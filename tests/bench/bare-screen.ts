import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type * as ChartLibrary from "lightweight-charts";
import type { MovingMarket } from "./moving-market.ts";

const LIBRARY = join(
  import.meta.dirname,
  "../../node_modules/lightweight-charts/dist/lightweight-charts.standalone.production.js",
);

/** What a screen of a market shows at a time: rows of its book and tape that are in sight, figures above them, the chart. */
export interface BareScreen {
  readonly bookRows: number;
  readonly tapeRows: number;
  readonly figures: number;
  readonly chart: { readonly width: number; readonly height: number } | null;
}

/**
 * The floor under a moving market: a page that holds nothing but as many rows as the screen shows, and writes what it is told over the
 * same socket into text nodes and transforms; a chart is that of the same library, with as many lines, and nothing around it. No framework, no
 * styles but those of the rows.
 */
export async function openBareScreen(
  context: BrowserContext,
  origin: string,
  screen: BareScreen,
  market: MovingMarket,
): Promise<Page> {
  const page = await context.newPage();
  await page.route(`${origin}/bare`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Bare</title><body>" }),
  );
  await page.routeWebSocket(/\/socket\.io\/bare/, (socket) => {
    market.socket = socket;
  });
  await page.goto(`${origin}/bare`);
  if (screen.chart !== null) await page.addScriptTag({ path: LIBRARY });
  await page.evaluate(drawBare, screen);
  return page;
}

/** Runs within the page, so that it can name nothing of this file. */
function drawBare({ bookRows, tapeRows, figures, chart }: BareScreen): void {
  const rowOf = (cells: number, top: number, left: number, width: number) => {
    const row = document.body.appendChild(document.createElement("div"));
    row.style.cssText = `position:absolute;contain:strict;top:0;left:${left}px;width:${width}px;height:24px;transform:translateY(${top}px);font:12px/24px sans-serif;font-variant-numeric:tabular-nums`;
    const bar = row.appendChild(document.createElement("div"));
    bar.style.cssText = "position:absolute;inset:0;background:#8884;transform-origin:right;transform:scaleX(0)";
    const texts = Array.from({ length: cells }, (_, index) => {
      const cell = row.appendChild(document.createElement("span"));
      cell.style.cssText = `position:absolute;left:${(100 / cells) * index}%`;
      return cell.appendChild(document.createTextNode(""));
    });
    return { bar, texts };
  };
  const head = rowOf(figures, 0, 0, 380);
  const book = Array.from({ length: bookRows }, (_, index) => rowOf(3, 30 + index * 24, 0, 270));
  const tape = Array.from({ length: tapeRows }, (_, index) => rowOf(3, 30 + (bookRows + index) * 24, 0, 270));
  const candles = chart === null ? null : openChart(chart);

  /** Answers what moves the last candle: of a thousand, with their volume and two averages, as many as the screen shows first are in sight. */
  function openChart(size: { readonly width: number; readonly height: number }): (price: number) => void {
    const library: typeof ChartLibrary = Reflect.get(globalThis, "LightweightCharts");
    const box = document.body.appendChild(document.createElement("div"));
    box.style.cssText = `position:absolute;top:60px;left:0;width:${size.width}px;height:${size.height}px`;
    const made = library.createChart(box, { ...size, timeScale: { rightOffset: 4, minBarSpacing: 1.5 } });
    const volumes = made.addSeries(library.HistogramSeries, { priceScaleId: "volume", priceLineVisible: false });
    made.priceScale("volume").applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    const bars = made.addSeries(library.CandlestickSeries);
    const lines = [1, 2].map(() => made.addSeries(library.LineSeries, { lineWidth: 1, priceLineVisible: false }));
    const at = (index: number) => (index * 3600) as ChartLibrary.UTCTimestamp;
    const bar = (index: number, close: number) => ({
      time: at(index),
      open: 0.25,
      high: close + 0.004,
      low: 0.246,
      close,
    });
    const closes = Array.from({ length: 1000 }, (_, index) => 0.25 + Math.sin(index) / 200);
    bars.setData(closes.map((close, index) => bar(index, close)));
    volumes.setData(closes.map((value, index) => ({ time: at(index), value })));
    for (const line of lines) line.setData(closes.map((value, index) => ({ time: at(index), value })));
    made.timeScale().setVisibleLogicalRange({ from: 880, to: 1004 });
    return (price) => {
      bars.update(bar(999, price));
      volumes.update({ time: at(999), value: price });
      for (const line of lines) line.update({ time: at(999), value: price });
    };
  }

  let told: { bids: string[][]; asks: string[][]; ticker: { last: string } } | null = null;
  let count = 0;
  const trades: string[] = [];

  function paint(): void {
    if (told === null) return;
    const price = Number(told.ticker.last);
    const levels = [...told.bids, ...told.asks];
    for (const [index, { bar, texts }] of book.entries()) {
      const amount = Number(levels[index % levels.length]?.[2] ?? 0) || index;
      bar.style.transform = `scaleX(${(index % 12) / 12 + amount / 1e7})`;
      const shown = [(price + index / 1e5).toFixed(5), amount.toFixed(2), (amount + index * 1000).toFixed(2)];
      for (const [at, text] of texts.entries()) text.data = shown[at] ?? "";
    }
    // As often as anybody can read them, and never all in one frame.
    if (count % 5 === 0) for (const [at, text] of head.texts.entries()) text.data = (price + at).toFixed(5);
    if (count % 5 === 2)
      for (const [index, { texts }] of tape.entries())
        for (const text of texts) text.data = trades[trades.length - 1 - index] ?? "";
    if (count % 5 === 4) candles?.(price);
    told = null;
  }

  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/socket.io/bare`);
  socket.addEventListener("message", ({ data }) => {
    const isAsked = told !== null;
    [, told] = JSON.parse(String(data).slice(2));
    count += 1;
    trades.push(told?.ticker.last ?? "");
    if (!isAsked) requestAnimationFrame(paint);
  });
}
