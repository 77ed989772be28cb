import type { Page } from "@playwright/test";

const SEARCH_TIMEOUT_MS = 5 * 60_000;
const SCROLL_STEPS = 60;
/** About a screen of a phone, as a quick thumb goes. */
const SCROLL_PX = 700;
const ROUNDS = 3;

/** The longest frame of each round of scrolling down the open history. */
export async function framesOfScrolling(page: Page): Promise<{ readonly values: number[] }> {
  const values: number[] = [];
  await page.mouse.move(195, 600);
  for (let round = 0; round < ROUNDS; round += 1) {
    values.push(
      await longestFrameDuring(page, async () => {
        for (let step = 0; step < SCROLL_STEPS; step += 1) {
          await page.mouse.wheel(0, SCROLL_PX);
          await nextFrame(page);
        }
      }),
    );
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  return { values };
}

/** The same of typing a word that only the last rows have, until all rows were looked through. */
export async function framesOfSearching(page: Page): Promise<{ readonly values: number[] }> {
  const values: number[] = [];
  const field = page.getByRole("searchbox").first();
  for (let round = 0; round < ROUNDS; round += 1) {
    values.push(
      await longestFrameDuring(page, async () => {
        await field.pressSequentially(`invoice 9${round}99`, { delay: 60 });
        await page.getByText(/^[\d,]+ found in [\d,]+$/).waitFor({ timeout: SEARCH_TIMEOUT_MS });
      }),
    );
    await field.fill("");
    await page.getByText(/on this device$/).waitFor();
    // The address follows what is typed, and what it still says is looked for again by the next start.
    await page.waitForURL((url) => url.search === "");
  }
  return { values };
}

/** By the browser's own long animation frames, which it reports from 50 ms on; else the longest time between two frames. */
export async function longestFrameDuring(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longestMs: 0, lastMs: performance.now(), isOver: false };
    Object.assign(globalThis, { framesSeen: seen });
    const look = (nowMs: number): void => {
      seen.longestMs = Math.max(seen.longestMs, nowMs - seen.lastMs);
      seen.lastMs = nowMs;
      if (!seen.isOver) requestAnimationFrame(look);
    };
    requestAnimationFrame((nowMs) => {
      seen.lastMs = nowMs;
      requestAnimationFrame(look);
    });
  });
  await work();
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(globalThis, "framesSeen");
    if (typeof seen !== "object" || seen === null) return Number.NaN;
    Object.assign(seen, { isOver: true });
    return Number(Reflect.get(seen, "longestMs"));
  });
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
