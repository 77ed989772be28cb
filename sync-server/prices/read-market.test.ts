import { expect, test } from "vitest";
import { type Candle, CANDLE_MS, type CandleQuery, type MarketSource } from "#server/platform/network/markets.ts";
import { isEnough, type Market, medianOf, newCandles, withReading, yesterdayMs } from "./read-market.ts";
import { unread } from "./store.ts";

const HEAD = { sequence: 100, closedAt: new Date("2026-06-10T12:07:00Z") };
const NOW = HEAD.closedAt.getTime();
const RULES = { minDepth: 1n, maxSpread: 1n, staleMs: 1 };

function at(minutesAgo: number): Date {
  return new Date(NOW - minutesAgo * 60_000);
}

test("a price that stood for one moment only is not believed, and a market that sets none forgets them all", () => {
  const calm = [
    { at: at(2), xlm: "2" },
    { at: at(1), xlm: "2.1" },
  ];
  const spiked = withReading({ readings: calm, isListed: true }, at(0), { n: 90n, d: 1n });
  expect(spiked.map(({ xlm }) => xlm)).toEqual(["2", "2.1", "90"]);
  expect(medianOf(spiked)).toEqual({ n: 21n, d: 10n });
  expect(withReading({ readings: calm, isListed: true }, at(0), null)).toEqual([]);
  expect(medianOf([])).toBeNull();
});

test("of two readings the lower counts, of one ledger the last, and none of ten minutes ago", () => {
  const readings = [
    { at: at(11), xlm: "1" },
    { at: at(1), xlm: "3" },
    { at: at(0), xlm: "9" },
  ];
  const next = withReading({ readings, isListed: true }, at(0), { n: 4n, d: 1n });
  expect(next.map(({ xlm }) => xlm)).toEqual(["3", "4"]);
  expect(medianOf(next)).toEqual({ n: 3n, d: 1n });
});

test("what is read every half an hour has three readings too, and a book made up for one ledger moves no price", () => {
  const readings = [
    { at: at(60), xlm: "100" },
    { at: at(30), xlm: "101" },
  ];
  const next = withReading({ readings, isListed: false }, at(0), { n: 1n, d: 100n });
  expect(next.map(({ xlm }) => xlm)).toEqual(["100", "101", "0.01"]);
  expect(medianOf(next)).toEqual({ n: 100n, d: 1n });
});

test("fewer than three readings set no price, but for the first of what is listed", () => {
  const coin = unread({ assetCode: "COIN", issuer: "G" }, at(90));
  const readings = [2, 1, 0].map((minutes) => ({ at: at(minutes), xlm: "1" }));
  const [two, one] = [readings.slice(1), readings.slice(2)];
  expect([readings, two, one, []].map((few) => isEnough(coin, few))).toEqual([true, false, false, true]);
  const listed = { ...coin, isListed: true };
  expect(isEnough(listed, one)).toBe(true);
  expect(isEnough({ ...listed, lastXlm: { price: "9", at: at(5) } }, one)).toBe(false);
  expect(isEnough({ ...listed, xlm: "9", at: at(5) }, two)).toBe(false);
});

/** A market of which every stretch that is asked for has one trade. */
function aSource(asked: CandleQuery[]): MarketSource {
  return {
    head: () => Promise.resolve(HEAD),
    orderBook: () => Promise.resolve({ bids: [], asks: [] }),
    candles: (_pair, query) => {
      asked.push(query);
      return Promise.resolve([aCandle(Math.floor(query.fromMs / CANDLE_MS[query.size]) * CANDLE_MS[query.size])]);
    },
  };
}

function aCandle(startMs: number): Candle {
  return { startMs, trades: 1, baseVolume: 10n, counterVolume: 20n };
}

/** Since yesterday began, traded in every quarter of an hour. */
function aMarket(): Market {
  const candles: Candle[] = [];
  for (let time = yesterdayMs(HEAD); time <= NOW; time += CANDLE_MS["15m"]) candles.push(aCandle(time));
  const coin = { assetCode: "COIN", issuer: "G" };
  const pair = { base: coin, counter: { assetCode: "XLM", issuer: "" } };
  return { pair, quote: "xlm", candles, verdict: { kind: "none", why: "thin" } };
}

test("a history that has not begun is read whole, and joined with what was traded since yesterday", async () => {
  const asked: CandleQuery[] = [];
  const look = { source: aSource(asked), rules: RULES, head: HEAD };
  const found = await newCandles(look, aMarket(), null);
  expect(asked.map(({ size, fromMs }) => [size, fromMs === 0])).toEqual([
    ["1h", false],
    ["1d", true],
  ]);
  expect(found.get("15m")).toHaveLength(145);
  expect(found.get("1h")).toHaveLength(1 + 37);
  const days = found.get("1d") ?? [];
  expect(days.map(({ trades }) => trades)).toEqual([1, 96, 49]);
  expect(days.at(1)).toMatchObject({ startMs: yesterdayMs(HEAD), baseVolume: 960n, counterVolume: 1920n });
});

test("of a history that is there only what was not over yet is written again; after a longer pause the gap is read", async () => {
  const asked: CandleQuery[] = [];
  const look = { source: aSource(asked), rules: RULES, head: HEAD };
  const lately = await newCandles(look, aMarket(), at(8));
  expect(asked).toEqual([]);
  expect([...lately].map(([size, candles]) => [size, candles.length])).toEqual([
    ["15m", 2],
    ["1h", 2],
    ["1d", 1],
  ]);
  const pausedAt = new Date(yesterdayMs(HEAD) - 5 * CANDLE_MS["1d"]);
  await newCandles(look, aMarket(), pausedAt);
  expect(asked.map(({ size, fromMs }) => [size, fromMs])).toEqual([
    ["1h", pausedAt.getTime()],
    ["1d", pausedAt.getTime()],
  ]);
});
