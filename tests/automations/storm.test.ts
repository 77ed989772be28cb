import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseAmount } from "#schemas/values/money.ts";
import { look, newMemory } from "#server/automated-trading/look.ts";
import { endAutomation } from "#server/automated-trading/pause.ts";
import type { AutomationDocument } from "#server/automated-trading/store.ts";
import { integerFrom, randomFrom } from "#tests/faults/stellar/random.ts";
import { DEATHS, STANDSTILLS } from "#tests/money/crash-points.ts";
import { DeadError, Life } from "#tests/money/mortal.ts";
import { type Process, startProcess } from "#tests/money/processes.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import { IS_SHORT } from "#tests/support/short.ts";
import { AutomationScene } from "./scene.ts";

// Every candle is looked at by processes that die, on a machine that may be busy.
vi.setConfig({ testTimeout: IS_SHORT ? 240_000 : 3_600_000, hookTimeout: 60_000 });

const SEED = 24_11;
/** Two processes live in each; `npm run test:unit` goes on until a thousand died. */
const ROUNDS = IS_SHORT ? 8 : 600;
const AUTOMATIONS = 3;
const NEVER = new AbortController().signal;

let scene: AutomationScene;
beforeAll(async () => {
  scene = await AutomationScene.open();
});
afterAll(() => scene.stop());

/** One that is followed: after how many of its trades it was stopped. */
interface Followed {
  readonly uid: string;
  stoppedAfter: number | null;
}

let died = 0;

/** Looks and works until it dies, or has nothing more to do. */
async function live(process: Process): Promise<void> {
  try {
    await look(scene.deps(process), newMemory(), NEVER);
    await process.work();
    await look(scene.deps(process), newMemory(), NEVER);
  } catch (error) {
    if (!(error instanceof DeadError)) throw error;
    died += 1;
  }
}

test(`while processes die, each signal is traded once or not at all, and nothing after a stop (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const followed: Followed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await startMissing(followed);
    await scene.candle(1 + integerFrom(random, -10, 10) / 100);
    const lives = [1, 2].map(() =>
      startProcess(scene.scene.world, new Life({ ...DEATHS, at: integerFrom(random, 1, 12) })),
    );
    const slow = new Life({ ...STANDSTILLS, at: integerFrom(random, 1, 12) });
    const standing = live(startProcess(scene.scene.world, slow));
    await Promise.all([...lives.map(live), Promise.race([standing, slow.stood])]);
    if (integerFrom(random, 0, 3) === 0) await stopOne(followed[integerFrom(random, 0, followed.length - 1)]);
    // Whoever stood still goes on after that.
    slow.wake();
    await standing;
    await scene.settle();
  }
  for (const each of followed) await check(each);
  expect(died).toBeGreaterThan(ROUNDS / 2);
  expect(followed.some(({ stoppedAfter }) => stoppedAfter !== null)).toBe(true);
  expect((await scene.scene.world.rows(OWNER)).filter(({ type }) => type === "swap").length).toBeGreaterThan(4);
});

async function startMissing(followed: Followed[]): Promise<void> {
  const live = followed.filter(({ stoppedAfter }) => stoppedAfter === null).length;
  for (let count = live; count < AUTOMATIONS; count += 1) {
    const terms = scene.terms({ budget: "1", perTrade: "0.1", perDay: "10" });
    const { uid } = await scene.start(terms);
    followed.push({ uid, stoppedAfter: null });
  }
}

async function stopOne(followed: Followed | undefined): Promise<void> {
  if (!followed || followed.stoppedAfter !== null) return;
  const { uid } = followed;
  const stopped = await endAutomation(scene.deps().runtime, { userId: OWNER, uid }, "stopped");
  expect(stopped.status).toBe("stopped");
  followed.stoppedAfter = (await scene.read(uid)).trades;
}

async function check({ uid, stoppedAfter }: Followed): Promise<void> {
  const automation = await scene.read(uid);
  const submissions = await scene.submissions(automation);
  const signals = await scene.signals(automation);
  const confirmed = submissions.filter(({ state }) => state === "confirmed");
  const where = `automation ${automation.id}`;
  expect(submissions.length, where).toBe(automation.trades);
  if (stoppedAfter !== null) expect(automation.trades, where).toBe(stoppedAfter);
  expect(signals.filter(({ result }) => result === "done").length, where).toBe(confirmed.length);
  expect(automation.tradeCount, where).toBe(confirmed.length);
  expect(new Set(signals.map(({ uid: name }) => name)).size, where).toBe(signals.length);
  expect(await heldByLedger(automation), where).toEqual(automation.books[0]?.held);
}

/** What an automation has by what its owner's history says of its trades. */
async function heldByLedger(automation: AutomationDocument) {
  const rows = await scene.scene.world.rows(OWNER);
  const hashes = new Set((await scene.signals(automation)).map(({ hash }) => hash).filter((hash) => hash !== ""));
  const sumOf = (code: string) =>
    rows
      .filter((row) => row["type"] === "swap" && hashes.has(String(row["hash"])) && row["assetCode"] === code)
      .reduce((sum, row) => sum + parseAmount(String(row["amount"])), 0n);
  return { base: String(sumOf("XLM")), quote: String(parseAmount("1") - sumOf("USD")) };
}
