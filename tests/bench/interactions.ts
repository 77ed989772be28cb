import type { Browser, BrowserContext, Page } from "@playwright/test";
import { fundedAddress, newName, register } from "#tests/browser/astrolabe.ts";
import { quantile, type Result, roundsAndLoad } from "./results.ts";
import type { RunningServer } from "./running-server.ts";
import { slowDown } from "./slow-down.ts";

const GOAL = { kind: "at most", value: 200 } as const;
const SLOW = 4;
/** What the browser leaves out is told to be as long as this. */
const SHORTEST_MS = 16;
/** Of the slowest so many are named. */
const TOLD = 5;
/** Between two steps: what one began is over before the next. */
const SETTLE_MS = 600;
const KEY_MS = 90;

interface Window {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

const WINDOWS: readonly Window[] = [
  { name: "a phone", viewport: { width: 390, height: 844 } },
  { name: "a desk", viewport: { width: 1440, height: 900 } },
];

/** One step of a journey, as a person makes it, and what it is called. */
type Step = readonly [name: string, make: (page: Page) => Promise<void>];

const JOURNEY: readonly Step[] = [
  ["open assets", (page) => place(page, "Assets")],
  ["open swap", (page) => place(page, "Swap")],
  ["type an amount", (page) => type(page, "You send", "12.5")],
  ["open trade", (page) => place(page, "Trade")],
  ["open home", (page) => place(page, "Home")],
  ["open send", (page) => page.getByRole("main").getByRole("link", { name: "Send" }).first().click()],
  ["type an address", (page) => type(page, "To", "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJ")],
  ["type an amount to send", (page) => type(page, "Amount", "12.25")],
  ["ask for what is wrong", (page) => page.getByRole("button", { name: "Review" }).click()],
  ["search everything", (page) => page.keyboard.press("Control+k")],
  ["type a search", (page) => page.keyboard.type("transact", { delay: KEY_MS })],
  ["choose what was found", (page) => page.keyboard.press("Enter")],
  ["search the history", (page) => type(page, null, "nobody wrote this")],
  [
    "change the theme",
    (page) =>
      page
        .getByRole("button", { name: /^Switch to (light|dark) mode$/ })
        .first()
        .click(),
  ],
];

/**
 * From a key, a tap or a click until the frame that shows something of it, over a journey through the app of somebody who is signed
 * in, at a quarter of this machine's processor: 98 of 100 are no longer than this, the first visit of each screen among them. By Event Timing (W3C), which groups the events of
 * an interaction and rounds to 8 ms.
 */
export async function measureInteractions(browser: Browser, server: RunningServer, rounds: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, viewport } of WINDOWS) {
    const context = await browser.newContext({ viewport, hasTouch: viewport.width < 600 });
    const seen: Seen[] = [];
    for (let round = 0; round < rounds; round += 1) seen.push(...(await walk(context, server, round === 0)));
    await context.close();
    const slowest = seen.toSorted((one, other) => other.ms - one.ms).slice(0, TOLD);
    const told = slowest.map(({ step, ms }) => `${step} ${ms}`).join(", ");
    const note = `slowest: ${told}; ${seen.length} interactions, ${roundsAndLoad(rounds)}`;
    results.push({
      name: `INP on ${name}, ${SLOW}x slower`,
      value: quantile(
        seen.map(({ ms }) => ms),
        0.98,
      ),
      unit: "ms",
      goal: GOAL,
      note,
    });
  }
  return results;
}

interface Seen {
  readonly step: string;
  readonly ms: number;
}

async function walk(context: BrowserContext, server: RunningServer, isFirst: boolean): Promise<Seen[]> {
  const page = await context.newPage();
  if (isFirst) {
    await register(page, server, newName("quick"));
    await fundedAddress(page);
  }
  await page.addInitScript(watchInteractions);
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("list", { name: "Balances" }).getByText("XLM").first().waitFor();
  await page.waitForLoadState("networkidle");
  await slowDown(page, SLOW);
  const seen: Seen[] = [];
  for (const [step, make] of JOURNEY) {
    await make(page);
    await page.waitForTimeout(SETTLE_MS);
    for (const ms of await page.evaluate(takeInteractions, SHORTEST_MS)) seen.push({ step, ms });
  }
  await page.close();
  return seen;
}

/** By the bar of a phone, or the list at a desk's side. */
function place(page: Page, name: string): Promise<void> {
  return page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
}

/** Into the field of this label; into the screen's search where there is none. */
async function type(page: Page, label: string | null, text: string): Promise<void> {
  const field = label === null ? page.getByRole("searchbox").first() : page.getByLabel(label, { exact: true }).first();
  await field.click();
  await field.pressSequentially(text, { delay: KEY_MS });
}

/** Runs in the page: keeps the longest event of each interaction. */
function watchInteractions(): void {
  const longest = new Map<number, number>();
  Object.assign(globalThis, { interactionsSeen: { longest, counted: 0 } });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = Number(Reflect.get(entry, "interactionId") ?? 0);
      if (id > 0) longest.set(id, Math.max(longest.get(id) ?? 0, entry.duration));
    }
  }).observe(Object.assign({ type: "event", buffered: true }, { durationThreshold: 16 }));
}

/** Runs in the page: takes what was kept, with those of which the browser only counts that there were any. */
function takeInteractions(shortestMs: number): number[] {
  const seen: { longest: Map<number, number>; counted: number } = Reflect.get(globalThis, "interactionsSeen");
  const kept = [...seen.longest.values()];
  seen.longest.clear();
  const all = Number(Reflect.get(performance, "interactionCount") ?? 0);
  const short = Math.max(0, all - seen.counted - kept.length);
  seen.counted = all;
  return [...kept, ...Array.from({ length: short }, () => shortestMs)];
}
