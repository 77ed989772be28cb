import type { Page, Request } from "@playwright/test";
import { expect } from "./astrolabe.ts";

/** Goes to a place within the app, as a link there does, and waits until everything on it has come to rest. */
export type Walk = (path: string) => Promise<void>;

/** Opens the app; answers with the way on from there. A place then costs a fraction of what a new page costs. */
export async function beginWalk(page: Page, url: string): Promise<Walk> {
  const asked = new Set<Request>();
  const over = (request: Request) => void asked.delete(request);
  page.on("request", (request) => void asked.add(request));
  page.on("requestfinished", over);
  page.on("requestfailed", over);
  await page.goto(`${url}/no-such-page`);
  await page.waitForLoadState("networkidle");
  return async (path) => {
    await page.evaluate((place) => {
      for (const heading of document.querySelectorAll("h1")) heading.dataset["left"] = "";
      history.pushState({}, "", place);
    }, path);
    await untilDrawn(page, () => asked.size);
  };
}

/** How long nothing must happen for a place to be at rest, and how many times that where the heading is the last place's. */
const STILL_MS = 100;
const TIMES_IF_SAME = 6;

async function untilDrawn(page: Page, waiting: () => number): Promise<void> {
  let former = "";
  let still = 0;
  const isAtRest = async () => {
    const { isSame, busy, drawn } = await page.evaluate(() => ({
      isSame: document.querySelector("h1:not([data-left])")?.checkVisibility() !== true,
      busy: document.querySelectorAll("main :is(.animate-pulse, .animate-spin)").length,
      drawn: `${document.body.innerText.length} ${document.querySelectorAll("*").length}`,
    }));
    still = busy === 0 && waiting() === 0 && drawn === former ? still + 1 : 0;
    former = drawn;
    // Two addresses of one screen share what is drawn.
    return still >= (isSame ? TIMES_IF_SAME : 1);
  };
  await expect.poll(isAtRest, { intervals: [STILL_MS] }).toBe(true);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}
