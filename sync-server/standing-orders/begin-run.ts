import type { ClientSession } from "mongodb";
import { say } from "#schemas/say.ts";
import { isByPrice, type Leg } from "#schemas/standing-legs.ts";
import type { StandingRun } from "#schemas/standing-orders.ts";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { priceText } from "#schemas/values/price.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import type { MarketSides } from "#server/markets/index.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import type { AcceptDeps } from "#server/platform/submissions/accept.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { recordTrade, walletOf } from "#server/trading/index.ts";
import { type LiveMarket, type MarketFeedView, marketOf, pairOf } from "./market.ts";
import { PASSING } from "./passing.ts";
import { averageOf, planRun } from "./plan-run.ts";
import { bestPrices } from "./prices.ts";
import { keptReason, NOTHING_CAME, stateAfter, withRun } from "./runs.ts";
import { isAheadOfPlan, knownSince, nextRunAt } from "./schedule.ts";
import { STANDING_KIND, type TradeOrder, isOneShot, moveOrder } from "./store.ts";
import { discreet, tellOf } from "./tell.ts";
import { metLeg } from "./watches.ts";

export interface StandingDeps extends AcceptDeps {
  readonly network: StellarNetwork;
  readonly feed: MarketFeedView;
  readonly sides: MarketSides;
  /** Called when a run was accepted: the worker of submissions need not wait for its next look. */
  readonly onAccepted: () => void;
}

/** Reasons that may pass or last: fees above what was agreed, a market that stands empty, an asset that is not listed. */
const PATIENT: readonly ErrorCode[] = ["fees-risen", "quote-no-path", "market-assets-unlisted"];
/** How long such a reason may stand until it counts as lasting. */
export const PATIENCE_MS = 3_600_000;

/** Somebody else changed the order first: nothing of the run may stand. */
export class OrderMovedError extends Error {}

/** What was seen of the market when a run began. */
interface Sight {
  readonly ledger: number;
  readonly price: TradePrice | null;
}

/**
 * Begins the next run of an order that is due: its submission is accepted in one transaction with the order's moving on, so that
 * wherever a process dies there are both or neither. What lastingly stands against it ends the order or skips the run;
 * what passes is tried again. `waits` also where the price no longer stands, `moved` where somebody else changed the order.
 */
export async function beginRun(deps: StandingDeps, order: TradeOrder): Promise<"begun" | "missed" | "waits" | "moved"> {
  const { runtime, network, guard, sides } = deps;
  const { userId, id, terms, runsBegun } = order;
  if (!isRowSealed(runtime.database, STANDING_KIND, order) || isAheadOfPlan(order, runtime.clock.now())) {
    await tellForged(runtime, `standing order ${id}`, { orderId: id, userId });
    return "waits";
  }
  const trade = { runtime, network, guard, sides };
  const sight: { seen: Sight } = { seen: { ledger: 0, price: null } };
  try {
    const market = marketOf(deps.feed, terms);
    sight.seen = lookAt(market, order);
    const leg = metLeg(order, bestPrices(market.index, pairOf(terms)));
    const due = isByPrice(terms) ? leg : terms;
    if (due === null) return "waits";
    const wallet = await walletOf(runtime, userId);
    if (wallet.isShared) throw new AppError("durable-own-key");
    const payer = { userId, address: wallet._id };
    await recordTrade(
      trade,
      // They showed who they are when they placed it.
      { userId, prove: () => Promise.resolve() },
      {
        // No key that a device makes has a colon: nobody can take this one for something else.
        idempotencyKey: `durable:${id}:${runsBegun + 1}`,
        agreed: order.agreed,
        content: ["durable", id, runsBegun + 1],
        knownSince: knownSince(order),
        alongside: (session, submission) => noteBegun(runtime, session, order, { ...sight.seen, leg }, submission),
      },
      async () => {
        const run = await planRun(trade, market, payer, due, runsBegun + 1);
        const [refusal] = run.marketRefusals;
        if (refusal) throw refusal;
        if (run.quote) sight.seen = { ...sight.seen, price: averageOf(terms, run.quote) };
        return run.trade;
      },
    );
  } catch (error) {
    if (error instanceof OrderMovedError) return "moved";
    if (!(error instanceof AppError)) throw error;
    return noteRefused(deps, order, sight.seen, error);
  }
  deps.onAccepted();
  return "begun";
}

