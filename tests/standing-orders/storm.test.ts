import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { StandingOrderState, StandingTerms } from "#schemas/standing-orders.ts";
import { AppError } from "#schemas/errors.ts";
import { cancelStanding } from "#server/standing-orders/cancel-standing.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { integerFrom, oneOf, randomFrom } from "#tests/faults/stellar/random.ts";
import { DEATHS } from "#tests/money/crash-points.ts";
import { DeadError, Life } from "#tests/money/mortal.ts";
import { type Process, startProcess } from "#tests/money/processes.ts";
import { OWNER, Scene } from "./scene.ts";

// Every ledger is looked at by processes that die, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const SEED = 20_261;
const ORDERS = 20;
const LEDGERS = 10;
const LEVELS = ["0.6", "0.7", "0.8", "0.9", "1", "1.1", "1.2"] as const;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.stop());

/** An order as a plain model follows it. */
interface Followed {
  readonly uid: string;
  readonly terms: Extract<StandingTerms, { kind: "stop-limit" | "take-profit" }>;
  /** The level whose price as a ledger left it came first; null while none did. */
  metAt: string | null;
  answer: StandingOrderState | null;
}

test(`while processes die and owners cancel, each order goes out at the first ledger that leaves its price, once, or never (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  // Apart, since how often somebody dies is not the same in every run.
  const fates = randomFrom(SEED + 1);
  const mortal = (): Process => startProcess(scene.world, new Life({ ...DEATHS, at: integerFrom(fates, 1, 8) }));
  const followed: Followed[] = [];
  const processes = [mortal(), mortal()];
  await scene.setPrices("0.9", "1.1");

  for (let ledger = 0; ledger < LEDGERS; ledger += 1) {
    if (followed.length < ORDERS) followed.push(...(await placeSome()));
    const level = LEVELS.indexOf(oneOf(random, LEVELS.slice(0, -1)));
    const [bid, ask] = [LEVELS[level] ?? "1", LEVELS[level + 1] ?? "1.2"];
    await scene.setPrices(bid, ask);
    for (const order of followed) if (isWaiting(order) && isMet(order.terms, bid, ask)) order.metAt = bid;
    await Promise.all([lookAll(), cancelOne()]);
    // Whatever died, the next process looks at the same ledger.
    await scene.look();
    await scene.here.work();
  }
  for (let turn = 0; turn < ORDERS; turn += 1) await scene.settle();
  for (const order of followed) await check(order);
  expect(followed.filter(({ metAt }) => metAt !== null).length).toBeGreaterThan(4);
  expect(followed.filter(({ metAt, answer }) => metAt === null && answer === null).length).toBeGreaterThan(0);

  async function placeSome(): Promise<Followed[]> {
    const placed: Followed[] = [];
    for (let count = 0; count < 3; count += 1) {
      const side = oneOf(random, ["buy", "sell"] as const);
      const kind = oneOf(random, ["stop-limit", "take-profit"] as const);
      // Limits that nobody takes, and that never meet each other.
      const price = side === "sell" ? "1000" : "0.0001";
      const pair = { base: "XLM", quote: scene.USD, amount: "1", expiresAt: null };
      const terms = { kind, side, ...pair, price, triggerPrice: oneOf(random, LEVELS) };
      try {
        const { uid } = await scene.place(terms);
        placed.push({ uid, terms, metAt: null, answer: null });
      } catch (error) {
        if (!(error instanceof AppError && error.code === "durable-trigger-met")) throw error;
      }
    }
    return placed;
  }

  async function lookAll(): Promise<void> {
    await Promise.all(
      processes.map(async (process, at) => {
        try {
          await scene.look(process);
          await process.work();
        } catch (error) {
          if (!(error instanceof DeadError)) throw error;
          processes[at] = mortal();
        }
      }),
    );
  }

  async function cancelOne(): Promise<void> {
    const open = followed.filter(({ answer }) => answer === null);
    if (open.length === 0 || random() < 0.6) return;
    const order = oneOf(random, open);
    try {
      const [first, second] = await Promise.all([
        cancelStanding(scene.world.runtime, OWNER, order.uid),
        cancelStanding(scene.world.runtime, OWNER, order.uid),
      ]);
      order.answer = first.state === "cancelled" ? second.state : first.state;
    } catch (error) {
      if (!(error instanceof AppError && error.code === "durable-over")) throw error;
    }
  }
});

function isWaiting({ metAt, answer }: Followed): boolean {
  return metAt === null && answer === null;
}

function isMet({ kind, side, triggerPrice }: Followed["terms"], bid: string, ask: string): boolean {
  const [price, trigger] = [Number(side === "sell" ? bid : ask), Number(triggerPrice)];
  return (kind === "stop-limit") === (side === "sell") ? price <= trigger : price >= trigger;
}

/** What became of an order, its submissions and the ledger agree with what the model saw. */
async function check({ uid, terms, metAt, answer }: Followed): Promise<void> {
  const order = await scene.order(uid);
  const made = await scene.submissionsOf(order);
  const confirmed = made.filter(({ state }) => state === "confirmed");
  const where = JSON.stringify({ terms: order.terms, metAt, answer, state: order.state });
  expect(made.length, where).toBeLessThanOrEqual(1);
  if (answer === "cancelled") {
    expect([order.state, confirmed.length], where).toEqual(["cancelled", 0]);
    return;
  }
  expect([order.state, confirmed.length], where).toEqual(metAt === null ? ["waiting", 0] : ["done", 1]);
  const price = order.runs[0]?.price ?? null;
  if (metAt !== null && terms.side === "sell") expect(price, where).toBe(metAt);
  const ledger = await submissionCollection(scene.world.database).distinct("ledger", { id: made[0]?.id ?? 0 });
  expect(ledger).toHaveLength(metAt === null ? 0 : 1);
}
