import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "#tests/support/world.ts";
import { DEATHS, meetFateEverywhere, STANDSTILLS } from "./crash-points.ts";
import { openTrades, type Trades } from "./trades.ts";

const LIMIT_MS = 180_000;
let world: World;
let trades: Trades;

beforeAll(async () => {
  world = await startWorld();
  trades = await openTrades(world);
}, 60_000);
afterAll(() => world.stop());

test(
  "an order is placed once wherever its process dies, the answer to the first sending lost",
  async () => {
    const moments = await meetFateEverywhere(world, trades.order, DEATHS, { faults: { "accept-then-504": 1 } });
    expect(moments).toContain("after send");
    expect(moments.length).toBeGreaterThan(8);
  },
  LIMIT_MS,
);

test(
  "an order is cancelled once where its process stands still before any act, and goes on when another did it long ago",
  async () => {
    const moments = await meetFateEverywhere(world, trades.cancel, STANDSTILLS);
    expect(moments).toContain("before send");
    expect(moments.length).toBeGreaterThan(8);
  },
  LIMIT_MS,
);

test(
  "a swap is made once wherever its process dies, its bounds having passed before another comes",
  async () => {
    const moments = await meetFateEverywhere(world, trades.swap, DEATHS, { isLate: "before a ledger" });
    expect(moments).toContain("after send");
    expect(moments.length).toBeGreaterThan(8);
  },
  LIMIT_MS,
);
