import { AppError } from "#schemas/errors.ts";
import { poolWithdrawal } from "#schemas/values/exchange.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { PoolWithdrawInput, PoolWithdrawTerms } from "#schemas/trading.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { LedgerPool } from "#server/platform/network/markets.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { isTradeStep } from "#server/platform/submissions/trade-steps.ts";
import { checkAmount, collect, reach } from "#server/wallet/index.ts";
import type { Records } from "./account-records.ts";
import { planTrade, type TradeDeps, type TradePlan, walletOf } from "./plan-trade.ts";
import type { PoolAmounts } from "./pool-deposit.ts";
import { recordTrade, type Trader } from "./record-trade.ts";
import { reserveOf } from "./rules.ts";
import { impossible, NOTHING_FREED, type Wish } from "./wish.ts";

export interface PoolWithdrawPlan extends TradePlan {
  readonly poolLedger: number;
  /** Null where the terms cannot be read. */
  readonly now: PoolAmounts | null;
  /** Whether these are all of the account's shares. */
  readonly isAll: boolean;
}

/** Stroops. */
interface Withdrawal {
  readonly shares: bigint;
  readonly minA: bigint;
  readonly minB: bigint;
}

/** Works out a withdrawal as the pool stands. Throws `pool-missing`, `wallet-not-ready` and `network-unreachable`. */
export async function planPoolWithdraw(
  deps: TradeDeps,
  userId: number,
  terms: PoolWithdrawTerms,
): Promise<PoolWithdrawPlan> {
  const account = await walletOf(deps.runtime, userId);
  const found = await reach(deps.network.pools([terms.poolId], account._id));
  const pool = found.byId.get(terms.poolId);
  const held = found.shares.get(terms.poolId) ?? 0n;
  const refusals: AppError[] = [];
  if (!pool) {
    const plan = await planTrade(deps, account, impossible("pool", [new AppError("pool-missing")], []));
    return { ...plan, poolLedger: found.ledger, now: null, isAll: false };
  }
  const withdrawal = collect(refusals, () => readWithdrawal(terms));
  const now = withdrawal ? (collect(refusals, () => amountsOf(withdrawal, pool, held)) ?? null) : null;
  const isAll = withdrawal?.shares === held;
  const wish =
    withdrawal && now
      ? wishOf(account._id, pool, withdrawal, { now, isAll })
      : impossible("pool", refusals, [pool.assetA, pool.assetB]);
  return { ...(await planTrade(deps, account, wish)), poolLedger: found.ledger, now, isAll };
}

/** Accepts a withdrawal; see {@link recordTrade}. */
export function withdrawFromPool(
  deps: TradeDeps,
  trader: Trader,
  { withdrawal, agreed, idempotencyKey }: PoolWithdrawInput,
): Promise<SubmissionDocument> {
  const confirmation = { agreed, idempotencyKey, content: ["withdraw", withdrawal] };
  return recordTrade(deps, trader, confirmation, () => planPoolWithdraw(deps, trader.userId, withdrawal));
}

/** The least may be nothing. Throws what is wrong with an amount. */
function readWithdrawal({ shares, minA, minB }: PoolWithdrawTerms): Withdrawal {
  const least = (text: string) => (/^0*(?:\.0*)?$/.test(text.trim()) && text.trim() !== "" ? 0n : checkAmount(text));
  return { shares: checkAmount(shares), minA: least(minA), minB: least(minB) };
}

/** What the ledger would give right now. Throws `pool-shares-too-low`, `pool-empty` and `pool-below-minimum`. */
function amountsOf({ shares, minA, minB }: Withdrawal, pool: LedgerPool, held: bigint): PoolAmounts {
  const { totalShares, reserveA, reserveB } = pool;
  if (totalShares === 0n) throw new AppError("pool-empty");
  if (shares > held) throw new AppError("pool-shares-too-low", { shares: formatAmountShort(held) });
  const amountA = poolWithdrawal(shares, totalShares, reserveA);
  const amountB = poolWithdrawal(shares, totalShares, reserveB);
  if (amountA < minA || amountB < minB) throw new AppError("pool-below-minimum");
  return { amountA, amountB, shares };
}

/** The line that holds shares counts twice. */
const SHARES_RESERVES = 2;

function wishOf(
  source: string,
  pool: LedgerPool,
  { shares, minA, minB }: Withdrawal,
  { now, isAll }: { readonly now: PoolAmounts; readonly isAll: boolean },
): Wish {
  const { poolId, assetA, assetB } = pool;
  const taken: Step = {
    type: "pool_withdraw",
    source,
    poolId,
    assetA,
    assetB,
    shares: String(shares),
    minA: String(minA),
    minB: String(minB),
  };
  return {
    kind: "pool",
    steps: isAll ? [taken, { type: "pool_untrust", source, assetA, assetB }] : [taken],
    gives: [],
    takes: [
      { asset: assetA, amount: minA },
      { asset: assetB, amount: minB },
    ],
    through: [],
    freed: isAll ? { given: [{ asset: NATIVE, amount: reserveOf(SHARES_RESERVES) }], taken: [] } : NOTHING_FREED,
    effect: {
      leaves: [],
      comes: [
        { asset: assetA, amount: now.amountA },
        { asset: assetB, amount: now.amountB },
      ],
    },
    reserves: 0,
    charged: { operation: "amm", portions: [] },
    refusals: [],
    against: (records) => refuseOtherShares(records, poolId),
  };
}

/** Shares are nothing that is kept back: of the same pool, one change goes after the other. */
function refuseOtherShares({ underWay }: Records, poolId: string): AppError[] {
  const isChanging = underWay.some((step) => isTradeStep(step) && "poolId" in step && step.poolId === poolId);
  return isChanging ? [new AppError("pool-under-way")] : [];
}
