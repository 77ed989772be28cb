import { parseAmount } from "#schemas/values/money.ts";
import { look, newMemory } from "#server/automated-trading/look.ts";
import { endAutomation } from "#server/automated-trading/pause.ts";
import type { AutomationDocument } from "#server/automated-trading/store.ts";
import { integerFrom, randomFrom } from "#tests/faults/stellar/random.ts";
import { DEATHS, STANDSTILLS } from "#tests/money/crash-points.ts";
import { DeadError, Life } from "#tests/money/mortal.ts";
import { type Process, startProcess } from "#tests/money/processes.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import type { AutomationScene } from "./scene.ts";

const AUTOMATIONS = 3;
const NEVER = new AbortController().signal;

/** One that is followed: after how many of its trades it was stopped. */
interface Followed {
  readonly uid: string;
  stoppedAfter: number | null;
}

/** How far a storm has come. */
export interface StormSoFar {
  readonly rounds: number;
  /** Processes that died. */
  readonly died: number;
}

export interface StormResult extends StormSoFar {
  readonly problems: readonly string[];
  readonly stopped: number;
  /** Trades that the ledger carried out. */
  readonly traded: number;
}

type Random = ReturnType<typeof randomFrom>;

/**
 * Has candles close while processes that look after automations die and stand still at random moments, and automations are stopped in
 * between; then compares each with what the ledger did for it.
 */
export async function automationStorm(
  scene: AutomationScene,
  seed: number,
  isEnough: (soFar: StormSoFar) => boolean,
): Promise<StormResult> {
  const random = randomFrom(seed);
  const followed: Followed[] = [];
  let soFar: StormSoFar = { rounds: 0, died: 0 };
  while (!isEnough(soFar)) {
    await startMissing(scene, followed);
    await scene.candle(1 + integerFrom(random, -10, 10) / 100);
    const died = await round(scene, random, followed);
    soFar = { rounds: soFar.rounds + 1, died: soFar.died + died };
  }
  const problems: string[] = [];
  for (const each of followed) problems.push(...(await problemsOf(scene, each)));
  const traded = (await scene.scene.world.rows(OWNER)).filter(({ type }) => type === "swap").length;
  const stopped = followed.filter(({ stoppedAfter }) => stoppedAfter !== null).length;
  return { ...soFar, problems, stopped, traded };
}

/** Answers with how many died. */
async function round(scene: AutomationScene, random: Random, followed: readonly Followed[]): Promise<number> {
  const { world } = scene.scene;
  const lives = [1, 2].map(() => startProcess(world, new Life({ ...DEATHS, at: integerFrom(random, 1, 12) })));
  const slow = new Life({ ...STANDSTILLS, at: integerFrom(random, 1, 12) });
  const standing = live(scene, startProcess(world, slow));
  const ended = await Promise.all(lives.map((each) => live(scene, each)));
  await Promise.race([standing, slow.stood]);
  if (integerFrom(random, 0, 3) === 0) await stopOne(scene, followed[integerFrom(random, 0, followed.length - 1)]);
  // Whoever stood still goes on after that.
  slow.wake();
  await standing;
  await scene.settle();
  return ended.filter((end) => end === "died").length;
}

/** Looks and works until it dies, or has nothing more to do. */
async function live(scene: AutomationScene, process: Process): Promise<"died" | "done"> {
  try {
    await look(scene.deps(process), newMemory(), NEVER);
    await process.work();
    await look(scene.deps(process), newMemory(), NEVER);
    return "done";
  } catch (error) {
    if (!(error instanceof DeadError)) throw error;
    return "died";
  }
}

async function startMissing(scene: AutomationScene, followed: Followed[]): Promise<void> {
  const running = followed.filter(({ stoppedAfter }) => stoppedAfter === null).length;
  for (let count = running; count < AUTOMATIONS; count += 1) {
    const terms = scene.terms({ budget: "1", perTrade: "0.1", perDay: "10" });
    const { uid } = await scene.start(terms);
    followed.push({ uid, stoppedAfter: null });
  }
}

async function stopOne(scene: AutomationScene, followed: Followed | undefined): Promise<void> {
  if (!followed || followed.stoppedAfter !== null) return;
  const { uid } = followed;
  await endAutomation(scene.deps().runtime, { userId: OWNER, uid }, "stopped");
  followed.stoppedAfter = (await scene.read(uid)).trades;
}

/** What is wrong with one: something was traded twice, after its stop, or otherwise than its book says. */
async function problemsOf(scene: AutomationScene, { uid, stoppedAfter }: Followed): Promise<string[]> {
  const automation = await scene.read(uid);
  const submissions = await scene.submissions(automation);
  const signals = await scene.signals(automation);
  const confirmed = submissions.filter(({ state }) => state === "confirmed").length;
  const done = signals.filter(({ result }) => result === "done").length;
  const [held, booked] = [await heldByLedger(scene, automation), automation.books[0]?.held];
  const wrong = [
    submissions.length !== automation.trades && `began ${automation.trades} trades and has ${submissions.length}`,
    stoppedAfter !== null && automation.status !== "stopped" && `was stopped and is ${automation.status}`,
    stoppedAfter !== null && automation.trades !== stoppedAfter && "traded after its stop",
    done !== confirmed && `has ${done} signals that were traded, and ${confirmed} trades`,
    automation.tradeCount !== confirmed && `counts ${automation.tradeCount} of ${confirmed} trades`,
    new Set(signals.map(({ uid: name }) => name)).size !== signals.length && "has a signal twice",
    (held.base !== booked?.base || held.quote !== booked.quote) &&
      `says it has ${JSON.stringify(booked)}, and the ledger ${JSON.stringify(held)}`,
  ];
  return wrong.flatMap((what) => (what === false ? [] : [`automation ${automation.id} ${what}`]));
}

/** What an automation has by what its owner's history says of its trades. */
async function heldByLedger(scene: AutomationScene, automation: AutomationDocument) {
  const rows = await scene.scene.world.rows(OWNER);
  const hashes = new Set((await scene.signals(automation)).map(({ hash }) => hash).filter((hash) => hash !== ""));
  const sumOf = (code: string) =>
    rows
      .filter((row) => row["type"] === "swap" && hashes.has(String(row["hash"])) && row["assetCode"] === code)
      .reduce((sum, row) => sum + parseAmount(String(row["amount"])), 0n);
  return { base: String(sumOf("XLM")), quote: String(parseAmount("1") - sumOf("USD")) };
}
