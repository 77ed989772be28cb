import { AlertDirection } from "#schemas/price-alerts.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { bestPrices, type LiveMarket, type MarketFeedView, marketNow } from "#server/standing-orders/index.ts";
import { moveAlert, tellAlert } from "./settle.ts";
import { type AlertContext, type AlertDocument, alertCollection } from "./store.ts";
import { decidingPrice, isThere, leftBy, reachedBy } from "./watch.ts";

/** Taken up at once; what is beyond comes in the next round, which follows at once. */
export const MOST_AT_ONCE = 500;
/** People whose alerts are written at the same time; those of one person come one after another. */
const PEOPLE_AT_ONCE = 8;

/** States of an alert that is looked at. */
const AWAITED = ["new", "waiting", "there"] as const;

interface Due {
  readonly alert: AlertDocument;
  readonly settle: () => Promise<void>;
}

/**
 * Looks once at every pair that somebody waits for, as the newest ledger left it: one query a pair, direction and state, whoever many
 * the alerts are. Answers whether there is `more` to do at once, or `nobody` waits for a price. Whatever goes wrong with one alert keeps no other from its turn;
 * throws after all then.
 */
export async function lookAtPrices(
  runtime: AlertContext,
  feed: MarketFeedView,
  signal: AbortSignal,
): Promise<"more" | "done" | "nobody"> {
  const market = marketNow(feed);
  if (market === null) return "done";
  if (!(await isAnyAwaited(runtime))) return "nobody";
  const due = [...(await newOnes(runtime, market)), ...(await movedOnes(runtime, market))];
  const queues = Map.groupBy(due, ({ alert }) => alert.userId).values();
  const failures: unknown[] = [];
  const workers = Array.from({ length: PEOPLE_AT_ONCE }, async () => {
    for (const queue of queues)
      for (const { settle } of queue) {
        if (signal.aborted) return;
        await settle().catch((error: unknown) => failures.push(error));
      }
  });
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
  return due.length >= MOST_AT_ONCE ? "more" : "done";
}

/** Whether anybody waits for a price at all: where nobody does, that is all that is asked. */
async function isAnyAwaited({ database }: AlertContext): Promise<boolean> {
  const awaited = { state: { $in: [...AWAITED] }, deleted: false };
  return (await alertCollection(database).findOne(awaited, { projection: { _id: 1 } })) !== null;
}

/** Those that nobody has looked at: they wait, or are there already. */
async function newOnes(runtime: AlertContext, market: LiveMarket): Promise<Due[]> {
  const found = await alertCollection(runtime.database)
    .find({ state: "new", deleted: false }, { limit: MOST_AT_ONCE })
    .toArray();
  const now = runtime.clock.now();
  return found.map((alert) => {
    if (![alert.base, alert.quote].every((key) => market.index.isListed(assetOfKey(key))))
      return { alert, settle: () => moveAlert(runtime, alert, { state: "unlisted" }) };
    const seen = decidingPrice(alert.direction, pricesOf(market, alert.pair));
    if (seen === null || !isThere(alert, seen))
      return { alert, settle: () => moveAlert(runtime, alert, { state: "waiting" }) };
    // Set anew within its rest: told when that is over, if the price still is there.
    if (alert.atOnce && rests(alert, now))
      return { alert, settle: () => moveAlert(runtime, alert, { state: "waiting" }) };
    if (!alert.atOnce) return { alert, settle: () => moveAlert(runtime, alert, { state: "there" }) };
    return { alert, settle: () => tellAlert(runtime, alert, seen) };
  });
}

/** Those whose price came there, and those that it has left. */
async function movedOnes(runtime: AlertContext, market: LiveMarket): Promise<Due[]> {
  const due: Due[] = [];
  const alerts = alertCollection(runtime.database);
  const now = runtime.clock.now();
  for (const state of ["waiting", "there"] as const)
    for (let pair = await pairAfter("", state); pair !== null; pair = await pairAfter(pair, state)) {
      const prices = pricesOf(market, pair);
      for (const direction of AlertDirection.options) {
        const seen = decidingPrice(direction, prices);
        if (seen === null || due.length >= MOST_AT_ONCE) continue;
        // What comes within its rest is told when that is over, if it still is there.
        const rested = state === "there" ? {} : { $or: [{ restsUntil: null }, { restsUntil: { $lte: now } }] };
        const trigger = state === "waiting" ? reachedBy(direction, seen) : leftBy(direction, seen);
        const found = await alerts
          .find({ state, pair, direction, trigger, deleted: false, ...rested }, { limit: MOST_AT_ONCE })
          .toArray();
        due.push(...found.flatMap((alert) => dueOf(alert, seen)));
      }
    }
  return due;

  function dueOf(alert: AlertDocument, seen: TradePrice): readonly Due[] {
    if (isThere(alert, seen) !== (alert.state === "waiting")) return [];
    if (alert.state === "there") return [{ alert, settle: () => moveAlert(runtime, alert, { state: "waiting" }) }];
    return [{ alert, settle: () => tellAlert(runtime, alert, seen) }];
  }

  async function pairAfter(last: string, state: AlertDocument["state"]): Promise<string | null> {
    const next = await alerts.findOne(
      { state, deleted: false, pair: { $gt: last } },
      { sort: { pair: 1 }, projection: { _id: 0, pair: 1 } },
    );
    return next?.pair ?? null;
  }
}

function rests({ restsUntil }: AlertDocument, now: Date): boolean {
  return restsUntil !== null && restsUntil > now;
}

function pricesOf({ index }: LiveMarket, pair: string) {
  const [base = "", counter = ""] = pair.split("/");
  return bestPrices(index, { base: assetOfKey(base), counter: assetOfKey(counter) });
}
