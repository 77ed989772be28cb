import { describe, expect, test } from "vitest";
import type { CandlePicture, CandleStore } from "#pwa/parts/market-data/candle-store.ts";
import type { CandleRow } from "#schemas/market-data.ts";
import { followCandles } from "./follow-candles.ts";
import { type IndicatorChoice, FIRST_CHOICE, shownIndicators } from "./indicator-choice.ts";
import { type Reading, runIndicators } from "./indicator-values.ts";

const EVERYTHING: IndicatorChoice = {
  hasVolume: true,
  hasBollinger: true,
  averages: [
    { isShown: true, kind: "sma", length: 3 },
    { isShown: true, kind: "ema", length: 2 },
    { isShown: true, kind: "ema", length: 5 },
  ],
};

function candle(minute: number, close: number): CandleRow {
  const price = String(close);
  return [minute * 60_000, price, price, price, price, "1.0000000", "1.0000000", 1];
}

function aStore(candles: readonly CandleRow[]) {
  let picture: CandlePicture = { candles, hasMore: false, state: "ready", seenAtMs: 0, edition: 1 };
  const listeners = new Set<() => void>();
  const store: CandleStore = {
    get: () => picture,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    loadEarlier: () => undefined,
    start: () => () => undefined,
  };
  return {
    store,
    show(next: readonly CandleRow[], isNewEdition = false) {
      picture = { ...picture, candles: next, edition: picture.edition + (isNewEdition ? 1 : 0) };
      for (const listener of listeners) listener();
    },
  };
}

function follow(candles: readonly CandleRow[]) {
  const made = aStore(candles);
  const heard: string[] = [];
  const stop = followCandles(made.store, {
    restart: (all) => heard.push(`all ${all.length}`),
    grow: ([startMs, , , , close], isAgain) => heard.push(`${startMs / 60_000} at ${close}${isAgain ? " again" : ""}`),
  });
  return { ...made, heard, stop };
}

const THREE = [candle(1, 10), candle(2, 11), candle(3, 12)];

describe("a chart that follows its candles", () => {
  test("is told all of them once, and then of a trade no more than the candle it fell in and those after it", () => {
    const { show, heard } = follow(THREE);
    show([...THREE.slice(0, 2), candle(3, 13)]);
    show([...THREE.slice(0, 2), candle(3, 14), candle(4, 15), candle(6, 16)]);
    expect(heard).toEqual(["all 3", "3 at 13 again", "3 at 14 again", "4 at 15", "6 at 16"]);
  });

  test("begins anew where older ones came, where others were read, and where its last one is gone", () => {
    const { show, heard } = follow(THREE);
    show([candle(0, 9), ...THREE], true);
    show([candle(7, 9)]);
    expect(heard).toEqual(["all 3", "all 4", "all 1"]);
  });

  test("waits for the first one, and hears nothing once it has left", () => {
    const { show, heard, stop } = follow([]);
    show([candle(1, 10)]);
    show([candle(1, 11)]);
    stop();
    show(THREE);
    expect(heard).toEqual(["all 0", "1 at 10", "1 at 11 again"]);
  });
});

describe("indicators that run along", () => {
  test("say after every trade what they would say if they were reckoned anew", () => {
    const { store, show } = aStore([]);
    const shown = shownIndicators(EVERYTHING);
    let tell = runIndicators(shown);
    let latest: Reading = [];
    followCandles(store, {
      restart(all) {
        tell = runIndicators(shown);
        for (const row of all) latest = tell(Number(row[4]), false);
      },
      grow(row, isAgain) {
        latest = tell(Number(row[4]), isAgain);
      },
    });
    let candles: readonly CandleRow[] = [];
    for (let trade = 0; trade < 200; trade++) {
      const next = candle(Math.floor(trade / 3), 10 + ((trade * 37) % 11));
      candles = [...candles.filter(([startMs]) => startMs !== next[0]), next];
      show(candles);
      const anew = runIndicators(shown);
      expect(latest).toEqual(candles.map((row) => anew(Number(row[4]), false)).at(-1));
    }
    expect(latest.map((values) => values?.length)).toEqual([3, 1, 1, 1]);
  });

  test("have a name, a colour each and a number of candles that they need", () => {
    expect(shownIndicators(FIRST_CHOICE).map(({ name }) => name)).toEqual(["SMA 20", "SMA 50"]);
    const shown = shownIndicators(EVERYTHING);
    expect(shown.map(({ name, length }) => `${name}: ${length}`)).toEqual([
      "BB 20, 2: 20",
      "SMA 3: 3",
      "EMA 2: 2",
      "EMA 5: 5",
    ]);
    expect(new Set(shown.map(({ paint }) => paint)).size).toBe(shown.length);
    const tell = runIndicators(shown);
    expect(tell(10, false)).toEqual([null, null, null, null]);
    expect(tell(12, false)).toEqual([null, null, [expect.closeTo(11.333333, 5)], null]);
  });
});
