import { expect, test } from "vitest";
import { CANDLE_MS, type CandleQuery, type LedgerTrade } from "#server/platform/network/markets.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { readHistoryOf } from "./backfill.ts";
import type { SnapshotReader } from "./snapshot-reader.ts";

const DAY_MS = CANDLE_MS["1d"];
const NOW_MS = Date.parse("2026-06-01T12:34:56.000Z");
const HEAD = { sequence: 1_000_000, closedAt: new Date(NOW_MS) };
const USD = { assetCode: "USD", issuer: "G" };
const PAIR = { base: NATIVE, counter: USD };

/** A trade every hour, for forty days. */
const TRADES = Array.from({ length: 40 * 24 }, (_, hours): LedgerTrade => {
  const ledger = HEAD.sequence - hours * 720;
  return {
    id: `${BigInt(ledger) << 32n}-0`,
    ledger,
    closedAt: new Date(NOW_MS - hours * CANDLE_MS["1h"]),
    sold: NATIVE,
    soldAmount: 10n,
    bought: USD,
    boughtAmount: 20n,
    price: { n: 2n, d: 1n },
    maker: { kind: "offer", offerId: "1", seller: "GA" },
    taker: "GB",
  };
});

async function read(filledFromMs: number, traded = TRADES) {
  const asked: CandleQuery[] = [];
  const source: Pick<SnapshotReader, "trades" | "candles"> = {
    trades: (_pair, before, limit) => {
      const start = before === null ? 0 : traded.findIndex(({ id }) => id === before) + 1;
      return Promise.resolve(traded.slice(start, start + limit));
    },
    candles: (_pair, query) => {
      asked.push(query);
      return Promise.resolve([]);
    },
  };
  return { asked, history: await readHistoryOf(source, PAIR, HEAD, filledFromMs) };
}

function reachOf(asked: readonly CandleQuery[], size: CandleQuery["size"]) {
  const own = asked.filter((query) => query.size === size);
  for (const [at, { toMs }] of own.entries()) expect(own[at + 1]?.fromMs ?? toMs).toBe(toMs);
  return {
    from: own[0]?.fromMs ?? 0,
    most: Math.max(...own.map(({ fromMs, toMs }) => (toMs - fromMs) / CANDLE_MS[size])),
  };
}

test("what was traded is read as far back as screens show at first", async () => {
  const { asked, history } = await read(Infinity);
  expect(history.tradesSinceMs).toBeLessThan(NOW_MS - 7 * DAY_MS);
  expect(history.tradesSinceMs).toBeGreaterThan(NOW_MS - 20 * DAY_MS);
  expect(asked.filter(({ size }) => size === "1m")).toHaveLength(1);
});

test("of a pair in which nobody ever traded no candles are asked for", async () => {
  expect((await read(Infinity, [])).asked).toEqual([]);
  expect((await read(Infinity, TRADES.slice(-1))).asked).not.toEqual([]);
});

test("since the index before it all trades and candles are filled, in pieces that a source tells whole", async () => {
  const filledFromMs = NOW_MS - 30 * DAY_MS;
  const { asked, history } = await read(filledFromMs);
  expect(history.tradesSinceMs).toBeLessThanOrEqual(filledFromMs);
  for (const size of ["1m", "5m", "15m", "1h"] as const) {
    const { from, most } = reachOf(asked, size);
    expect(from).toBeLessThanOrEqual(filledFromMs);
    expect(history.candlesSinceMs[size]).toBe(from);
    expect(most).toBeLessThanOrEqual(4000);
  }
});
