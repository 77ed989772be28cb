import type { WebSocketRoute } from "@playwright/test";
import type {
  BookLevelRow,
  CandleRow,
  MarketDelta,
  MarketSnapshot,
  MarketTrade,
  Ticker,
} from "#schemas/market-data.ts";
import { seededRandom } from "./results.ts";

const LEVELS = 200;
/** Levels of each side that change with every move. */
const CHANGED = 12;
/** Prices are so many parts of one. */
const PARTS = 100_000;
const CANDLES = 1000;

export const ISSUER = `G${"A".repeat(55)}`;
export const PAIR = { base: "XLM", quote: `USDC-${ISSUER}` };

/** A market whose best price wanders, the same in every run. */
export class MovingMarket {
  socket: WebSocketRoute | null = null;
  readonly #random = seededRandom(7);
  #middle = PARTS / 4;
  #sequence = 1;
  #bids: BookLevelRow[] = [];
  #asks: BookLevelRow[] = [];
  #trades: MarketTrade[] = [];

  constructor() {
    this.#rebuild();
  }

  snapshot(): MarketSnapshot {
    const [bids, asks, trades] = [this.#bids, this.#asks, this.#trades];
    return {
      ...PAIR,
      ...place(this.#sequence),
      sequence: this.#sequence,
      bids,
      asks,
      trades,
      pool: null,
      ticker: this.#ticker(),
    };
  }

  lastPrice(): string {
    return (this.#middle / PARTS).toFixed(5);
  }

  candles() {
    const minuteMs = 60 * 60_000;
    const nowMs = Math.floor(new Date().getTime() / minuteMs) * minuteMs;
    const rows = Array.from({ length: CANDLES }, (_, index): CandleRow => {
      const [open, close] = [this.#random() / 50 + 0.24, this.#random() / 50 + 0.24].map((price) => price.toFixed(5));
      const [low, high] = [open ?? "", close ?? ""].toSorted();
      const startMs = nowMs - (CANDLES - index) * minuteMs;
      return [startMs, open ?? "", high ?? "", low ?? "", close ?? "", "1000.0000000", "250.0000000", 5];
    });
    // As of now: who were told of an earlier ledger would ask for them again and again.
    return { ...place(this.#sequence), candles: rows, hasMore: false };
  }

  move(): void {
    const before = new Map([...this.#bids, ...this.#asks].map((row) => [row[0], row]));
    const [formerBids, formerAsks] = [this.#bids, this.#asks];
    this.#middle += Math.round((this.#random() - 0.5) * 6);
    this.#rebuild();
    const trade = this.#trade();
    this.#trades = [trade, ...this.#trades].slice(0, 50);
    const previous = this.#sequence;
    this.#sequence += 1;
    const delta: MarketDelta = {
      ...PAIR,
      ...place(this.#sequence),
      previous,
      sequence: this.#sequence,
      bids: changes(formerBids, this.#bids, before),
      asks: changes(formerAsks, this.#asks, before),
      trades: [trade],
      ticker: this.#ticker(),
    };
    this.socket?.send(`42${JSON.stringify(["market", delta])}`);
  }

  /** Levels keep their amounts, save the best ones. */
  #rebuild(): void {
    const amounts = new Map([...this.#bids, ...this.#asks].map(([n, , amount]) => [n, amount]));
    const side = (sign: 1 | -1) =>
      Array.from({ length: LEVELS }, (_, index): BookLevelRow => {
        const n = this.#middle + sign * (index + 1);
        const kept = index < CHANGED ? undefined : amounts.get(n);
        return [n, PARTS, kept ?? (this.#random() * 9000 + 10).toFixed(7)];
      });
    this.#bids = side(-1);
    this.#asks = side(1);
  }

  #trade(): MarketTrade {
    const at = new Date().toISOString();
    const id = `${this.#sequence}-0`;
    const side = this.#random() < 0.5 ? "buy" : "sell";
    const price = this.lastPrice();
    return { id, ledger: this.#sequence, at, side, price, baseAmount: "12.5000000", quoteAmount: "3.1250000" };
  }

  #ticker(): Ticker {
    const last = this.lastPrice();
    const price = (n: number) => (n / PARTS).toFixed(5);
    return {
      ...PAIR,
      last,
      bid: price(this.#middle - 1),
      ask: price(this.#middle + 1),
      high: "0.3",
      low: "0.2",
      change: "1.25",
      baseVolume: `${this.#sequence}.0000000`,
      quoteVolume: "1000.0000000",
      trades: this.#sequence,
    };
  }
}

function place(ledger: number) {
  return { state: "live", ledger, closedAt: new Date().toISOString() } as const;
}

function changes(
  former: readonly BookLevelRow[],
  now: readonly BookLevelRow[],
  before: ReadonlyMap<number, BookLevelRow>,
): BookLevelRow[] {
  const there = new Set(now.map(([n]) => n));
  const gone = former.filter(([n]) => !there.has(n)).map(([n, d]): BookLevelRow => [n, d, "0.0000000"]);
  const formerPrices = new Set(former.map(([n]) => n));
  return [...gone, ...now.filter((row) => !formerPrices.has(row[0]) || before.get(row[0])?.[2] !== row[2])];
}
