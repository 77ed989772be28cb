import { Worker } from "node:worker_threads";
import { AppError } from "#schemas/errors.ts";
import type { PairsTest, PairsTested } from "#schemas/strategies/test-pairs.ts";

/** Tests that run at the same time, and that wait for them. */
const AT_ONCE = 1;
const MOST_WAITING = 8;
/** The most memory of a test, in MB: a year of candles takes far less. */
const MEMORY_MB = 512;
const TIMEOUT_MS = 60_000;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a back-test in a thread of its own, after those that were asked for before. Throws `automation-tests-busy` where too many wait, or it takes too long. */
export async function testInThread(test: PairsTest): Promise<PairsTested> {
  await takeTurn();
  try {
    return await run(test);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function takeTurn(): Promise<void> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new AppError("automation-tests-busy");
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
}

function run(test: PairsTest): Promise<PairsTested> {
  const { promise, resolve, reject } = Promise.withResolvers<PairsTested>();
  const worker = new Worker(new URL("./back-test-worker.ts", import.meta.url), {
    workerData: test,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const late = setTimeout(() => reject(new AppError("automation-tests-busy")), TIMEOUT_MS);
  worker.once("message", resolve);
  worker.once("error", reject);
  // After a message it changes nothing any more.
  worker.once("exit", () => reject(new Error("the thread of a back-test ended without a word")));
  return promise.finally(() => {
    clearTimeout(late);
    return worker.terminate();
  });
}
