import { AppError } from "#schemas/errors.ts";
import { firstPoolShares, isPriceWithin } from "#schemas/values/exchange.ts";
import { ledgerPrice } from "#schemas/values/ledger-price.ts";
import { MAX_STROOPS, mulDiv, type Price } from "#schemas/values/money.ts";
import type { PoolDepositInput, PoolDepositTerms } from "#schemas/trading.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { LedgerPool } from "#server/platform/network/markets.ts";
import { isPoolOrder, poolIdOf } from "#server/platform/network/pool-assets.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { checkAmount, collect, reach } from "#server/wallet/index.ts";
import { type AskedPrice, readAskedPrice } from "./offer-terms.ts";
import { planTrade, type TradeDeps, type TradePlan, walletOf } from "./plan-trade.ts";
import { readAsset } from "./read-assets.ts";
import { recordTrade, type Trader } from "./record-trade.ts";
import { impossible, NOTHING_FREED, type Wish } from "./wish.ts";

/** What a deposit comes to, in stroops; A and B are those of the request. */
export interface PoolAmounts {
  readonly amountA: bigint;
  readonly amountB: bigint;
  readonly shares: bigint;
}

export interface PoolDepositPlan extends TradePlan {
  readonly poolId: string;
  readonly poolLedger: number;
  readonly exists: boolean;
  /** Null where the terms cannot be read, or nothing would come of it. */
  readonly now: PoolAmounts | null;
}

/** Terms as read, in the pool's own order; stroops. */
interface Deposit {
  readonly assetA: AssetName;
  readonly assetB: AssetName;
  readonly maxA: bigint;
  readonly maxB: bigint;
  readonly minPrice: Price;
  readonly maxPrice: Price;
}

/** Works out a deposit as the pool stands. Throws `asset-unknown`, `wallet-not-ready` and `network-unreachable`. */
export async function planPoolDeposit(
  deps: TradeDeps,
  userId: number,
  terms: PoolDepositTerms,
): Promise<PoolDepositPlan> {
  const account = await walletOf(deps.runtime, userId);
  const [one, other] = [readAsset(terms.assetA), readAsset(terms.assetB)];
  const isInOrder = isPoolOrder(one, other);
  const [assetA, assetB] = isInOrder ? [one, other] : [other, one];
  const poolId = poolIdOf({ assetA, assetB });
  const found = await reach(deps.network.pools([poolId], account._id));
  const pool = found.byId.get(poolId) ?? null;
  const refusals: AppError[] = [];
  const bounds = collect(refusals, () => readBounds(terms, isInOrder));
  const deposit = bounds && { assetA, assetB, ...bounds };
  const amounts = deposit ? collect(refusals, () => amountsOf(deposit, pool)) : undefined;
  const hasLine = found.shares.has(poolId);
  const wish =
    deposit && amounts
      ? wishOf(account._id, poolId, { deposit, amounts, hasLine })
      : impossible("pool", refusals, [assetA, assetB]);
  const plan = await planTrade(deps, account, wish);
  const { amountA = 0n, amountB = 0n, shares = 0n } = amounts ?? {};
  const seen = isInOrder ? { amountA, amountB, shares } : { amountA: amountB, amountB: amountA, shares };
  return { ...plan, poolId, poolLedger: found.ledger, exists: pool !== null, now: amounts ? seen : null };
}

/** Accepts a deposit; see {@link recordTrade}. */
export function depositToPool(
  deps: TradeDeps,
  trader: Trader,
  { deposit, agreed, idempotencyKey }: PoolDepositInput,
): Promise<SubmissionDocument> {
  const confirmation = { agreed, idempotencyKey, content: ["deposit", deposit] };
  return recordTrade(deps, trader, confirmation, () => planPoolDeposit(deps, trader.userId, deposit));
}

