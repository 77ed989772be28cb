import type { Browser, BrowserContext, Page, WebSocketRoute } from "@playwright/test";
import { fundedAddress, newName, register } from "#tests/browser/astrolabe.ts";
import type {
  BookLevelRow,
  CandleRow,
  MarketDelta,
  MarketSnapshot,
  MarketTrade,
  Ticker,
} from "#schemas/market-data.ts";
import { type Figure, inRounds } from "./figures.ts";
import { longestFrameDuring } from "./history-frames.ts";
import { seededRandom } from "./results.ts";
import type { RunningServer } from "./running-server.ts";

const ROUNDS = 5;
const ROUND_MS = 6000;
const MOVES_PER_SECOND = 20;
const SLOW = 4;
const FRAME_GOAL_MS = 32;
const LEVELS = 200;
/** Levels of each side that change with every move. */
const CHANGED = 12;
/** Prices are so many parts of one. */
const PARTS = 100_000;
const CANDLES = 1000;

const ISSUER = `G${"A".repeat(55)}`;
const PAIR = { base: "XLM", quote: `USDC-${ISSUER}` };
const WINDOWS = [
  { name: "on a phone, book", width: 390, height: 844, tab: "Book" },
  { name: "on a phone, chart", width: 390, height: 844, tab: "Chart" },
  { name: "at a desk", width: 1440, height: 900, tab: null },
] as const;

/**
 * The longest frame while a book of 200 levels a side moves twenty times a second, trades and the last candle with it, on a
 * processor four times slower. What moves it is told over the page's own socket, by the test in place of the server.
 */
export async function measureMovingBook(browser: Browser, server: RunningServer): Promise<Figure[]> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await register(page, server, newName("trader"));
    await fundedAddress(page);
    const market = new MovingMarket();
    await tellMarket(context, page, market);
    const figures: Figure[] = [];
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await page.goto(`${server.url}/trade/${PAIR.base}/${PAIR.quote}`);
      if (window.tab !== null) await page.getByRole("tab", { name: window.tab, exact: true }).click();
      await page.locator("button[data-level], canvas").first().waitFor();
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
      await moveFor(page, market, ROUND_MS / 2);
      const values = await inRounds(ROUNDS, () => longestFrameDuring(page, () => moveFor(page, market, ROUND_MS)));
      await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await expectShown(page, market);
      figures.push({
        name: `longest frame while the book moves, ${window.name}`,
        unit: "ms",
        values,
        goal: { kind: "at most", value: FRAME_GOAL_MS },
      });
    }
    return figures;
  } finally {
    await context.close();
  }
}

/** Numbers of frames are of no use where nothing was drawn. */
async function expectShown(page: Page, market: MovingMarket): Promise<void> {
  const last = market.lastPrice();
  await page.getByText(last, { exact: false }).first().waitFor({ timeout: 10_000 });
}

async function moveFor(page: Page, market: MovingMarket, ms: number): Promise<void> {
  const timer = setInterval(() => market.move(), 1000 / MOVES_PER_SECOND);
  await page.waitForTimeout(ms);
  clearInterval(timer);
}

async function tellMarket(context: BrowserContext, page: Page, market: MovingMarket): Promise<void> {
  const listed = { assetCode: "USDC", issuer: ISSUER, name: "Dollar", description: "", image: "/api/none.png" };
  await context.route("**/api/assets/listed", (route) => route.fulfill({ json: { assets: [listed] } }));
  await context.route("**/api/markets/candles?**", (route) => route.fulfill({ json: market.candles() }));
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const watch = typeof message === "string" ? /^42(\d+)\["watch",/.exec(message) : null;
      if (watch === null) return server.send(message);
      market.socket = socket;
      socket.send(`43${watch[1]}${JSON.stringify([market.snapshot()])}`);
    });
  });
}

/** A market whose best price wanders, the same in every run. */
class MovingMarket {
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
    return { ...place(1), candles: rows, hasMore: false };
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
