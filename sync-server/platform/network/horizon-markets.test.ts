import { afterEach, expect, test } from "vitest";
import { type FakeService, startFakeService } from "#tests/support/fake-http.ts";
import { NATIVE } from "./assets.ts";
import { openHorizonMarkets } from "./horizon-markets.ts";
import { CANDLE_MS } from "./markets.ts";

const PASSPHRASE = "Fake Network ; 2026";
const PAIR = {
  base: { assetCode: "COIN", issuer: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ" },
  counter: NATIVE,
};
const HUGE = "99999999999999.0000000";
const PRICES = {
  open_r: { n: "3", d: "2" },
  high_r: { n: "99999999999999999", d: "7" },
  low_r: { n: 1, d: 1 },
  close_r: { n: "2", d: "1" },
};
const running: FakeService[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

/** A Horizon that knows of ledgers up to `ledger`, with one bid and as many hourly candles as there are hours. */
async function aHorizon(ledger: number, passphrase = PASSPHRASE): Promise<FakeService> {
  const service = await startFakeService(({ path }) => {
    const url = new URL(path, "http://horizon");
    if (url.pathname === "/") {
      const head = { history_latest_ledger: ledger, history_latest_ledger_closed_at: "2026-06-01T12:00:00Z" };
      return { status: 200, body: { network_passphrase: passphrase, ...head } };
    }
    if (url.pathname === "/order_book") {
      const bids = [{ price_r: { n: 3, d: 2 }, price: "1.5000000", amount: HUGE }];
      return { status: 200, body: { bids, asks: [] } };
    }
    const [from, to] = ["start_time", "end_time"].map((name) => Number(url.searchParams.get(name)));
    if (from === undefined || to === undefined || url.searchParams.get("base_asset_code") !== "COIN")
      return { status: 404, body: {} };
    const records = [];
    for (let time = to - CANDLE_MS["1h"]; time >= from && records.length < 200; time -= CANDLE_MS["1h"])
      records.push({
        timestamp: String(time),
        trade_count: "1",
        base_volume: HUGE,
        counter_volume: "2.0000000",
        ...PRICES,
      });
    return { status: 200, body: { _embedded: { records } } };
  });
  running.push(service);
  return service;
}

function open(horizons: readonly { readonly url: string }[]) {
  const config = {
    rpcUrls: [],
    horizonUrls: horizons.map(({ url }) => url),
    passphrase: PASSPHRASE,
    friendbotUrl: null,
    demoUrl: null,
  };
  return openHorizonMarkets(config, { head: () => Promise.resolve({ sequence: 1000, closedAt: new Date() }) }, 2000);
}

test("one of another network, one that lags and one that is broken are passed over", async () => {
  const horizons = [
    await aHorizon(1000, "Another Network"),
    await aHorizon(900),
    await aHorizon(1000),
    await aHorizon(999),
  ];
  horizons[2]?.troubles.push({ status: 200, body: "not what was asked for" });
  const source = open(horizons);
  expect(await source.head()).toEqual({ sequence: 999, closedAt: new Date("2026-06-01T12:00:00Z") });
  await expect(open(horizons.slice(0, 1)).head()).rejects.toThrow("of another network");
  await expect(open(horizons.slice(1, 2)).head()).rejects.toThrow("100 ledgers behind");
  await expect(open([]).head()).rejects.toThrow("no Horizon is configured");
});

test("a book and its sums are read exactly, also where they are more than one amount can be", async () => {
  const source = open([await aHorizon(1000)]);
  expect(await source.orderBook(PAIR)).toEqual({
    bids: [{ price: { n: 3, d: 2 }, amount: 999_999_999_999_990_000_000n }],
    asks: [],
  });
});

test("candles beyond one page are read to the end, none twice; a pair that nobody traded has none", async () => {
  const horizon = await aHorizon(1000);
  const source = open([horizon]);
  const fromMs = Date.parse("2026-05-01T00:00:00Z");
  const candles = await source.candles(PAIR, { size: "1h", fromMs, toMs: fromMs + 450 * CANDLE_MS["1h"] });
  expect(candles.map(({ startMs }) => (startMs - fromMs) / CANDLE_MS["1h"])).toEqual([...Array(450).keys()]);
  expect(candles[0]).toMatchObject({ trades: 1, baseVolume: 999_999_999_999_990_000_000n, counterVolume: 20_000_000n });
  expect(candles[0]).toMatchObject({ open: { n: 3n, d: 2n }, high: { n: 99_999_999_999_999_999n, d: 7n } });
  expect(candles[0]).toMatchObject({ low: { n: 1n, d: 1n }, close: { n: 2n, d: 1n } });
  expect(await source.candles({ ...PAIR, base: NATIVE }, { size: "1h", fromMs, toMs: fromMs + 1 })).toEqual([]);
});
