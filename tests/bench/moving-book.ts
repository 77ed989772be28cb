import type { Browser, BrowserContext, Page } from "@playwright/test";
import { fundedAddress, newName, register } from "#tests/browser/astrolabe.ts";
import { type BareScreen, openBareScreen } from "./bare-screen.ts";
import { longestFrameDuring } from "./history-frames.ts";
import { ISSUER, MovingMarket, PAIR } from "./moving-market.ts";
import { threadTimeDuring } from "./page-thread.ts";
import { type Goal, median, ratioOf, type Result, roundsAndLoad, showNumber } from "./results.ts";
import type { RunningServer } from "./running-server.ts";
import { slowDown } from "./slow-down.ts";

const ROUND_MS = 6000;
const TRACED_MS = 3000;
const MOVES_PER_SECOND = 20;
const SLOW = 4;
/** Two frames of a screen, 33.3 ms: what moves is not seen to stop. A browser tells both their ends in tenths, give or take one. */
const FRAME_GOAL_MS = 33.6;
/** Of a bare page that writes the same rows. */
const TIMES_GOAL = 1.5;

interface Window {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Of the phone's screen. */
  readonly tab: string | null;
  readonly bare: BareScreen;
}

/** Rows of the book, rows of the tape that are in sight, and the figures above them. */
const WINDOWS: readonly Window[] = [
  {
    name: "on a phone, book",
    width: 390,
    height: 844,
    tab: "Book",
    bare: { bookRows: 24, tapeRows: 15, figures: 6, chart: null },
  },
  {
    name: "on a phone, chart",
    width: 390,
    height: 844,
    tab: "Chart",
    bare: { bookRows: 0, tapeRows: 0, figures: 6, chart: { width: 340, height: 300 } },
  },
  {
    name: "at a desk",
    width: 1440,
    height: 900,
    tab: null,
    bare: { bookRows: 24, tapeRows: 12, figures: 6, chart: { width: 760, height: 360 } },
  },
];

/** A page, and what moves in it. */
interface Moved {
  readonly page: Page;
  readonly market: MovingMarket;
}

/** One value a round, of the app and of the bare page. */
interface Turns {
  readonly own: number[];
  readonly other: number[];
}

/**
 * The longest frame while a book of 200 levels a side moves twenty times a second, trades and the last candle with it, on a
 * processor four times slower, and what that takes of the page's thread by its own clock; each beside a bare page that is told the same and
 * writes as many rows. What moves it is told over the page's own socket, by the test in place of the server.
 */
export async function measureMovingBook(browser: Browser, server: RunningServer, rounds: number): Promise<Result[]> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await register(page, server, newName("trader"));
    await fundedAddress(page);
    const market = new MovingMarket();
    await tellMarket(context, page, market);
    const results: Result[] = [];
    for (const window of WINDOWS) {
      await openMarket(page, server, window);
      const own = await slowed(page, market);
      results.push(...(await measureWindow({ browser, context, server, window, own, rounds })));
      await expectShown(page, market);
    }
    return results;
  } finally {
    await context.close();
  }
}

async function openMarket(page: Page, server: RunningServer, { width, height, tab }: Window): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(`${server.url}/trade/${PAIR.base}/${PAIR.quote}`);
  if (tab !== null) await page.getByRole("tab", { name: tab, exact: true }).click();
  await page.locator("button[data-level], canvas").first().waitFor();
  // What else a start does is over, and not measured.
  await page.locator("[data-sync-state=live]").first().waitFor({ timeout: 120_000 });
}

interface Measuring {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly server: RunningServer;
  readonly window: Window;
  readonly own: Moved;
  readonly rounds: number;
}

/** In turns, so that whatever else the machine does meets both. */
async function measureWindow({ browser, context, server, window, own, rounds }: Measuring): Promise<Result[]> {
  const floorMarket = new MovingMarket();
  const bare = await openBareScreen(context, server.url, window.bare, floorMarket);
  await bare.setViewportSize(window);
  const floor = await slowed(bare, floorMarket);
  for (const each of [own, floor]) {
    await each.page.bringToFront();
    await moveFor(each, ROUND_MS / 2);
  }
  const [frames, tasks, moves] = [noTurns(), noTurns(), noTurns()] as const;
  for (let round = 0; round < rounds; round += 1)
    for (const [who, moved] of [["own", own] as const, ["other", floor] as const]) {
      // A page behind another one draws once a second.
      await moved.page.bringToFront();
      frames[who].push(await longestFrameDuring(moved.page, () => moveFor(moved, ROUND_MS)));
      const { longestMs, totalMs } = await threadTimeDuring(browser, moved.page, () => moveFor(moved, TRACED_MS));
      tasks[who].push(longestMs);
      moves[who].push(totalMs / ((TRACED_MS / 1000) * MOVES_PER_SECOND));
    }
  await bare.close();
  return figuresOf(window.name, { frames, tasks, moves });
}

function noTurns(): Turns {
  return { own: [], other: [] };
}

function figuresOf(window: string, { frames, tasks, moves }: Readonly<Record<"frames" | "tasks" | "moves", Turns>>) {
  const range = `${showNumber(Math.min(...frames.own))} to ${showNumber(Math.max(...frames.own))}`;
  const longest = `longest frame while the book moves, ${window}`;
  const results: Result[] = [
    {
      name: longest,
      unit: "ms",
      value: median(frames.own),
      goal: { kind: "at most", value: FRAME_GOAL_MS },
      note: `${range} (${roundsAndLoad(frames.own.length)})`,
    },
    besideFloor(`${longest}, beside the floor`, frames, MOST),
    besideFloor(`longest task of the page, ${window}`, tasks, MOST),
    besideFloor(`the page's thread for each move, ${window}`, moves),
  ];
  return results;
}

function besideFloor(name: string, turns: Turns, goal?: Goal): Result {
  const counterpart = "of a bare page that writes the rows";
  return ratioOf({ name, unit: "ms", ...turns, counterpart, ...(goal === undefined ? {} : { goal }) });
}

const MOST = { kind: "at most", value: TIMES_GOAL } as const;

async function slowed(page: Page, market: MovingMarket): Promise<Moved> {
  await slowDown(page, SLOW);
  return { page, market };
}

/** Numbers of frames are of no use where nothing was drawn. */
async function expectShown(page: Page, market: MovingMarket): Promise<void> {
  const last = market.lastPrice();
  await page.getByText(last, { exact: false }).first().waitFor({ timeout: 10_000 });
}

async function moveFor({ page, market }: Moved, ms: number): Promise<void> {
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
