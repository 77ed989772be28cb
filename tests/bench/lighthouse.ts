import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import lighthouse, { type Flags, type RunnerResult } from "lighthouse";
import { fundedAddress, newName, register } from "#tests/browser/astrolabe.ts";
import { contentLoaded } from "#tests/browser/write-content.ts";
import { freePort } from "#tests/support/free-port.ts";
import { parsedEvents, tasksAfter } from "./page-thread.ts";
import { median, type Result, roundsAndLoad, showNumber } from "./results.ts";
import type { App } from "./with-app.ts";

const PAGES = { landing: "/", dashboard: "/dashboard", history: "/transactions", trade: "/trade" } as const;
/** What anybody reads, one of each kind. */
const PUBLIC = {
  help: "/help",
  FAQ: "/faq",
  "a document": "/documentation/fees",
  "a tutorial": "/tutorials/first-payment",
  "a post": "/blog/paying-once",
} as const;
const PUBLIC_NAMES = Object.keys(PUBLIC) as readonly (keyof typeof PUBLIC)[];
type Name = keyof typeof PAGES | keyof typeof PUBLIC;
const PATHS: Readonly<Record<Name, string>> = { ...PAGES, ...PUBLIC };
const GOAL = { kind: "at least", value: 95 } as const;
type Verdict = RunnerResult["lhr"];
/** By how much Lighthouse takes a phone's processor to be slower, and from when on a task keeps whoever taps waiting, in ms. */
const SLOW = 4;
const LONG_MS = 50;
/** What costs a page five points of a hundred where all else is whole, by Lighthouse's curve for phones. */
const BLOCKING_GOAL_MS = 250;
/** How many verdicts in a row may be without a score. */
const MOST_VOID = 3;
/** Of public pages, by category: what depends on no processor is whole. */
const PUBLIC_GOALS: Readonly<Record<string, number>> = {
  performance: 98,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
};

/**
 * What Lighthouse says of the landing page, and of the dashboard, the history and trading of somebody who is signed in, as on its phone
 * (processor and network slowed down): the middle of the rounds, per category, of 100.
 */
export function measureLighthouse({ server, options }: App, rounds: number): Promise<Result[]> {
  return withProfile(options, rounds, async (judging) => {
    const { launch } = judging;
    const results = await judge("landing", server.url, judging);
    await inBrowser(launch, async (context) => {
      const page = await context.newPage();
      await register(page, server, newName("judged"));
      await fundedAddress(page);
      // Here too, and not only on the server: what is judged is a visit of somebody who has been here.
      await page.goto(`${server.url}/dashboard`);
      await page.getByRole("list", { name: "Balances" }).getByText("XLM").first().waitFor();
    });
    for (const name of ["dashboard", "history", "trade"] as const)
      results.push(...(await judge(name, server.url, judging)));
    return results;
  });
}

/**
 * The same of public pages, by somebody who was never there; and the performance of each with its scripts kept away, which is what this
 * machine has of any page that is so long.
 */
export function measurePublicPages({ browser, server, options }: App, rounds: number): Promise<Result[]> {
  return withProfile(options, rounds, async (judging) => {
    const context = await browser.newContext();
    await contentLoaded(context.request, server);
    await context.close();
    const results: Result[] = [];
    for (const name of PUBLIC_NAMES) {
      for (const { id, goal: _usual, ...result } of await judge(name, server.url, judging, NEVER_THERE)) {
        const value = PUBLIC_GOALS[id];
        results.push(value === undefined ? result : { ...result, goal: { kind: "at least", value } });
      }
      for (const { id, name: what, value, unit, note } of await judge(name, server.url, judging, NO_SCRIPTS))
        if (id === "performance") results.push({ name: `${what}, without its scripts`, value, unit, note });
    }
    return results;
  });
}

