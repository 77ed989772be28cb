import type { CandleRow } from "#schemas/market-data.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { PricedCandle } from "#server/platform/network/markets.ts";
import { shownPrice } from "./market-view.ts";

/** A candle as it is told. */
export function candleRow(candle: PricedCandle): CandleRow {
  const { startMs, open, high, low, close, baseVolume, counterVolume, trades } = candle;
  return [
    startMs,
    shownPrice(open),
    shownPrice(high),
    shownPrice(low),
    shownPrice(close),
    formatAmount(baseVolume),
    formatAmount(counterVolume),
    trades,
  ];
}
