import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { markAfter } from "#schemas/values/trailing.ts";
import type { LiveMarket } from "./market.ts";
import { bestPrices } from "./prices.ts";
import { moveOrder, STANDING_KIND, standingCollection, type StandingDocument } from "./store.ts";
import { isFurther, priceOf, reachedBy, type Step, STEPS, watchOf } from "./watches.ts";

/** Orders whose marks are moved on in one look, and for how long at most: whatever waits for its price comes before the rest of them. */
const MOST_RAISED = 500;
const LONGEST_MS = 500;
/** Owners whose orders are moved on at the same time. */
const AT_ONCE = 8;

/** The best price that a ledger left of a pair, as far as not every trailing stop of it has followed yet. */
interface Height {
  readonly step: Step;
  readonly pair: string;
  readonly price: TradePrice;
  readonly ledger: number;
}
/** By step and pair. Forgotten with the process: ledgers that went by while none looked do not count. */
export type Heights = Map<string, Height>;

/** Notes the prices of the newest ledger where some trailing stop follows them. */
export async function noteHeights(
  { database }: Pick<Runtime, "database">,
  market: LiveMarket,
  heights: Heights,
): Promise<void> {
  for (const step of STEPS)
    for (let pair = await pairAfter(step, ""); pair !== null; pair = await pairAfter(step, pair)) {
      const [base = "", counter = ""] = pair.split("/");
      const price = priceOf(step, bestPrices(market.index, { base: assetOfKey(base), counter: assetOfKey(counter) }));
      // At once: the market goes on while the next pair is looked for.
      const { ledger } = market;
      const key = `${step} ${pair}`;
      const former = heights.get(key);
      if (price && (!former || isFurther(step, price, former.price))) heights.set(key, { step, pair, price, ledger });
    }

  async function pairAfter(otherWatch: Step, last: string): Promise<string | null> {
    const next = await standingCollection(database).findOne(
      { state: "waiting", otherWatch, pair: { $gt: last } },
      { sort: { pair: 1 }, projection: { _id: 0, pair: 1 } },
    );
    return next?.pair ?? null;
  }
}

/**
 * Has trailing stops follow what was noted, those furthest behind first; what is too much for one look stays noted for the next.
 * Answers with what went wrong of some: that keeps the others from nothing.
 */
export async function raiseMarks(runtime: Runtime, heights: Heights, signal: AbortSignal): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const untilMs = performance.now() + LONGEST_MS;
  const isOver = () => signal.aborted || performance.now() > untilMs;
  const noted = [...heights];
  let room = MOST_RAISED;
  for (const [key, height] of noted) {
    const { step, pair, price, ledger } = height;
    if (room === 0 || isOver()) break;
    const behind = await standingCollection(runtime.database)
      .find(
        {
          state: "waiting",
          otherWatch: step,
          pair,
          otherTrigger: reachedBy(step, price),
          // What a ledger left before an order was placed is nothing that it saw.
          markLedger: { $lt: ledger },
          deleted: false,
        },
        { sort: { otherTrigger: step === "sell-higher" ? 1 : -1 }, limit: room },
      )
      .toArray();
    let left = behind.length;
    const owners = Map.groupBy(behind, ({ userId }) => userId).values();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (const orders of owners) {
        try {
          await raiseAll(runtime, orders, height);
          left -= orders.length;
        } catch (error) {
          failures.push(error);
        }
        // Only now, so that each look comes some way.
        if (isOver()) return;
      }
    });
    await Promise.all(workers);
    const isFollowed = behind.length < room && left === 0;
    heights.delete(key);
    // Other pairs come first in the next look.
    if (!isFollowed) heights.set(key, height);
    room -= behind.length;
  }
  return failures;
}

/** Of one owner, in one transaction. */
async function raiseAll(runtime: Runtime, orders: readonly StandingDocument[], height: Height): Promise<void> {
  const raised: [StandingDocument, string][] = [];
  for (const order of orders) {
    const mark = await markOf(runtime, order, height);
    if (mark !== null) raised.push([order, mark]);
  }
  if (raised.length === 0) return;
  await runtime.database.transaction(async (session) => {
    for (const [order, mark] of raised) {
      const { terms } = order;
      if (terms.kind !== "trailing-stop") continue;
      const moved = { mark, markLedger: height.ledger };
      const seal = sealRow(runtime.database, STANDING_KIND, { ...order, ...moved });
      // Whoever else moved it meanwhile comes first.
      await moveOrder(runtime, session, order, { ...moved, ...watchOf(terms, mark), seal });
    }
  });
}

/** Where its mark moves to; null where it stays. Nothing that somebody wrote past us is sealed anew. */
async function markOf(runtime: Runtime, order: StandingDocument, { price }: Height): Promise<string | null> {
  const { id, userId, terms, mark } = order;
  if (!isRowSealed(runtime.database, STANDING_KIND, order)) {
    await tellForged(runtime, `standing order ${id}`, { orderId: id, userId });
    return null;
  }
  if (terms.kind !== "trailing-stop") return null;
  const next = markAfter(terms, mark, price);
  return next === mark ? null : next;
}
