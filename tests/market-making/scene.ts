import { randomBytes } from "node:crypto";
import type { PoolTerms } from "#schemas/market-making.ts";
import type { MarketDeps } from "#server/market-making/deps.ts";
import { drainPool } from "#server/market-making/drain.ts";
import { look } from "#server/market-making/look.ts";
import type { Memory } from "#server/market-making/memory.ts";
import { openPool } from "#server/market-making/open.ts";
import { startPool } from "#server/market-making/start.ts";
import { pausePool } from "#server/market-making/stop.ts";
import { marketMakingIndexes, type PoolDocument, poolCollection } from "#server/market-making/store.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { OWNER, Scene, type Works } from "#tests/standing-orders/scene.ts";
import { traderOf } from "#tests/support/spending.ts";

const AGREED = { networkFee: "0.1", operatorFees: [] };
const NEVER = new AbortController().signal;
const TURN_MS = 6000;
const MOST_TURNS = 40;
const QUIET_TURNS = 2;

/** A person who opens pools of XLM for dollars, and a stranger who makes the rest of that market. */
export class PoolScene {
  readonly scene: Scene;
  /** Of the test's own process. */
  readonly #memory: Memory = new Map();

  private constructor(scene: Scene) {
    this.scene = scene;
  }

  static async open(): Promise<PoolScene> {
    const scene = await Scene.open();
    await marketMakingIndexes.run(scene.world.database, scene.world.clock.now());
    return new PoolScene(scene);
  }

  stop(): Promise<void> {
    return this.scene.stop();
  }

  get database() {
    return this.scene.world.database;
  }

  deps({ deps: { runtime, network, guard } }: Works = this.scene.here): MarketDeps {
    const { feed, sides } = this.scene;
    return { runtime, network, guard, feed, sides, onAccepted: () => undefined };
  }

  terms(fields: Partial<PoolTerms> = {}): PoolTerms {
    return {
      base: "XLM",
      quote: this.scene.USD,
      baseAmount: "20",
      quoteAmount: "20",
      walletCount: 3,
      levels: 3,
      spreadPercentage: "1",
      depthPercentage: "4",
      minTradeSize: "0.1",
      maxTradeSize: "10",
      reference: { kind: "mid" },
      priceMargin: "90",
      inventoryTarget: 50,
      skew: 50,
      autoRebalance: true,
      maxDrawdown: 90,
      maxDailyLoss: "1000",
      maxFillsPerMinute: 1000,
      ...fields,
    };
  }

  /** Opens a pool; whoever asks waits for its wallets with `settle`. */
  openPool(terms: PoolTerms): Promise<PoolDocument> {
    const idempotencyKey = randomBytes(12).toString("hex");
    const pool = { terms, riskAccepted: true };
    return openPool(this.deps(), traderOf(OWNER), { pool, agreed: AGREED, idempotencyKey });
  }

  startPool(uid: string): Promise<PoolDocument> {
    const idempotencyKey = randomBytes(12).toString("hex");
    const start = { uid, riskAccepted: true };
    return startPool(this.deps(), traderOf(OWNER), { start, agreed: AGREED, idempotencyKey });
  }

  stopPool(uid: string): Promise<PoolDocument> {
    return pausePool(this.deps().runtime, { userId: OWNER, uid });
  }

  drainPool(uid: string): Promise<PoolDocument> {
    return drainPool(this.deps().runtime, { userId: OWNER, uid });
  }

  async read(uid: string): Promise<PoolDocument> {
    const found = await poolCollection(this.database).findOne({ userId: OWNER, uid });
    if (!found) throw new Error(`there is no pool ${uid}`);
    return found;
  }

  /** Has a process look once at all pools. */
  look(works: Works = this.scene.here, memory: Memory = this.#memory): Promise<number> {
    return look(this.deps(works), memory, NEVER);
  }

  /**
   * Has a process look and carry on what came of it, with ledgers, until nothing is under way and nothing more comes. Twice in a row: what
   * could not be accepted in one turn, since somebody else moved what it rests on, is in the next.
   */
  async settle(works: Works = this.scene.here): Promise<void> {
    const { world } = this.scene;
    let quiet = 0;
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await this.look(works);
      await works.work();
      await world.close();
      await world.ingest();
      await this.scene.follow();
      await works.work();
      world.clock.advance(TURN_MS);
      await this.look(works);
      const under = await poolCollection(this.database).countDocuments({ under: { $ne: null } });
      const open = await submissionCollection(this.database).countDocuments({ isReserving: true });
      const moving = await poolCollection(this.database).countDocuments({
        status: { $in: ["opening", "stopping", "draining"] },
      });
      quiet = under + open + moving === 0 ? quiet + 1 : 0;
      if (quiet === QUIET_TURNS) return;
    }
    throw new Error("something is still under way");
  }
}
