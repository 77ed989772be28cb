import type { Page } from "@playwright/test";
import { openDeviceBrowser } from "#tests/sync/device-page.ts";
import type { TestDevice } from "#tests/sync/device.fixture.ts";
import { busyness, type Result } from "./results.ts";
import { startBenchServer } from "./sync-processes.ts";

declare const device: TestDevice;

const OWNER = 1;
const LOOK_MS = 500;
const LONGEST_MS = 20 * 60 * 1000;

/** The first sync of a long history into a real browser's storage, and what reading it costs afterwards. */
export async function measureDevice(mongoUrl: string, documents: number): Promise<Result[]> {
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
    const note = `(${documents.toLocaleString("en")} rows, ${busyness()})`;
    const heldUp = `above 50 ms together ${Math.round((longMs / tookMs) * 100)} % of the time`;
    return [
      { name: "first sync into a browser's storage", value: (documents / tookMs) * 1000, unit: "rows/s", note },
      { name: "longest time the page was held up", value: longestMs, unit: "ms", note: `${heldUp} ${note}` },
      { name: "most heap above an empty page", value: (heapMost - heapBefore) / 1024 ** 2, unit: "MiB", note },
      { name: "newest 50 rows", value: times.newest, unit: "ms", note },
      { name: "count of all rows", value: times.count, unit: "ms", note },
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
