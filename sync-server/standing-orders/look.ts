import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { Listing } from "#server/listed-assets/index.ts";
import { announcePayments } from "./announce-payments.ts";
import { beginPayment } from "./begin-payment.ts";
import { beginRun, type StandingDeps } from "./begin-run.ts";
import { endDelisted, type Swept } from "./end-delisted.ts";
import { type LiveMarket, marketNow } from "./market.ts";
import { bestPrices } from "./prices.ts";
import { settleRuns } from "./settle-runs.ts";
import { isPaymentOrder, type StandingDocument, standingCollection, moveOrder } from "./store.ts";
import { tellOf } from "./tell.ts";
import { type Heights, noteHeights, raiseMarks } from "./raise-marks.ts";
import { metLeg, priceOf, reachedBy, WATCHES } from "./watches.ts";

/** Owners whose runs begin at the same time; those of one owner begin one after another. */
const AT_ONCE = 8;
/** How long an order rests whose run could not go out for a passing reason, in ms: twice as long each time. */
const REST_MS = 1000;
/** What passes within a minute or so (an index that was behind, prices of a server that just began) holds nothing up for longer. */
const SHORT_REST_MS = 8000;
const SHORT_RESTS = 10;
const LONGEST_REST_MS = 60_000;

/** Orders that are left alone for a while, by id. */
export type Resting = Map<number, { readonly untilMs: number; readonly times: number }>;

/** What a process keeps from one look to the next. */
export interface Memory {
  readonly resting: Resting;
  readonly heights: Heights;
  readonly swept: Swept;
}

/**
 * Looks once at everything that is kept: notes what became of runs, ends what is past its end, announces payments, and begins what
 * is due by the time or by the prices of the newest ledger; then has trailing stops follow those. Whatever goes wrong with one order
 * keeps no other from its turn; throws after all then.
 */
export async function look(
  deps: StandingDeps & { readonly listing: () => Promise<Listing> },
  { resting, heights, swept }: Memory,
  signal: AbortSignal,
): Promise<void> {
  const { runtime, feed } = deps;
  await settleRuns(runtime, signal);
  await expireOrders(runtime, signal);
  await endDelisted(runtime, await deps.listing(), swept, signal);
  await announcePayments(runtime, signal);
  const market = marketNow(feed);
  if (market) await noteHeights(runtime, market, heights);
  const found = [...(await dueOrders(runtime)), ...(market ? await reachedOrders(runtime, market) : [])];
  await forgetOthers(runtime, resting, new Set(found.map(({ id }) => id)));
  const rested = found.filter(({ id }) => (resting.get(id)?.untilMs ?? 0) <= performance.now());
  const queues = Map.groupBy(rested, ({ userId }) => userId).values();
  const failures: unknown[] = [];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const queue of queues) for (const order of queue) await begin(order);
  });
  await Promise.all(workers);
  failures.push(...(await raiseMarks(runtime, heights, signal)));
  if (failures.length > 0) throw failures[0];

  async function begin(order: StandingDocument): Promise<void> {
    if (signal.aborted) return;
    try {
      const came = await (isPaymentOrder(order) ? beginPayment(deps, order) : beginRun(deps, order));
      if (came === "waits") rest(resting, order.id);
      else resting.delete(order.id);
    } catch (error) {
      rest(resting, order.id);
      failures.push(error);
    }
  }
}

function rest(resting: Resting, id: number): void {
  const times = (resting.get(id)?.times ?? 0) + 1;
  resting.set(id, { untilMs: performance.now() + restMs(times), times });
}

/** How long an order rests, in ms, that has been kept from going out `times` times in a row. */
export function restMs(times: number): number {
  return Math.min(REST_MS * 2 ** (times - 1), times <= SHORT_RESTS ? SHORT_REST_MS : LONGEST_REST_MS);
}

/** What is not due any more, since its price went away, is no longer kept from going out. */
async function forgetOthers(runtime: Runtime, resting: Resting, found: ReadonlySet<number>): Promise<void> {
  for (const id of resting.keys()) {
    if (found.has(id)) continue;
    resting.delete(id);
    const order = await standingCollection(runtime.database).findOne({ id, state: "waiting", deleted: false });
    if (!order?.trouble) continue;
    await runtime.database.transaction((session) => moveOrder(runtime, session, order, { reason: "", trouble: null }));
  }
}

async function expireOrders(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const { database, clock } = runtime;
  const late = standingCollection(database).find({
    state: "waiting",
    expiresAt: { $lte: clock.now() },
    deleted: false,
  });
  for (const order of await late.toArray()) {
    if (signal.aborted) return;
    await database.transaction(async (session) => {
      const isMoved = await moveOrder(runtime, session, order, {
        state: "expired",
        reason: "",
        trouble: null,
        nextAt: null,
      });
      if (isMoved) await tellOf(runtime, session, order, "durable-expired");
    });
  }
}

function dueOrders({ database, clock }: Runtime): Promise<StandingDocument[]> {
  return standingCollection(database)
    .find({ state: "waiting", nextAt: { $lte: clock.now() }, deleted: false }, { sort: { nextAt: 1 } })
    .toArray();
}

/** Those whose price the newest ledger left. */
async function reachedOrders({ database }: Runtime, market: LiveMarket): Promise<StandingDocument[]> {
  const found: StandingDocument[] = [];
  for (let pair = await pairAfter(""); pair !== null; pair = await pairAfter(pair)) {
    const [base = "", counter = ""] = pair.split("/");
    const prices = bestPrices(market.index, { base: assetOfKey(base), counter: assetOfKey(counter) });
    for (const watch of WATCHES) {
      const price = priceOf(watch, prices);
      if (!price) continue;
      const trigger = reachedBy(watch, price);
      for (const by of [
        { watch, trigger },
        { otherWatch: watch, otherTrigger: trigger },
      ]) {
        const reached = await standingCollection(database)
          .find({ state: "waiting", pair, ...by, deleted: false })
          .toArray();
        found.push(...reached.filter((order) => !isPaymentOrder(order) && metLeg(order, prices) !== null));
      }
    }
  }
  return found.toSorted((one, other) => one.id - other.id);

  async function pairAfter(last: string): Promise<string | null> {
    const next = await standingCollection(database).findOne(
      { state: "waiting", pair: { $gt: last } },
      { sort: { pair: 1 }, projection: { _id: 0, pair: 1 } },
    );
    return next?.pair ?? null;
  }
}
