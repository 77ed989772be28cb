import { setTimeout } from "node:timers/promises";
import type { Browser, CDPSession } from "@playwright/test";
import { fundedAddress, newName, offlineReady, register } from "#tests/browser/astrolabe.ts";
import { threadTimeDuring } from "./page-thread.ts";
import { median, type Result, roundsAndLoad, showNumber } from "./results.ts";
import type { RunningServer } from "./running-server.ts";
import { slowDown } from "./slow-down.ts";

const SLOW = 4;
/** A task that is longer keeps whoever taps waiting (W3C Long Tasks). */
const LONG_MS = 50;
const PHONE = { width: 390, height: 844 };

/** Paths, and what says that a screen can be used: a selector, and what stands in it. */
const SCREENS = {
  dashboard: { path: "/dashboard", selector: "main ul[aria-label=Balances]", text: "XLM" },
  history: { path: "/transactions", selector: "main", text: " on this device" },
  trade: { path: "/trade", selector: "main h1", text: "" },
} as const;
const LOOK_MS = 200;
const LOOKS = 300;

/**
 * What opening the app takes of the page's thread, from the navigation until the screen can be used and its data is live, by somebody who
 * was here before, at a quarter of this machine's processor: how many tasks are over 50 ms, and what of them is. By the thread's own clock.
 */
export async function measureOpening(browser: Browser, server: RunningServer, rounds: number): Promise<Result[]> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  try {
    const page = await context.newPage();
    await register(page, server, newName("opener"));
    await fundedAddress(page);
    await offlineReady(page);
    await slowDown(page, SLOW);
    const results: Result[] = [];
    const asking = await context.newCDPSession(page);
    for (const [name, { path, selector, text }] of Object.entries(SCREENS)) {
      const tasks: (readonly number[])[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        await page.goto("about:blank");
        const { tasksMs } = await threadTimeDuring(browser, page, async () => {
          await page.goto(`${server.url}${path}`);
          await untilShown(asking, selector, text);
          await untilShown(asking, "[data-sync-state=live]", "");
        });
        // The first one fills the caches of compiled scripts.
        if (round > 0) tasks.push(tasksMs);
      }
      results.push(...figuresOf(name, tasks));
    }
    return results;
  } finally {
    await context.close();
  }
}

/** Asks the page itself: what Playwright brings along to look for something is a long task of its own. */
async function untilShown(asking: CDPSession, selector: string, text: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`;
  for (let look = 0; look < LOOKS; look += 1) {
    await setTimeout(LOOK_MS);
    const { result } = await asking.send("Runtime.evaluate", { expression });
    if (result.value === true) return;
  }
  throw new Error(`${selector} did not show "${text}"`);
}

function figuresOf(name: string, tasks: readonly (readonly number[])[]): Result[] {
  const note = roundsAndLoad(tasks.length);
  const long = tasks.map((each) => each.filter((ms) => ms > LONG_MS));
  const blockingMs = long.map((each) => each.reduce((sum, ms) => sum + ms - LONG_MS, 0));
  const longest = median(tasks.map((each) => Math.max(0, ...each)));
  const all = median(tasks.map((each) => each.reduce((sum, ms) => sum + ms, 0)));
  return [
    {
      name: `tasks over ${LONG_MS} ms to open ${name}, ${SLOW}x slower`,
      value: median(long.map(({ length }) => length)),
      unit: "",
      goal: { kind: "at most", value: 0 },
      note: `the longest ${showNumber(longest)} ms, all tasks ${showNumber(all)} ms; ${note}`,
    },
    {
      name: `what of them is over ${LONG_MS} ms`,
      value: median(blockingMs),
      unit: "ms",
      note,
    },
  ];
}
