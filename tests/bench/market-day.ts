import { look } from "#server/market-making/look.ts";
import type { Memory } from "#server/market-making/memory.ts";
import { tradeCollection } from "#server/market-making/store.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import { PoolScene } from "#tests/market-making/scene.ts";
import { heapOf } from "./heap.ts";
import { type Result, roundsAndLoad, seededRandom } from "./results.ts";

const LEDGER_MS = 5000;
/** Ledgers from one move of the price to the next. */
const MOVES_EVERY = 30;
const NEVER = new AbortController().signal;
const MB = 1024 * 1024;

/**
 * What a process holds after so many hours of ledgers in which a pool's market moves and trades, in MB, beside what it held after the first
 * of them; each ledger is looked at, carried on and folded, by the ledger's own clock.
 */
export async function measureMarketDay(hours: number): Promise<Result[]> {
  const scene = await PoolScene.open();
  try {
    const { world } = scene.scene;
    const random = seededRandom(5);
    const { uid } = await scene.openPool(scene.terms({ baseAmount: "40" }));
    await scene.settle();
    await scene.startPool(uid);
    const memory: Memory = new Map();
    const held: number[] = [];
    const perHour = 3_600_000 / LEDGER_MS;
    for (let ledger = 0; ledger < hours * perHour; ledger += 1) {
      if (ledger % MOVES_EVERY === 0) {
        const middle = 1 + (random() - 0.5) / 10;
        await scene.scene.setPrices((middle * 0.99).toFixed(4), (middle * 1.01).toFixed(4));
      } else {
        await world.close();
        await world.ingest();
        await scene.scene.follow();
      }
      world.clock.advance(LEDGER_MS);
      await look(scene.deps(), memory, NEVER);
      await scene.scene.here.work();
      if ((ledger + 1) % perHour === 0) held.push(heapOf() / MB);
    }
    const pool = await scene.read(uid);
    if (pool.status !== "active") throw new Error(`the pool is ${pool.status}: ${pool.stop} ${pool.reason}`);
    const fills = await tradeCollection(scene.database).countDocuments({ userId: OWNER });
    const [first = Number.NaN] = held;
    const last = held.at(-1) ?? Number.NaN;
    const note = `${last.toFixed(0)} MB after ${first.toFixed(0)}; ${hours} hours of ledgers, ${fills} fills (${roundsAndLoad(1)})`;
    const name = "market making, memory after a run beside its first hour";
    return [{ name, value: last / first, unit: "times", goal: { kind: "at most", value: 1.1 }, note }];
  } finally {
    await scene.stop();
  }
}