/** Throws what is wrong with an amount, `price-malformed` and `price-too-extreme`. */
function readBounds(terms: PoolDepositTerms, isInOrder: boolean): Omit<Deposit, "assetA" | "assetB"> {
  const [maxA, maxB] = [checkAmount(terms.maxA), checkAmount(terms.maxB)];
  const [least, most] = [readAskedPrice(terms.minPrice), readAskedPrice(terms.maxPrice)];
  if (!isInOrder) return { maxA: maxB, maxB: maxA, ...between(turned(most), turned(least)) };
  return { maxA, maxB, ...between(least, most) };
}

/** On the safe side: what is between the ledger's prices is between those that were asked for. */
function between(least: AskedPrice, most: AskedPrice): Pick<Deposit, "minPrice" | "maxPrice"> {
  const [minPrice, maxPrice] = [ledgerPrice(least, "up"), ledgerPrice(most, "down")];
  if (!minPrice || !maxPrice) throw new AppError("price-too-extreme");
  if (BigInt(minPrice.n) * BigInt(maxPrice.d) > BigInt(maxPrice.n) * BigInt(minPrice.d))
    throw new AppError("pool-price-moved");
  return { minPrice, maxPrice };
}

function turned({ n, d }: AskedPrice): AskedPrice {
  return { n: d, d: n };
}

/** What the ledger would take right now. Throws `pool-price-moved` and `pool-deposit-too-small`. */
function amountsOf({ maxA, maxB, minPrice, maxPrice }: Deposit, pool: LedgerPool | null): PoolAmounts {
  const amounts = !pool || pool.totalShares === 0n ? firstDeposit(maxA, maxB) : laterDeposit(maxA, maxB, pool);
  const { amountA, amountB, shares } = amounts;
  if (shares <= 0n || amountA <= 0n || amountB <= 0n) throw new AppError("pool-deposit-too-small");
  if (!isPriceWithin(amountA, amountB, minPrice, maxPrice)) throw new AppError("pool-price-moved");
  return amounts;
}

function firstDeposit(amountA: bigint, amountB: bigint): PoolAmounts {
  return { amountA, amountB, shares: firstPoolShares(amountA, amountB) };
}

function laterDeposit(maxA: bigint, maxB: bigint, { totalShares, reserveA, reserveB }: LedgerPool): PoolAmounts {
  const [byA, byB] = [mulDiv(totalShares, maxA, reserveA, "down"), mulDiv(totalShares, maxB, reserveB, "down")];
  const shares = byA < byB ? byA : byB;
  if (shares > MAX_STROOPS - totalShares) throw new AppError("amount-too-large");
  return {
    shares,
    amountA: mulDiv(shares, reserveA, totalShares, "up"),
    amountB: mulDiv(shares, reserveB, totalShares, "up"),
  };
}

/** The line that holds shares counts twice. */
const SHARES_RESERVES = 2;

interface Deposited {
  readonly deposit: Deposit;
  readonly amounts: PoolAmounts;
  readonly hasLine: boolean;
}

function wishOf(source: string, poolId: string, { deposit, amounts, hasLine }: Deposited): Wish {
  const { assetA, assetB, maxA, maxB, minPrice, maxPrice } = deposit;
  const gives = [
    { asset: assetA, amount: maxA },
    { asset: assetB, amount: maxB },
  ];
  const steps: Step[] = hasLine ? [] : [{ type: "pool_trust", source, assetA, assetB }];
  return {
    kind: "pool",
    steps: [
      ...steps,
      {
        type: "pool_deposit",
        source,
        poolId,
        assetA,
        assetB,
        maxA: String(maxA),
        maxB: String(maxB),
        minPrice,
        maxPrice,
      },
    ],
    gives,
    takes: [],
    through: [],
    freed: NOTHING_FREED,
    effect: {
      leaves: [
        { asset: assetA, amount: amounts.amountA },
        { asset: assetB, amount: amounts.amountB },
      ],
      comes: [],
    },
    spending: {
      kind: "pool",
      a: { asset: assetA, amount: maxA },
      b: { asset: assetB, amount: maxB },
      minPrice,
      maxPrice,
    },
    reserves: hasLine ? 0 : SHARES_RESERVES,
    charged: { operation: "amm", portions: gives },
    refusals: [],
    against: () => [],
  };
}
