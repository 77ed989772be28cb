import type { Socket } from "socket.io-client";
import * as v from "valibot";
import {
  type BookLevelRow,
  MarketDelta,
  MarketSnapshot,
  type PairQuery,
  SNAPSHOT_TRADES,
} from "#schemas/market-data.ts";
import { ZERO_AMOUNT } from "#schemas/money.ts";

/** What a screen holds of a pair, kept by what the socket tells. */
export class Viewer {
  readonly #socket: Socket;
  readonly #pair: PairQuery;
  readonly deltas: MarketDelta[] = [];
  shown: MarketSnapshot | null = null;
  gaps = 0;

  constructor(socket: Socket, pair: PairQuery) {
    this.#socket = socket;
    this.#pair = pair;
    socket.on("market", (message: unknown) => this.#note(v.parse(MarketDelta, message)));
  }

  async watch(): Promise<MarketSnapshot> {
    this.shown = null;
    const answer: unknown = await this.#socket.timeout(10_000).emitWithAck("watch", this.#pair);
    this.shown = v.parse(MarketSnapshot, answer);
    return this.shown;
  }

  #note(delta: MarketDelta): void {
    if (delta.base !== this.#pair.base || delta.quote !== this.#pair.quote) return;
    this.deltas.push(delta);
    if (!this.shown) return;
    if (delta.previous !== this.shown.sequence) this.gaps += 1;
    else if (delta.sequence !== delta.previous) this.shown = withDelta(this.shown, delta);
  }
}

/** A snapshot with what changed after it. */
export function withDelta(shown: MarketSnapshot, delta: MarketDelta): MarketSnapshot {
  const { previous: _before, bids, asks, trades, pool, ticker, ...place } = delta;
  return {
    ...shown,
    ...place,
    bids: withLevels(shown.bids, bids, -1),
    asks: withLevels(shown.asks, asks, 1),
    trades: [...trades, ...shown.trades].slice(0, SNAPSHOT_TRADES),
    pool: pool === undefined ? shown.pool : pool,
    ticker: ticker ?? shown.ticker,
  };
}

function withLevels(side: readonly BookLevelRow[], changes: readonly BookLevelRow[], order: 1 | -1): BookLevelRow[] {
  const levels = new Map(side.map((row) => [`${row[0]}/${row[1]}`, row]));
  for (const row of changes) {
    const price = `${row[0]}/${row[1]}`;
    if (row[2] === ZERO_AMOUNT) levels.delete(price);
    else levels.set(price, row);
  }
  return [...levels.values()].toSorted((left, right) => {
    const difference = BigInt(left[0]) * BigInt(right[1]) - BigInt(right[0]) * BigInt(left[1]);
    return difference < 0n ? -order : difference > 0n ? order : 0;
  });
}
