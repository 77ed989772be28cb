import type { BrowserContext, Page } from "@playwright/test";
import type { MovingMarket } from "./moving-market.ts";

/** What a screen of a market shows at a time: rows of its book and tape that are in sight, figures above them, the chart's canvas. */
export interface BareScreen {
  readonly bookRows: number;
  readonly tapeRows: number;
  readonly figures: number;
  readonly chart: { readonly width: number; readonly height: number } | null;
}

/**
 * The floor under a moving market: a page that holds nothing but as many rows as the screen shows, and writes what it is told over the
 * same socket into text nodes and transforms, and candles into a canvas. No framework, no styles but those of the rows.
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
  const canvas = chart === null ? null : document.body.appendChild(document.createElement("canvas"));
  if (chart !== null && canvas !== null) Object.assign(canvas, chart);
  const brush = canvas?.getContext("2d") ?? null;
  const last = (index: number, price: number) => price + Math.sin(index) / 100;
  const candles = Array.from({ length: 120 }, (_, index) => last(index, 0.25));

  function drawCandles(price: number): void {
    if (chart === null || brush === null) return;
    candles.push(price);
    candles.shift();
    brush.clearRect(0, 0, chart.width, chart.height);
    for (const [index, close] of candles.entries()) {
      const left = (index * chart.width) / candles.length;
      brush.fillStyle = index % 2 === 0 ? "#2a8" : "#c55";
      brush.fillRect(left + 1, (close - 0.2) * 4 * chart.height, 1, 40);
      brush.fillRect(left, (close - 0.2) * 4 * chart.height + 10, 3, 20);
      brush.fillRect(left, chart.height - 30, 3, 30 * close);
    }
    for (let line = 0; line < 8; line += 1) brush.fillText(`${price + line}`, chart.width - 60, line * 40);
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
    if (count % 5 === 4) drawCandles(price);
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
