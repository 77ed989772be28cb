import type { Browser, Page } from "@playwright/test";
import * as v from "valibot";

/** What a page's thread did, by that thread's own clock: whatever else the machine does is not in it. */
export interface ThreadTime {
  /** Of the longest task, in ms. */
  readonly longestMs: number;
  /** Of all tasks, in ms. */
  readonly totalMs: number;
}

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing", "__metadata"];
const TASK = "RunTask";

const Event = v.object({
  name: v.string(),
  pid: v.number(),
  tid: v.number(),
  ph: v.string(),
  ts: v.number(),
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.record(v.string(), v.unknown()), {}),
});
const Trace = v.object({ traceEvents: v.array(v.looseObject({})) });
type Event = v.InferOutput<typeof Event>;

const MARK = "page-thread";

/** Runs `work` while the browser writes down what the page's thread does. */
export async function threadTimeDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<ThreadTime> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate((name) => void performance.mark(name), MARK);
  await work();
  const trace = v.parse(Trace, JSON.parse((await browser.stopTracing()).toString()));
  const events = trace.traceEvents.flatMap((event): Event[] => {
    const parsed = v.safeParse(Event, event);
    return parsed.success ? [parsed.output] : [];
  });
  const mark = events.find(({ name }) => name === MARK);
  if (mark === undefined) throw new Error("the page's thread was not found in what the browser wrote down");
  const ofTasks = events
    .filter(({ name, pid, tid, ts }) => name === TASK && pid === mark.pid && tid === mark.tid && ts > mark.ts)
    .map(({ tdur }) => tdur / 1000);
  return { longestMs: Math.max(0, ...ofTasks), totalMs: ofTasks.reduce((sum, ms) => sum + ms, 0) };
}
