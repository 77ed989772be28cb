import { Agent, get } from "node:http";
import type { Browser } from "@playwright/test";
import { median } from "./results.ts";

/** Requests of one round: the middle of them is its value. */
const REQUESTS = 60;
const STILL_MS = 400;
const LONGEST_MS = 30_000;

/** Asks for pages over one connection that stays, as a browser that has been there would. */
export function inOneConnection(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { accept: "text/html", "accept-encoding": "br" };
  const once = (path: string) =>
    new Promise<number>((done, fail) => {
      const from = performance.now();
      get(`${origin}${path}`, { agent, headers }, (answer) => {
        answer.once("data", () => {
          const ms = performance.now() - from;
          answer.once("end", () => done(ms)).resume();
        });
        if (answer.statusCode !== 200) fail(new Error(`${path} answers ${answer.statusCode}`));
      }).once("error", fail);
    });
  return {
    /** How long the first byte of its words takes, in ms. */
    async byte(path: string): Promise<number> {
      const times: number[] = [];
      for (let request = 0; request < REQUESTS; request += 1) times.push(await once(path));
      return median(times);
    },
    end: () => agent.destroy(),
  };
}

/** When the largest part of a page was painted, in ms, in a browser that has nothing of it; without what scripts do, which a file has none of. */
export async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.route(/\.js$/, (route) => route.abort());
    await page.addInitScript(
      ({ stillMs, longestMs }) => {
        const painted = { ms: 0 };
        Object.assign(window, {
          largestPaint: () =>
            new Promise<number>((done, fail) => {
              let last = -1;
              const look = () => {
                if (painted.ms > 0 && painted.ms === last) return done(painted.ms);
                if (performance.now() > longestMs) return fail(new Error("nothing was painted"));
                last = painted.ms;
                return setTimeout(look, stillMs);
              };
              look();
            }),
        });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) painted.ms = entry.startTime;
        }).observe({ type: "largest-contentful-paint", buffered: true });
      },
      { stillMs: STILL_MS, longestMs: LONGEST_MS },
    );
    await page.goto(url);
    return await page.evaluate(() => (window as unknown as { largestPaint(): Promise<number> }).largestPaint());
  } finally {
    await context.close();
  }
}
