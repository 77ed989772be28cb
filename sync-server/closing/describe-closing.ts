import type { CloseReviewOutput } from "#schemas/closing.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { ClaimableDocument } from "#server/claimables/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { type AssetName, assetKey, isSameAsset } from "#server/platform/network/assets.ts";
import { liveOrdersOf, type StandingDocument } from "#server/standing-orders/index.ts";
import { neededOf } from "#server/wallet/index.ts";
import { type ClosingDeps, closingCollection, planWayOut, readStanding } from "./close-account.ts";
import type { Holdings } from "./holdings.ts";
import type { Moves } from "./moves.ts";
import type { ClosingPlan } from "./plan-closing.ts";

/** Everything that stands against closing the account whoever gets it, and the XLM that has to go somewhere. */
export async function describeClosing(runtime: Runtime, userId: number) {
  // Read before the balances, which are then at least as new.
  const asOfLedger = await ingestedLedger(runtime.database, null);
  const [closing, { holdings, refusals }] = await Promise.all([
    closingCollection(runtime).findOne({ _id: userId, state: "merging" }),
    readStanding(runtime, userId, null),
  ]);
  return {
    isClosing: closing !== null,
    xlmLeft: formatAmount(BigInt(holdings?.account.balance ?? "0")),
    asOfLedger,
    refusals: refusals.map(({ told }) => told),
  };
}

/** Everything that closing towards somebody does, and what stands against it. Throws what keeps it from being worked out. */
export async function reviewClosing(
  deps: Pick<ClosingDeps, "runtime" | "network" | "guard">,
  userId: number,
  { sendRestTo, memo = "" }: { readonly sendRestTo: string; readonly memo?: string | undefined },
): Promise<CloseReviewOutput> {
  const { runtime } = deps;
  const asOfLedger = await ingestedLedger(runtime.database, null);
  const { holdings, refusals } = await readStanding(runtime, userId, null);
  const plan = await planWayOut(deps, userId, holdings, { sendRestTo, memo });
  const { moves, receiver } = plan;
  return {
    to: receiver,
    memo,
    asOfLedger,
    xlm: xlmOf(plan),
    assets: assetsOf(plan),
    ...tradesOf(moves),
    ...standingOf(await liveOrdersOf(runtime, userId)),
    lines: moves.lines,
    ...claimablesOf(holdings),
    refusals: [...refusals, ...plan.refusals].map(({ told }) => told),
    announced:
      plan.reasons.length === 0 ? null : { waitHours: plan.waitHours, reasons: plan.reasons.map(({ told }) => told) },
    needsApproval: plan.needsApproval,
    needsOwnKey: holdings?.account.isShared ?? false,
    ...(await neededOf(runtime, { userId }, plan.needs)),
  };
}

function standingOf(live: readonly StandingDocument[]): Pick<CloseReviewOutput, "standingOrders" | "repeatedPayments"> {
  const [standingOrders, repeatedPayments] = [[], []] as [
    CloseReviewOutput["standingOrders"],
    CloseReviewOutput["repeatedPayments"],
  ];
  for (const { uid, terms } of live)
    if (terms.kind === "payment")
      repeatedPayments.push({ uid, asset: terms.asset, amount: terms.amount, every: terms.every });
    else standingOrders.push({ uid, kind: terms.kind, base: terms.base, quote: terms.quote });
  return { standingOrders, repeatedPayments };
}

function xlmOf({ moves: { xlm, reserve }, fee }: ClosingPlan): CloseReviewOutput["xlm"] {
  return {
    amount: formatAmount(xlm),
    reserve: formatAmount(reserve),
    fee: formatAmount(fee),
    arrives: formatAmount(xlm > fee ? xlm - fee : 0n),
  };
}

function assetsOf({ moves, problems }: ClosingPlan): CloseReviewOutput["assets"] {
  return moves.assets.map(({ asset, amount }) => {
    const problem = problems.find((each) => isSameAsset(each.asset, asset));
    return { ...named(asset, formatAmount(amount)), problem: problem?.refusal.told ?? null };
  });
}

function tradesOf({ orders, pools }: Moves): Pick<CloseReviewOutput, "orders" | "pools"> {
  return {
    orders: orders.map(({ uid, side, base, quote, amount }) => ({ uid, side, base, quote, amount })),
    pools: pools
      .filter(({ shares }) => shares > 0n)
      .map(({ poolId, assetA, assetB, amountA, amountB }) => ({
        uid: poolId,
        assetA: assetKey(assetA),
        amountA: formatAmount(amountA),
        assetB: assetKey(assetB),
        amountB: formatAmount(amountB),
      })),
  };
}

function claimablesOf(holdings: Holdings | null): Pick<CloseReviewOutput, "unclaimed" | "setAside"> {
  return {
    unclaimed: (holdings?.unclaimed ?? []).map((row) => ({ ...claimable(row), from: row.from })),
    setAside: (holdings?.setAside ?? []).map((row) => {
      const [first] = row.windows;
      return { ...claimable(row), backFrom: first ? (first.from ?? row.createdAt.toISOString()) : null };
    }),
  };
}

function claimable(row: ClaimableDocument) {
  return { ...named(row, row.amount), uid: row.uid };
}

function named({ assetCode, issuer }: AssetName, amount: string) {
  return { assetCode, issuer: issuer === "" ? null : issuer, amount };
}
