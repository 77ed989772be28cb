import { AppError } from "#schemas/errors.ts";
import { MAX_CANCELLED, type OrderCancel, type OrderCancelInput } from "#schemas/trading.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import type { Records } from "./account-records.ts";
import { openOrders } from "./open-orders.ts";
import { cancelSteps, isUnderWay, offeredBy, sidesOf } from "./own-orders.ts";
import { planTrade, type TradeDeps, type TradePlan, walletOf } from "./plan-trade.ts";
import { recordTrade, type Trader } from "./record-trade.ts";
import { reserveOf, sums } from "./rules.ts";
import { impossible, type Portion, type Wish } from "./wish.ts";

export interface CancelPlan extends TradePlan {
  readonly offerIds: readonly string[];
  /** Orders that one transaction does not take in. */
  readonly more: number;
  /** What can be spent again. */
  readonly frees: readonly Portion[];
}

/**
 * Works out what cancelling takes and frees; `order-unknown` stands against it where one of those named, or any at all, is not
 * open. Throws `wallet-not-ready` and `network-unreachable`.
 */
export async function planCancel(deps: TradeDeps, userId: number, cancel: OrderCancel): Promise<CancelPlan> {
  const account = await walletOf(deps.runtime, userId);
  const found = await ordersOf(deps.runtime, userId, cancel);
  const rows = found.slice(0, MAX_CANCELLED);
  const frees = sums([
    ...rows.map((row) => ({ asset: sidesOf(row).given, amount: offeredBy(row) })),
    { asset: NATIVE, amount: reserveOf(rows.length) },
  ]);
  const unknown = impossible("trade", [new AppError("order-unknown")], []);
  const plan = await planTrade(deps, account, rows.length === 0 ? unknown : wishOf(account._id, rows, frees));
  return { ...plan, offerIds: rows.map(({ offerId }) => offerId), more: found.length - rows.length, frees };
}

/** Accepts the cancelling of orders; see {@link recordTrade}. */
export function cancelOrders(
  deps: TradeDeps,
  trader: Trader,
  { cancel, agreed, idempotencyKey }: OrderCancelInput,
): Promise<SubmissionDocument> {
  const confirmation = { agreed, idempotencyKey, content: ["cancel", cancel] };
  return recordTrade(deps, trader, confirmation, () => planCancel(deps, trader.userId, cancel));
}

async function ordersOf({ database }: Runtime, userId: number, cancel: OrderCancel): Promise<OrderDocument[]> {
  const open = await openOrders(database, null, userId);
  const rows = open.filter((row) => isMeant(row, cancel));
  // Of those that were named, all or none.
  return cancel.which === "these" && rows.length < new Set(cancel.offerIds).size ? [] : rows;
}

function isMeant({ offerId, base, quote }: OrderDocument, cancel: OrderCancel): boolean {
  switch (cancel.which) {
    case "all":
      return true;
    case "these":
      return cancel.offerIds.includes(offerId);
    case "pair":
      return (base === cancel.base && quote === cancel.quote) || (base === cancel.quote && quote === cancel.base);
  }
}

/** It moves nothing: whatever else is wrong with an asset, its orders can be taken back. */
function wishOf(source: string, rows: readonly OrderDocument[], frees: readonly Portion[]): Wish {
  return {
    kind: "trade",
    steps: cancelSteps(source, rows),
    gives: [],
    takes: [],
    through: [],
    freed: { given: frees, taken: [] },
    reserves: 0,
    charged: { operation: "trade", portions: [] },
    refusals: [],
    against: (records) => cancelRefusals(records, rows),
  };
}

/** An order that is being edited can be cancelled: the cancelling comes after, and wins. */
function cancelRefusals(records: Records, rows: readonly OrderDocument[]): AppError[] {
  const isGone = rows.some(({ offerId }) => !records.open.some((order) => order.offerId === offerId));
  if (isGone) return [new AppError("order-unknown")];
  const isCancelling = rows.some(({ offerId }) => isUnderWay(records, offerId, ["cancel_offer"]));
  return isCancelling ? [new AppError("order-under-way")] : [];
}
