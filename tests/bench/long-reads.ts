import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { untilAtRest } from "./at-rest.ts";
import { type Crowd, withCrowd } from "./people.ts";
import { quantile, type Result, roundsAndLoad } from "./results.ts";

const MIB = 1024 * 1024;
const LOOK_MS = 20;
/** Nobody waits longer than this because somebody else reads everything. */
const BLOCKED = { kind: "at most", value: 100 } as const;
/** It refuses some, holds some and lets the others go. */
const DRAFT = { dailyLimit: "5", approveAbove: "0.5" };

/**
 * What takes long where there are so many: all people as a file, the audit log verified as the console does, and a drafted policy tried.
 * How fast it goes, what it takes of the heap, and for how long it lets nobody else in, here and in the database.
 */
export function measureLongReads(crowd: Crowd, rounds: number): Promise<Result[]> {
  return withCrowd(crowd, async (app) => {
    const url = await app.listen();
    const operator = await aConfirmedAdmin(app);
    const reads: readonly (readonly [name: string, read: () => Promise<number>])[] = [
      ["all people as a file", () => readLines(`${url}/api/admin/people/export?reason=bench`, operator)],
      ["the audit log as a file", () => readLines(`${url}/api/admin/audit/export?reason=bench`, operator)],
      ["the audit log verified", () => verify(url, operator)],
      ["a policy tried", () => tryAll(app, operator)],
    ];
    const results: Result[] = [];
    await untilAtRest();
    for (const [name, read] of reads) results.push(...(await watchAll(app, name, read, rounds)));
    return [...results, await measureStop(url, operator)];
  });
}

interface Watched {
  readonly rows: number;
  readonly seconds: number;
  readonly heapMib: number;
  readonly longestMs: number;
  readonly p99Ms: number;
  readonly databaseMs: readonly number[];
}

async function watchAll(app: TestApp, name: string, read: () => Promise<number>, rounds: number): Promise<Result[]> {
  // What answers leave behind in a test's own watch over secrets is full after the first.
  await read();
  const watched: Watched[] = [];
  for (let round = 0; round < rounds; round += 1) watched.push(await watch(app, read));
  const note = roundsAndLoad(rounds);
  const middle = (of: (each: Watched) => number) => quantile(watched.map(of), 0.5);
  const rows = middle(({ rows: all }) => all);
  const inDatabase = watched.flatMap(({ databaseMs }) => databaseMs);
  return [
    { name, value: middle((each) => each.rows / each.seconds), unit: "rows/s", note: `${rows} rows, ${note}` },
    { name: `${name}: heap over before`, value: middle(({ heapMib }) => heapMib), unit: "MiB", note },
    { name: `${name}: longest hold`, value: middle(({ longestMs }) => longestMs), unit: "ms", goal: BLOCKED, note },
    { name: `${name}: hold, p99`, value: middle(({ p99Ms }) => p99Ms), unit: "ms", note },
    { name: `${name}: database answers, p99`, value: quantile(inDatabase, 0.99), unit: "ms", goal: BLOCKED, note },
  ];
}

async function watch({ database }: TestApp, read: () => Promise<number>): Promise<Watched> {
  const before = process.memoryUsage().heapUsed;
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const databaseMs: number[] = [];
  let most = before;
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      await database.ping();
      databaseMs.push(performance.now() - asked);
      most = Math.max(most, process.memoryUsage().heapUsed);
      await delay(LOOK_MS);
    }
  })();
  const from = performance.now();
  const rows = await read();
  const seconds = (performance.now() - from) / 1000;
  over.abort();
  await looking;
  delays.disable();
  return {
    rows,
    seconds,
    heapMib: (most - before) / MIB,
    longestMs: delays.max / 1e6,
    p99Ms: delays.percentile(99) / 1e6,
    databaseMs,
  };
}

/** Reads part by part, and keeps nothing of it. */
async function readLines(url: string, { cookie }: TestUser): Promise<number> {
  const answer = await fetch(url, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(await answer.text());
  let lines = 0;
  for await (const part of answer.body ?? []) for (const byte of part) if (byte === 10) lines += 1;
  return lines - 1;
}

async function verify(url: string, { cookie }: TestUser): Promise<number> {
  const answer = await fetch(`${url}/api/admin/audit/verification`, { headers: { cookie } });
  const last = (await answer.text()).trim().split("\n").at(-1) ?? "";
  const found: { line?: string; isWhole?: boolean; rows?: number } = JSON.parse(last);
  if (found.isWhole !== true) throw new Error(`the audit log is not whole: ${last}`);
  return found.rows ?? 0;
}

async function tryAll(app: TestApp, operator: TestUser): Promise<number> {
  let judged = 0;
  for (let before: number | null = 0; before !== null;) {
    const search = new URLSearchParams({ draft: JSON.stringify(DRAFT), ...(before > 0 && { before: String(before) }) });
    const { status, body } = await askAs(app, operator, "GET", `/api/admin/policy/trial?${search.toString()}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    judged += body.judged;
    before = body.next;
  }
  return judged;
}

/** From when a reader goes away in the middle of a verification until another may begin one. */
async function measureStop(url: string, { cookie }: TestUser): Promise<Result> {
  const ask = (signal?: AbortSignal) =>
    fetch(`${url}/api/admin/audit/verification`, { headers: { cookie }, ...(signal && { signal }) });
  const gone = new AbortController();
  const reader = (await ask(gone.signal)).body?.getReader();
  for (let parts = 0; parts < 3; parts += 1) await reader?.read();
  gone.abort();
  const from = performance.now();
  for (;;) {
    const next = new AbortController();
    const first = await (await ask(next.signal)).body?.getReader().read();
    next.abort();
    if (first?.value && !Buffer.from(first.value).toString().includes("busy")) break;
    await delay(LOOK_MS);
  }
  const note = "until another verification may begin";
  return {
    name: "a verification that is stopped",
    value: performance.now() - from,
    unit: "ms",
    goal: { kind: "at most", value: 1000 },
    note,
  };
}
