import { randomBytes } from "node:crypto";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import type { TradeAgreed } from "#schemas/trading.ts";
import type { AutomationDeps } from "#server/automated-trading/deps.ts";
import { goOn } from "#server/automated-trading/go-on.ts";
import { look, type Memory, newMemory } from "#server/automated-trading/look.ts";
import { readTerms } from "#server/automated-trading/read-terms.ts";
import { startAutomation } from "#server/automated-trading/start.ts";
import {
  type AutomationDocument,
  automationCollection,
  automationIndexes,
  type SignalDocument,
  signalCollection,
} from "#server/automated-trading/store.ts";
import { keepTest } from "#server/automated-trading/tests.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { OWNER, Scene, type Works } from "#tests/standing-orders/scene.ts";
import { lastClosed, plantCandles, type WantedCandle } from "#tests/support/candles.ts";
import { traderOf } from "#tests/support/spending.ts";

export const HOUR = 3_600_000;
const AGREED = { networkFee: "0.1", operatorFees: [] };
const NEVER = new AbortController().signal;
const MOST_TURNS = 20;

/** A person, a market that a stranger makes, and candles that close when the test says so. */
export class AutomationScene {
  readonly scene: Scene;
  /** Of the test's own process. */
  #memory: Memory = newMemory();
  /** The beginning of the newest candle, in ms since the epoch. */
  candleAt: number;

  private constructor(scene: Scene) {
    this.scene = scene;
    this.candleAt = lastClosed("1h", scene.world.clock.now().getTime());
  }

  static async open(): Promise<AutomationScene> {
    const scene = await Scene.open();
    await automationIndexes.run(scene.world.database, scene.world.clock.now());
    const opened = new AutomationScene(scene);
    await opened.past(Array.from({ length: 60 }, () => 1));
    return opened;
  }

  stop(): Promise<void> {
    return this.scene.stop();
  }

  get database() {
    return this.scene.world.database;
  }

  /** Candles before the newest one, by their closes, the newest last. */
  async past(closes: readonly number[]): Promise<void> {
    await this.#plant(
      closes.map((close, index) => ({ at: this.candleAt - (closes.length - 1 - index) * HOUR, close })),
    );
    this.scene.feed.closedAt = new Date(this.candleAt + HOUR).toISOString();
  }

  /** The next candle closes. */
  async candle(close: number, fields: Partial<WantedCandle> = {}): Promise<void> {
    this.candleAt += HOUR;
    await this.#plant([{ at: this.candleAt, close, ...fields }]);
    this.scene.feed.closedAt = new Date(this.candleAt + HOUR).toISOString();
  }

  #plant(candles: readonly WantedCandle[]): Promise<void> {
    return plantCandles(this.database, { base: "XLM", quote: this.scene.USD, size: "1h" }, candles);
  }

  /** A little is bought with every candle; all of it may be said otherwise. */
  terms(fields: Partial<AutomationTerms> = {}): AutomationTerms {
    return {
      strategy: "dca",
      candle: "1h",
      bases: ["XLM"],
      quote: this.scene.USD,
      parameters: { every: 1, sharePercent: 10, length: 2, dipPercent: 50, dipTimes: 1 },
      budget: "20",
      perTrade: "10",
      perDay: "100",
      maxDrawdown: 50,
      cooldown: 0,
      slippage: 1000,
      ...fields,
    };
  }

  async start(
    terms: AutomationTerms,
    executionMode: "alert" | "auto" = "auto",
    uid = randomBytes(12).toString("hex"),
    operatorFees: TradeAgreed["operatorFees"] = [],
    agreed: TradeAgreed = AGREED,
  ): Promise<AutomationDocument> {
    const { runtime } = this.scene.here.deps;
    await keepTest(runtime, { userId: OWNER, terms: readTerms(terms).terms, summaries: [] });
    const automation = { terms, executionMode, riskAccepted: true };
    await startAutomation(this.deps(), traderOf(OWNER), {
      automation,
      perTrade: { ...AGREED, operatorFees },
      agreed,
      idempotencyKey: uid,
    });
    return this.read(uid);
  }

  async goOn({ uid }: AutomationDocument, executionMode: "alert" | "auto"): Promise<AutomationDocument> {
    const wish = { uid, executionMode, riskAccepted: true };
    const idempotencyKey = randomBytes(12).toString("hex");
    await goOn(this.deps(), traderOf(OWNER), { goOn: wish, agreed: AGREED, idempotencyKey });
    return this.read(uid);
  }

  deps({ deps: { runtime, network, guard } }: Works = this.scene.here): AutomationDeps {
    const { feed, sides } = this.scene;
    return { runtime, network, guard, feed, sides, onAccepted: () => undefined };
  }

  async read(uid: string): Promise<AutomationDocument> {
    const found = await automationCollection(this.database).findOne({ userId: OWNER, uid });
    if (!found) throw new Error(`there is no automation ${uid}`);
    return found;
  }

  signals({ id }: AutomationDocument): Promise<SignalDocument[]> {
    return signalCollection(this.database)
      .find({ automatedTradingId: id }, { sort: { candleAt: 1, id: 1 } })
      .toArray();
  }

  submissions({ id }: AutomationDocument): Promise<SubmissionDocument[]> {
    return submissionCollection(this.database)
      .find({ userId: OWNER, idempotencyKey: { $regex: `^automation:${id}:` } }, { sort: { id: 1 } })
      .toArray();
  }

  /** A process that has just begun knows nothing of before. */
  forget(): void {
    this.#memory = newMemory();
  }

  /** Has a process look once at all automations. */
  look(works: Works = this.scene.here): Promise<number> {
    return look(this.deps(works), this.#memory, NEVER);
  }

  /** Has a process look and carry on what came of it, with ledgers, until nothing is under way and nothing more comes. */
  async settle(works: Works = this.scene.here): Promise<void> {
    const { world } = this.scene;
    const open = { isReserving: true };
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await this.look(works);
      await works.work();
      await world.close();
      await world.ingest();
      await this.scene.follow();
      await works.work();
      world.clock.advance(6000);
      await this.look(works);
      const under = await automationCollection(this.database).countDocuments({ under: { $ne: null } });
      if (under === 0 && (await submissionCollection(this.database).countDocuments(open)) === 0) return;
    }
    throw new Error("something is still under way");
  }
}
