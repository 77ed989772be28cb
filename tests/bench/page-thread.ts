import type { Browser, Page } from "@playwright/test";
import * as v from "valibot";

/** What a page's thread did, by that thread's own clock: whatever else the machine does is not in it. */
export interface ThreadTime {
  /** Of the longest task, in ms. */
  readonly longestMs: number;
  /** Of all tasks, in ms. */
  readonly totalMs: number;
  /** Of each task, in ms. */
  readonly tasksMs: readonly number[];
}

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing", "__metadata"];
const TASK = "RunTask";

const TraceEvent = v.object({
  name: v.string(),
  pid: v.number(),
  tid: v.number(),
  ph: v.string(),
  ts: v.number(),
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.record(v.string(), v.unknown()), {}),
});
const Trace = v.object({ traceEvents: v.array(v.looseObject({})) });
export type TraceEvent = v.InferOutput<typeof TraceEvent>;

const BEGIN = "page-thread-begin";
const END = "page-thread-end";
const FROM: ReadonlySet<string> = new Set([BEGIN, "navigationStart"]);

/** Runs `work`, which may open another page, while the browser writes down what the page's thread does. */
export async function threadTimeDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<ThreadTime> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await mark(page, BEGIN);
  await work();
  await mark(page, END);
  const events = parsedEvents(v.parse(Trace, JSON.parse((await browser.stopTracing()).toString())));
  const end = events.find(({ name }) => name === END);
  if (end === undefined) throw new Error("the page's thread was not found in what the browser wrote down");
  // What opens another page is told from its navigation on.
  const from = events.findLast((event) => FROM.has(event.name) && isSameThread(event, end));
  const tasksMs = tasksAfter(events, from ?? { ...end, ts: 0 });
  return { longestMs: Math.max(0, ...tasksMs), totalMs: tasksMs.reduce((sum, ms) => sum + ms, 0), tasksMs };
}

/** What a trace says, in the order in which it happened. */
export function parsedEvents({ traceEvents }: { readonly traceEvents: readonly object[] }): TraceEvent[] {
  const events = traceEvents.flatMap((event): TraceEvent[] => {
    const parsed = v.safeParse(TraceEvent, event);
    return parsed.success ? [parsed.output] : [];
  });
  return events.toSorted((one, other) => one.ts - other.ts);
}

/** How long each task took that an event's thread ran after it, in ms by the thread's own clock. */
export function tasksAfter(events: readonly TraceEvent[], from: TraceEvent): number[] {
  return events
    .filter((event) => event.name === TASK && isSameThread(event, from) && event.ts > from.ts)
    .map(({ tdur }) => tdur / 1000);
}

function isSameThread(one: TraceEvent, other: TraceEvent): boolean {
  return one.pid === other.pid && one.tid === other.tid;
}

async function mark(page: Page, name: string): Promise<void> {
  await page.evaluate((each) => void performance.mark(each), name);
}