async function withProfile(
  options: App["options"],
  rounds: number,
  measure: (judging: Judging) => Promise<Result[]>,
): Promise<Result[]> {
  const profile = await mkdtemp(join(tmpdir(), "astrolabe-lighthouse-"));
  const port = await freePort();
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`];
  const launch = () => chromium.launchPersistentContext(profile, { ...options, args });
  try {
    return await measure({ port, rounds, launch });
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface Judging {
  readonly port: number;
  readonly rounds: number;
  readonly launch: () => Promise<BrowserContext>;
}

/** Of somebody who is signed in: the session and the database stay; the cache of scripts goes with each run. */
const KEPT: Flags = { disableStorageReset: true };
/** Nothing of an earlier visit is there, nor the worker that would answer in the server's place. */
const NEVER_THERE: Flags = {};
const NO_SCRIPTS: Flags = { blockedUrlPatterns: ["*/assets/*.js"] };

interface Judged extends Result {
  /** The category. */
  readonly id: string;
}

async function judge(name: Name, url: string, judging: Judging, as: Flags = KEPT): Promise<Judged[]> {
  const { rounds } = judging;
  const scores = new Map<string, number[]>();
  const lost = new Set<string>();
  const failed = new Set<string>();
  const blocking: Record<"own" | "told", number[]> = { own: [], told: [] };
  for (let round = 0; round < rounds; round += 1) {
    const { lhr, artifacts } = await verdictOn(name, `${url}${PATHS[name]}`, { ...judging, as, failed });
    const { categories, audits } = lhr;
    blocking.own.push(blockingOf(artifacts.Trace));
    blocking.told.push(audits["total-blocking-time"]?.numericValue ?? Number.NaN);
    for (const [id, { score, auditRefs }] of Object.entries(categories)) {
      if (score !== null) scores.set(id, [...(scores.get(id) ?? []), Math.round(score * 100)]);
      for (const ref of auditRefs)
        if (ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 0.9) lost.add(`${id}: ${ref.id}`);
    }
  }
  const again = failed.size === 0 ? "" : `; measured again after: ${[...failed].join(", ")}`;
  const judged = [...scores].map(([id, values]) => ({
    id,
    name: `Lighthouse of ${name}: ${id}`,
    value: median(values),
    unit: "",
    goal: GOAL,
    note: `${[...lost].filter((one) => one.startsWith(`${id}:`)).join(", ") || "nothing lost"}${again} (${roundsAndLoad(rounds)})`,
  }));
  const ownBlocking: Judged = {
    id: "blocking",
    name: `blocking of ${name} by its own clock, ${SLOW}x slower`,
    value: median(blocking.own),
    unit: "ms",
    goal: { kind: "at most", value: BLOCKING_GOAL_MS },
    note: `Lighthouse, by the wall's: ${showNumber(median(blocking.told))} ms (${roundsAndLoad(rounds)})`,
  };
  return [...judged, ownBlocking];
}

/**
 * What Lighthouse calls total blocking time, in ms, by the clock of the page's own thread: Lighthouse goes by the wall's, and so counts
 * four times over whatever else this machine does meanwhile.
 */
function blockingOf(trace: { readonly traceEvents: readonly object[] }): number {
  const events = parsedEvents(trace);
  const paint = events.findLast(({ name }) => name === "firstContentfulPaint");
  if (paint === undefined) return Number.NaN;
  return tasksAfter(events, paint)
    .map((ms) => Math.max(0, ms * SLOW - LONG_MS))
    .reduce((sum, ms) => sum + ms, 0);
}

interface Asked extends Judging {
  readonly as: Flags;
  /** Takes why a verdict was void. */
  readonly failed: Set<string>;
}

/** A verdict in which nothing failed; one without a score for that says nothing of the page, and is asked for again. Throws after some of them. */
async function verdictOn(name: Name, url: string, { port, launch, as, failed }: Asked): Promise<RunnerResult> {
  for (let round = 0; round < MOST_VOID; round += 1) {
    // In a browser just opened: where pages were before, Lighthouse's own debugger walks what they left, for 150 ms of the judged page.
    const outcome = await inBrowser(launch, () => lighthouse(url, { port, output: "json", ...as }));
    const errors = outcome ? errorsOf(outcome.lhr) : ["no answer"];
    if (outcome && errors.length === 0) return outcome;
    for (const error of errors) failed.add(error);
  }
  throw new Error(`Lighthouse could not judge ${name}: ${[...failed].join(", ")}`);
}

/** Why a category has no score where something failed; one without anything to judge has none either. */
function errorsOf({ runtimeError, categories, audits }: Verdict): readonly string[] {
  if (runtimeError !== undefined) return [`${runtimeError.code}: ${runtimeError.message}`];
  return Object.values(categories).flatMap(({ score, auditRefs }) =>
    score !== null
      ? []
      : auditRefs.flatMap(({ id, weight }) => {
          const why = audits[id]?.errorMessage;
          return weight > 0 && why !== undefined ? [`${id}: ${why}`] : [];
        }),
  );
}

async function inBrowser<T>(launch: Judging["launch"], work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await launch();
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
