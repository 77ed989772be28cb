import type { Page } from "@playwright/test";
import { openDeviceBrowser } from "#tests/sync/device-page.ts";
import type { TestDevice } from "#tests/sync/device.fixture.ts";
import { startBenchServer } from "./sync-processes.ts";

declare const device: TestDevice;

const OWNER = 1;
const LOOK_MS = 500;
const LONGEST_MS = 20 * 60 * 1000;

/** The first sync of a long history into a real browser's storage, and what reading it costs afterwards. */
export async function measureDevice(mongoUrl: string, documents: number): Promise<string[]> {
  const server = await startBenchServer("sync", mongoUrl);
  const devices = await openDeviceBrowser();
  try {
    const context = await devices.browser.newContext();
    await context.addCookies([{ name: "user", value: String(OWNER), url: server.url }]);
    const page = await devices.openTab(context, server.url);
    const heapBefore = await page.evaluate(() => device.heapBytes());
    const beganMs = performance.now();
    await page.evaluate((userId) => device.begin(userId), OWNER);
    const heapMost = await untilHeld(page, documents);
    const tookMs = performance.now() - beganMs;
    const { longestMs, longMs } = await page.evaluate(() => device.tasks());
    const times: Record<"newest" | "count", number> = { newest: 0, count: 0 };
    for (const what of ["newest", "count"] as const)
      times[what] = await page.evaluate((asked) => device.timeOf(asked), what);
    return [
      `rows in the device's storage            ${show(documents)}  after ${(tookMs / 1000).toFixed(1)} s`,
      `rows a second                           ${show((documents / tookMs) * 1000)}`,
      `longest time the page was held up, ms   ${show(longestMs)}  (all above 50 ms together: ${Math.round((longMs / tookMs) * 100)} % of the time)`,
      `most heap above an empty page, MiB      ${show((heapMost - heapBefore) / 1024 ** 2)}`,
      `newest 50 rows, ms                      ${show(times.newest)}`,
      `count of all rows, ms                   ${show(times.count)}`,
    ];
  } finally {
    await devices.close();
    server.stop();
  }
}

/** Answers with the most heap that was in use meanwhile. */
async function untilHeld(page: Page, documents: number): Promise<number> {
  const deadlineMs = performance.now() + LONGEST_MS;
  let most = 0;
  for (;;) {
    most = Math.max(most, await page.evaluate(() => device.heapBytes()));
    if ((await page.evaluate(() => device.count())) === documents) return most;
    if (performance.now() > deadlineMs) throw new Error("the first sync did not end");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function show(value: number): string {
  return Math.round(value).toLocaleString("en").padStart(10);
}
