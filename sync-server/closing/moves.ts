import type { AppError } from "#schemas/errors.ts";
import { poolWithdrawal } from "#schemas/values/exchange.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { TypedMemo } from "#schemas/values/memo.ts";
import type { OrderDocument } from "#server/orders/index.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { type AssetName, assetOfKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import type { LedgerPool } from "#server/platform/network/markets.ts";
import type { Portion, Spending } from "#server/platform/submissions/spending.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { SubmissionKind } from "#server/platform/submissions/submission.ts";
import { cancelSteps } from "#server/trading/index.ts";
import type { Holdings } from "./holdings.ts";

/** Shares of a pool, and what they come to as it stands. Stroops. */
export interface PoolMove {
  readonly poolId: string;
  readonly assetA: AssetName;
  readonly assetB: AssetName;
  readonly shares: bigint;
  readonly amountA: bigint;
  readonly amountB: bigint;
}

/** Everything that moves out of a wallet, and what is taken back first. Stroops. */
export interface Moves {
  readonly orders: readonly OrderDocument[];
  readonly pools: readonly PoolMove[];
  /** What is sent beside XLM: what lies in the wallet, and what comes out of pools. */
  readonly assets: readonly Portion[];
  /** All of it, what comes out of pools among it, before the network's fees. */
  readonly xlm: bigint;
  /** What of the XLM the network kept back. */
  readonly reserve: bigint;
  /** Trustlines that go, those to shares of pools among them. */
  readonly lines: number;
}

/** One transaction of a closing. */
export interface ClosingStep {
  readonly kind: Extract<SubmissionKind, "trade" | "pool" | "send">;
  readonly steps: readonly Step[];
  readonly spending: Spending;
}

export interface Destination {
  /** G... or M... */
  readonly to: string;
  readonly memo: TypedMemo;
  readonly isAnnounced: boolean;
}

export interface Problem {
  readonly asset: AssetName;
  readonly refusal: AppError;
}

// A transaction has at most 100 operations: a pool takes two, an asset that is sent two.
const ORDERS_AT_ONCE = 50;
const POOLS_AT_ONCE = 20;
const LINES_AT_ONCE = 39;
/** What a pool may give less than it would right now, in hundredths of a percent: it is looked at seconds before. */
const POOL_SLIPPAGE = 100n;
const WHOLE = 10_000n;
/** The line that holds shares counts twice. */
const SHARES_RESERVES = 2;

/** What moves out of a wallet, the pools as they stand; the one place where it is counted. */
export function movesOf(
  { account, orders, shares }: Holdings,
  pools: ReadonlyMap<string, Pick<LedgerPool, "reserveA" | "reserveB" | "totalShares">>,
): Moves {
  const moved = shares.map((row): PoolMove => {
    const [assetA, assetB, held] = [assetOfKey(row.assetA), assetOfKey(row.assetB), parseAmount(row.shares)];
    const pool = pools.get(row.uid);
    const part = (reserve: bigint) =>
      pool && pool.totalShares > 0n ? poolWithdrawal(held, pool.totalShares, reserve) : 0n;
    const [amountA, amountB] = [part(pool?.reserveA ?? 0n), part(pool?.reserveB ?? 0n)];
    return { poolId: row.uid, assetA, assetB, shares: held, amountA, amountB };
  });
  const assets = account.lines.map(({ assetCode, issuer, balance }) => {
    const asset = { assetCode, issuer };
    return { asset, amount: BigInt(balance) + outOfPools(moved, asset) };
  });
  return {
    orders,
    pools: moved,
    assets: assets.filter(({ amount }) => amount > 0n),
    xlm: BigInt(account.balance) + outOfPools(moved, NATIVE),
    reserve: BigInt(account.reserves) * BASE_RESERVE_STROOPS,
    lines: account.lines.length + shares.length,
  };
}

/** All that goes to somebody else, as the rules about spending judge it. */
export function everythingOf({ assets, xlm }: Pick<Moves, "assets" | "xlm">, destination: Destination): Spending {
  return { kind: "everything", ...destination, paid: [{ asset: NATIVE, amount: xlm }, ...assets] };
}

