import { expect, test } from "vitest";
import { randomFrom } from "#tests/faults/stellar/random.ts";
import { isCanonical, standingAt, standingOf, tradesAt, tradesOfPair } from "./compare.ts";
import { Follower, letLive } from "./follow.ts";
import { seeds } from "./seeds.ts";
import { Town } from "./town.ts";

const ROUNDS = 4;
const LEDGERS_PER_ROUND = 30;
/** Of some people's lines hardly anything is free, so that offers meet limits. */
const LIMITS = ["100000000", "100000000", "4000", "100000000", "0.0004"];

test.each(seeds("MARKET_SEED", 2))(
  "after whatever happened (seed %i) the index has the ledger's offers, books, pools and trades",
  { timeout: 120_000 },
  async (seed) => {
    const random = randomFrom(seed);
    const town = await Town.open(String(seed), { people: 6, assets: 4, limits: LIMITS });
    try {
      const follower = new Follower(town);
      for (let round = 0; round < ROUNDS; round += 1) {
        await letLive(town, random, LEDGERS_PER_ROUND);
        await follower.catchUp();
        expect(standingOf(follower.index)).toEqual(await standingAt(town));
        for (const pair of town.pairs) {
          expect(follower.index.orderBook(pair, 200)).toEqual(await town.markets.orderBook(pair));
          if (isCanonical(pair))
            expect(tradesOfPair(follower.trades, pair)).toEqual(await tradesAt(town.snapshots, pair));
        }
      }
      // What never happened proves nothing.
      expect(follower.trades.filter(({ maker }) => maker.kind === "pool").length).toBeGreaterThan(5);
      expect(follower.trades.filter(({ maker }) => maker.kind === "offer").length).toBeGreaterThan(30);
      expect([...follower.index.offers()].length).toBeGreaterThan(20);
      expect(follower.index.pools().length).toBeGreaterThan(2);
    } finally {
      await town.stop();
    }
  },
);
