import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "#tests/faults/money/random.ts";
import { COMPILED } from "#tests/support/compiled.ts";
import { type MainProcess, startMain } from "#tests/support/main-process.ts";
import { processesNaming } from "#tests/support/processes.ts";

/** A supervisor kills what is not gone by then. */
const SUPERVISOR_MS = 10_000;
/** Stops are told at moments up to so much of a start: what runs by itself begins within and after it. */
const LATEST_OF_START = 1.6;
/** What a process that ended needs until it is gone from the system's list. */
const GONE_MS = 500;

interface Stops {
  readonly seed: number;
  readonly moments: number;
  /** Told of each stop, in a sentence. */
  readonly say?: (sentence: string) => void;
}

/**
 * Starts the server time and again, tells it to stop at a random moment of its start or soon after it, and answers with what
 * went wrong: another exit than 0, one that took too long, or a process that is left. Half of the starts are on what former
 * ones left behind. The last one is not disturbed, and must become ready.
 */
export async function stopAtRandomMoments({ seed, moments, say = () => undefined }: Stops): Promise<string[]> {
  const random = seededRandom(seed);
  const root = await mkdtemp(join(tmpdir(), "astrolabe-stops-"));
  const problems: string[] = [];
  try {
    const used = await freshFolder(root);
    let startMs = await stopOnceReady(used, problems);
    startMs = await stopOnceReady(await freshFolder(root), problems);
    for (let moment = 1; moment <= moments; moment += 1) {
      const isFresh = random() < 0.5;
      const afterMs = random() * startMs * LATEST_OF_START;
      const folder = isFresh ? await freshFolder(root) : used;
      const main = startMain(folder, COMPILED);
      await Promise.race([delay(afterMs), main.exit]);
      const found = await stop(main, folder);
      const what = `stop ${moment} after ${Math.round(afterMs)} ms, ${isFresh ? "from nothing" : "on what was there"}`;
      say(`${what}: ${found ?? "well"}`);
      if (found !== null) problems.push(`${what}: ${found}`);
    }
    await stopOnceReady(used, problems);
    return problems;
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function freshFolder(root: string): Promise<string> {
  const folder = await mkdtemp(join(root, "data-"));
  return folder;
}

/** Answers with how long the start took. */
async function stopOnceReady(folder: string, problems: string[]): Promise<number> {
  const beganMs = performance.now();
  const main = startMain(folder, COMPILED);
  try {
    await main.address();
    const tookMs = performance.now() - beganMs;
    const found = await stop(main, folder);
    if (found !== null) problems.push(`stopped right when it was ready: ${found}`);
    return tookMs;
  } finally {
    await main.kill();
  }
}

/** Stops it as a supervisor does; answers with what went wrong. */
async function stop(main: MainProcess, folder: string): Promise<string | null> {
  const wasMade = await hasBegun(folder, main);
  const beganMs = performance.now();
  main.child.kill("SIGTERM");
  const code = await Promise.race([main.exit, delay(SUPERVISOR_MS, "late" as const)]);
  const tookMs = Math.round(performance.now() - beganMs);
  const left = await leftOf(folder, main);
  await main.kill();
  const said = `${main.output()}${main.complaints()}`;
  // A process that has read none of our code yet has nothing to close, and ends by the signal itself.
  const isUnborn = !wasMade && code === null && main.child.signalCode === "SIGTERM" && said === "";
  if (code !== 0 && !isUnborn) return `ended with ${code} after ${tookMs} ms:\n${said}`;
  if (left.length > 0) return `left running: ${left.join("; ")}`;
  return main.complaints().includes('"level":50') || /^\s+at /m.test(main.complaints()) ? `complained:\n${said}` : null;
}

async function hasBegun(folder: string, main: MainProcess): Promise<boolean> {
  const names = await readdir(folder);
  return names.length > 1 && (await processesNaming(folder)).some(({ pid }) => pid !== main.pid);
}

async function leftOf(folder: string, main: MainProcess): Promise<string[]> {
  const deadline = performance.now() + GONE_MS;
  for (;;) {
    const left = (await processesNaming(folder)).filter(({ pid }) => pid !== main.pid);
    if (left.length === 0 || performance.now() > deadline)
      return left.map(({ commandLine }) => commandLine.replaceAll("\0", " "));
    await delay(20);
  }
}
