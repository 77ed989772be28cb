import { randomBytes } from "node:crypto";
import { look } from "#server/market-making/look.ts";
import type { Memory } from "#server/market-making/memory.ts";
import { openPool } from "#server/market-making/open.ts";
import { startPool } from "#server/market-making/start.ts";
import { poolCollection } from "#server/market-making/store.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { PoolScene } from "#tests/market-making/scene.ts";
import { steer } from "#tests/support/embedded.ts";
import { traderOf } from "#tests/support/spending.ts";
import { quantile, type Result, roundsAndLoad } from "./results.ts";

const FIRST_USER = 1000;
const AGREED = { networkFee: "1", operatorFees: [] };
const NEVER = new AbortController().signal;
const LEDGER_MS = 5000;
const AT_ONCE = 10;
/** More operations than any of these ledgers has. */
const ROOM = 100_000;
/** A price that has moved by so much moves every ladder. */
const STEP = 0.004;

/**
 * From a ledger that moved the price of all pools' market until all their ladders are signed and sent, in one process, beside the time
 * until the next ledger; and what a look costs where nothing moved. Each pool has ten wallets and an owner of its own.
 */
export async function measureMarketLedgers(pools: number, rounds: number): Promise<Result[]> {
  const scene = await PoolScene.open();
  try {
    await steer(scene.scene.world.stellar, "/upgrade", { maxTxSetSize: ROOM });
    await openAll(scene, pools);
    const memory: Memory = new Map();
    const [moving, still]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const middle = 1 + (round % 2) * STEP;
      await scene.scene.setPrices((middle - 0.002).toFixed(4), (middle + 0.002).toFixed(4));
      moving.push(await timed(() => lookAndSend(scene, memory)));
      await settle(scene, memory);
      await closed(scene);
      still.push(await timed(() => look(scene.deps(), memory, NEVER)));
    }
    const refreshed = await submissionCollection(scene.database).countDocuments({
      kind: "market-making",
      idempotencyKey: { $regex: "^market-pool:" },
      state: "confirmed",
    });
    const note = `${pools} pools of 10 wallets, ${refreshed} refreshes in ${rounds} ledgers (${roundsAndLoad(rounds)})`;
    const sent = { name: "market making, ledger to ladders sent (p95)", value: quantile(moving, 0.95), unit: "ms" };
    return [
      { ...sent, goal: { kind: "at most", value: LEDGER_MS }, note },
      { name: "market making, a ledger without a change (p95)", value: quantile(still, 0.95), unit: "ms", note },
    ];
  } finally {
    await scene.stop();
  }
}

async function openAll(scene: PoolScene, pools: number): Promise<void> {
  const users = Array.from({ length: pools }, (_, place) => FIRST_USER + place);
  for (const userId of users) await scene.scene.world.wallet(userId);
  await scene.scene.world.ingest();
  const terms = scene.terms({ baseAmount: "500", quoteAmount: "0", walletCount: 10, levels: 5, maxTradeSize: "1000" });
  const key = () => randomBytes(12).toString("hex");
  for (let from = 0; from < users.length; from += AT_ONCE)
    await Promise.all(
      users.slice(from, from + AT_ONCE).map((userId) =>
        openPool(scene.deps(), traderOf(userId), {
          pool: { terms, riskAccepted: true },
          agreed: AGREED,
          idempotencyKey: key(),
        }),
      ),
    );
  await settle(scene, new Map());
  const opened = await poolCollection(scene.database).find({ status: "stopped" }).toArray();
  if (opened.length < pools) throw new Error(`only ${opened.length} of ${pools} pools were opened`);
  for (const { userId, uid } of opened) {
    const start = { uid, riskAccepted: true };
    await startPool(scene.deps(), traderOf(userId), { start, agreed: AGREED, idempotencyKey: key() });
  }
  await settle(scene, new Map());
}

async function lookAndSend(scene: PoolScene, memory: Memory): Promise<void> {
  await look(scene.deps(), memory, NEVER);
  await scene.scene.here.work();
}

async function closed(scene: PoolScene): Promise<void> {
  await scene.scene.world.close();
  await scene.scene.world.ingest();
  await scene.scene.follow();
}

async function settle(scene: PoolScene, memory: Memory): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await lookAndSend(scene, memory);
    await closed(scene);
    await scene.scene.here.work();
    scene.scene.world.clock.advance(6000);
    await look(scene.deps(), memory, NEVER);
    const under = await poolCollection(scene.database).countDocuments({ under: { $ne: null } });
    if (under === 0) return;
  }
  throw new Error("something is still under way");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