/**
 * The next transaction of a closing, by what is in the wallet now: first orders are taken back, then shares of pools, then all that
 * there is goes away, the account itself with the last of it. A closing that was interrupted goes on from what it finds.
 */
export function nextStep(account: AccountDocument, moves: Moves, destination: Destination): ClosingStep {
  const { _id: source } = account;
  const held = moves.pools.filter(({ shares }) => shares > 0n).slice(0, POOLS_AT_ONCE);
  if (moves.orders.length > 0) {
    const steps = cancelSteps(source, moves.orders.slice(0, ORDERS_AT_ONCE));
    const assets = steps.flatMap((step) => (step.type === "cancel_offer" ? [step.selling] : []));
    return { kind: "trade", steps, spending: { kind: "back", assets } };
  }
  if (held.length > 0) {
    const steps = held.flatMap((pool) => withdrawal(source, pool));
    return {
      kind: "pool",
      steps,
      spending: { kind: "back", assets: held.flatMap((pool) => [pool.assetA, pool.assetB]) },
    };
  }
  if (moves.pools.length > POOLS_AT_ONCE)
    return {
      kind: "pool",
      steps: emptyLines(source, moves.pools.slice(0, LINES_AT_ONCE)),
      spending: { kind: "stays" },
    };
  return leaving(account, moves, destination);
}

/** How many operations each of the transactions to come has, all orders' as one, all pools' as one, and the last. */
export function operationsOf({ orders, pools, assets, lines }: Moves): readonly [bigint, bigint, bigint] {
  const held = pools.filter(({ shares }) => shares > 0n).length;
  return [BigInt(orders.length), BigInt(held * 2), BigInt(assets.length + lines - held + 1)];
}

/** What becomes free of the network's reserve when orders and shares of pools are taken back, in stroops. */
export function freedOf({ orders, pools }: Moves): readonly [bigint, bigint] {
  const held = pools.filter(({ shares }) => shares > 0n).length;
  return [BigInt(orders.length) * BASE_RESERVE_STROOPS, BigInt(held * SHARES_RESERVES) * BASE_RESERVE_STROOPS];
}

function leaving({ _id: source, lines }: AccountDocument, moves: Moves, destination: Destination): ClosingStep {
  const { to } = destination;
  const some = lines.slice(0, LINES_AT_ONCE);
  const isLast = some.length === lines.length;
  const paid = moves.assets.filter(({ asset }) => some.some((line) => isSameAsset(line, asset)));
  const payments = paid.map(({ asset, amount }): Step => {
    return { type: "payment", source, to, ...asset, amount: String(amount) };
  });
  const removals = some.map(({ assetCode, issuer }): Step => ({ type: "remove_trust", source, assetCode, issuer }));
  // Lines to shares of pools go first: they need those to the assets.
  const pools = emptyLines(source, moves.pools);
  const merge: Step[] = isLast ? [{ type: "account_merge", source, to }] : [];
  const spending = everythingOf({ assets: paid, xlm: isLast ? moves.xlm : 0n }, destination);
  return { kind: "send", steps: [...pools, ...payments, ...removals, ...merge], spending };
}

function emptyLines(source: string, pools: readonly PoolMove[]): Step[] {
  return pools.map(({ assetA, assetB }) => ({ type: "pool_untrust", source, assetA, assetB }));
}

function withdrawal(source: string, { poolId, assetA, assetB, shares, amountA, amountB }: PoolMove): Step[] {
  const least = (amount: bigint) => String((amount * (WHOLE - POOL_SLIPPAGE)) / WHOLE);
  const pool = { source, assetA, assetB };
  return [
    {
      type: "pool_withdraw",
      ...pool,
      poolId,
      shares: String(shares),
      minA: least(amountA),
      minB: least(amountB),
    },
    { type: "pool_untrust", ...pool },
  ];
}

function outOfPools(pools: readonly PoolMove[], asset: AssetName): bigint {
  return pools.reduce(
    (sum, { assetA, assetB, amountA, amountB }) =>
      sum + (isSameAsset(assetA, asset) ? amountA : 0n) + (isSameAsset(assetB, asset) ? amountB : 0n),
    0n,
  );
}
