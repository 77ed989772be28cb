import { CANDLE_MS, type PricedCandle, type TradePrice } from "#server/platform/network/markets.ts";
import { type SeenTrade, startOf, withCandle, withTrade } from "./candles.ts";

const DAY_MS = CANDLE_MS["1d"];

/** What was traded in a pair, as it is kept, within 24 hours. */
export interface DayFigures {
  /** Of the last trade, however long ago; null before the first. */
  readonly last: TradePrice | null;
  readonly open: TradePrice | null;
  readonly high: TradePrice | null;
  readonly low: TradePrice | null;
  readonly baseVolume: bigint;
  readonly counterVolume: bigint;
  readonly trades: number;
}

/** The last 24 hours of a pair, to the minute. */
export class DayWindow {
  /** One for each minute with trades, the oldest first. */
  #minutes: PricedCandle[];
  #last: TradePrice | null;
  #figures: DayFigures | null = null;

  constructor(minutes: readonly PricedCandle[], last: TradePrice | null) {
    this.#minutes = [...minutes];
    this.#last = last;
  }

  add(trade: SeenTrade, atMs: number): void {
    const startMs = startOf("1m", atMs);
    const newest = this.#minutes.at(-1);
    if (newest?.startMs === startMs) this.#minutes.splice(-1, 1, withTrade(newest, startMs, trade));
    else this.#minutes.push(withTrade(null, startMs, trade));
    this.#last = trade.price;
    this.#figures = null;
  }

  /** The figures at a time, which only moves on. */
  at(nowMs: number): DayFigures {
    const sinceMs = startOf("1m", nowMs) - DAY_MS;
    const over = this.#minutes.findIndex(({ startMs }) => startMs >= sinceMs);
    if (over !== 0 && this.#minutes.length > 0) {
      this.#minutes = over === -1 ? [] : this.#minutes.slice(over);
      this.#figures = null;
    }
    this.#figures ??= this.#sum();
    return this.#figures;
  }

  #sum(): DayFigures {
    let whole: PricedCandle | null = null;
    for (const minute of this.#minutes) whole = withCandle(whole, minute);
    return {
      last: this.#last,
      open: whole?.open ?? null,
      high: whole?.high ?? null,
      low: whole?.low ?? null,
      baseVolume: whole?.baseVolume ?? 0n,
      counterVolume: whole?.counterVolume ?? 0n,
      trades: whole?.trades ?? 0,
    };
  }
}
