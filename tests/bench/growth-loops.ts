import { look as lookAtOrders } from "#server/standing-orders/look.ts";
import {
  announcingIndex,
  STANDING_KIND,
  standingCollection,
  type StandingDocument,
} from "#server/standing-orders/store.ts";
import { listingReader } from "#server/listed-assets/index.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { compareVaults } from "#server/staking/compare-vault.ts";
import { writeDailyRewards } from "#server/staking/daily-rewards.ts";
import { keepLines } from "#server/staking/keep-lines.ts";
import { settleStakes } from "#server/staking/settle-stakes.ts";
import { tellRates, tellUnlocked } from "#server/staking/tell-stakers.ts";
import { stakingIndexes } from "#server/staking/store.ts";
import { Scene } from "#tests/standing-orders/scene.ts";
import { startWorld } from "#tests/support/world.ts";
import type { Axis } from "./growth-table.ts";
import { insertInParts } from "#tests/support/insert-in-parts.ts";
import { plantStakes, plantStakingOffers } from "#tests/support/planted-stakes.ts";
import { undisturbedMs } from "./results.ts";

const LOOKS = 15;
const DAY = 86_400;
const RUNNING = new AbortController().signal;
/** The first of the ids that are planted; whoever placed the pattern has a lower one. */
const FIRST = 1_000_000;

const FIGURES = {
  orders: { name: "a look at durable orders, none of them due", unit: "ms", grows: "flat" },
  stakes: { name: "a look at stakes that nothing is under way of", unit: "ms", grows: "flat" },
  rewards: { name: "a look whether a day's rewards are written, once they are", unit: "ms", grows: "flat" },
  vault: {
    name: "the vault compared with what stakes say",
    unit: "ms",
    grows: "linear",
    note: "adds all stakes up, once in a while: that is what it is for",
  },
} as const;

type Name = keyof typeof FIGURES;
type At = Parameters<Axis<Name>["measure"]>[1];

export const LOOPS: Axis<Name> = {
  what: "durable orders, and stakes",
  sizes: [100, 1000, 10_000, 100_000],
  figures: FIGURES,
  async measure(sizes, at) {
    await measureOrders(sizes, at);
    await measureStakes(sizes, at);
  },
};

/** Each of an owner of its own, far from the price. */
async function measureOrders(sizes: readonly number[], at: At): Promise<void> {
  const scene = await Scene.open();
  try {
    const { database, runtime } = scene.world;
    await announcingIndex.run(database, runtime.clock.now());
    const pattern = await scene.place(scene.stop10());
    const orders = standingCollection(database);
    const memory = { resting: new Map(), heights: new Map(), swept: { version: -1, atMs: 0 } };
    const deps = { ...scene.here.deps, feed: scene.feed, sides: scene.sides };
    const kept = { ...deps, onAccepted: () => undefined, listing: listingReader(runtime) };
    let from = 0;
    for (const size of sizes) {
      await insertInParts(orders, { from, to: size }, (index) => {
        const { _id: _former, ...rest } = { _id: null, ...pattern };
        const id = FIRST + index;
        const order: StandingDocument = { ...rest, id, uid: `order-${id}`, userId: id };
        return { ...order, seal: sealRow(database, STANDING_KIND, order) };
      });
      from = size;
      const look = () => lookAtOrders(kept, memory, RUNNING);
      // What has run little yet takes longer.
      if (size === sizes[0]) await undisturbedMs(LOOKS, look);
      at(size)("orders", await undisturbedMs(LOOKS, look));
      const waiting = await orders.countDocuments({ state: "waiting" });
      if (waiting !== size + 1) throw new Error(`${waiting} orders wait, not ${size + 1}`);
    }
  } finally {
    await scene.stop();
  }
}

/** Begun today, and up to today every row is written. */
async function measureStakes(sizes: readonly number[], at: At): Promise<void> {
  const world = await startWorld();
  try {
    const { database, runtime, network } = world;
    await stakingIndexes.run(database, runtime.clock.now());
    const { closedAt } = await network.head();
    const now = Math.floor(closedAt.getTime() / 1000);
    const start = new Date((now - (now % DAY)) * 1000);
    await plantStakingOffers(database, start);
    await database
      .collection<{ _id: string; upTo: number }>("staking_days")
      .insertOne({ _id: "rewards", upTo: now - (now % DAY) });
    let from = 0;
    for (const to of sizes) {
      await plantStakes(database, { from, to, start });
      from = to;
      const note = at(to);
      const looks = {
        stakes: async () => {
          await settleStakes(runtime, network, RUNNING);
          await keepLines(runtime, network);
        },
        rewards: async () => {
          await writeDailyRewards(runtime, now, RUNNING);
          await tellUnlocked(runtime, now, RUNNING);
          await tellRates(runtime, RUNNING);
        },
      };
      for (const name of ["stakes", "rewards"] as const) {
        if (to === sizes[0]) await undisturbedMs(LOOKS, looks[name]);
        note(name, await undisturbedMs(LOOKS, looks[name]));
      }
      note("vault", await undisturbedMs(2, () => compareVaults(runtime)));
    }
  } finally {
    await world.stop();
  }
}