function lookAt({ index, ledger }: LiveMarket, { terms }: TradeOrder): Sight {
  if (!isByPrice(terms)) return { ledger, price: null };
  const { bid, ask } = bestPrices(index, pairOf(terms));
  return { ledger, price: terms.side === "sell" ? bid : ask };
}

async function noteBegun(
  runtime: Runtime,
  session: ClientSession,
  order: TradeOrder,
  { leg, ...sight }: Sight & { readonly leg: Leg | null },
  { id: submissionId }: SubmissionDocument,
): Promise<void> {
  const now = runtime.clock.now();
  const isMoved = await moveOrder(runtime, session, order, {
    state: "running",
    reason: "",
    trouble: null,
    submissionId,
    runsBegun: order.runsBegun + 1,
    runs: withRun(order, { ...runOf(order, sight, now), outcome: "under-way", submissionId }),
    nextAt: nextRunAt(order, now),
  });
  if (!isMoved) throw new OrderMovedError();
  if (leg)
    await tellOf(
      runtime,
      session,
      { ...order, runsBegun: order.runsBegun + 1 },
      "durable-triggered",
      whichOf(order, leg),
    );
}

/** Of two prices, which one it was. */
function whichOf({ terms }: TradeOrder, { kind }: Leg): string {
  if (terms.kind !== "oco") return "";
  return say(kind === "stop-limit" ? "said.stop-reached" : "said.take-profit-reached");
}

function runOf({ runsBegun }: TradeOrder, { ledger, price }: Sight, now: Date): StandingRun {
  return {
    number: runsBegun + 1,
    outcome: "missed",
    reason: "",
    at: now.toISOString(),
    ledger,
    price: price && priceText(price.n, price.d),
    submissionId: null,
    hash: "",
  };
}

async function noteRefused(
  { runtime }: StandingDeps,
  order: TradeOrder,
  sight: Sight,
  refusal: AppError,
): Promise<"missed" | "waits" | "moved"> {
  const now = runtime.clock.now();
  const isPassing = PASSING.includes(refusal.code) || isPatient(order, refusal, now);
  // What the account has may not be known yet as of the ledger whose price was seen.
  if (!isPassing && (await ingestedLedger(runtime.database, null)) < sight.ledger) return "waits";
  if (isPassing && order.trouble?.code === refusal.code) return "waits";
  const isNoted = await runtime.database.transaction((session) =>
    isPassing
      ? moveOrder(runtime, session, order, {
          reason: keptReason(refusal.said),
          trouble: { code: refusal.code, since: now },
        })
      : miss(runtime, session, order, sight, refusal),
  );
  if (!isNoted) return "moved";
  return isPassing ? "waits" : "missed";
}

function isPatient({ trouble }: TradeOrder, { code }: AppError, now: Date): boolean {
  if (!PATIENT.includes(code)) return false;
  return trouble?.code !== code || now.getTime() - trouble.since.getTime() < PATIENCE_MS;
}

async function miss(
  runtime: Runtime,
  session: ClientSession,
  order: TradeOrder,
  sight: Sight,
  refusal: AppError,
): Promise<boolean> {
  const now = runtime.clock.now();
  const reason = keptReason(refusal.said);
  const nextAt = nextRunAt(order, now);
  const after = stateAfter({ ...order, nextAt }, reason);
  const isMoved = await moveOrder(runtime, session, order, {
    ...after,
    trouble: null,
    runsBegun: order.runsBegun + 1,
    runsMissed: order.runsMissed + 1,
    runs: withRun(order, { ...runOf(order, sight, now), reason }),
    nextAt,
  });
  if (!isMoved) return false;
  const told = { ...order, runsBegun: order.runsBegun + 1 };
  if (!isOneShot(order.terms)) await tellOf(runtime, session, told, "durable-missed", discreet(refusal));
  if (after.state === "done") await tellOf(runtime, session, told, "durable-done");
  if (after.state === "failed")
    await tellOf(runtime, session, told, "durable-failed", isOneShot(order.terms) ? discreet(refusal) : NOTHING_CAME);
  return true;
}
