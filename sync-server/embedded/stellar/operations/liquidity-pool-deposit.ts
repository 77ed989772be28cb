import { xdr } from "@stellar/stellar-sdk";
import type {
  LiquidityPoolDepositOpWire,
  LiquidityPoolDepositResultWire,
  LiquidityPoolEntryConstantProductWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { firstPoolShares, isPriceWithin } from "#schemas/values/exchange.ts";
import { mulDiv } from "#schemas/values/money.ts";
import { addToAccount, availableBalance } from "#server/embedded/stellar/ledger/accounts.ts";
import { trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { INT64_MAX, PoolFlag } from "#server/embedded/stellar/ledger/limits.ts";
import {
  addToLine,
  isLineAuthorized,
  lineAvailable,
  lineReceivable,
  loadLine,
  trustLineIn,
} from "#server/embedded/stellar/ledger/lines.ts";
import type { Line } from "#server/embedded/stellar/ledger/lines.ts";
import { hasPoolFlag, loadPool } from "#server/embedded/stellar/ledger/pools.ts";
import { mustLoad } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.LiquidityPoolDepositResultCode.schema;

export function liquidityPoolDeposit(op: LiquidityPoolDepositOpWire): OperationLogic {
  return {
    threshold: "medium",
    isSupported: (header) => !hasPoolFlag(header, PoolFlag.depositDisabled),
    check: () => (isMalformed(op) ? refuse(result(Code.liquidityPoolDepositMalformed)) : undefined),
    apply: (context) => apply(op, context),
  };
}

function isMalformed({ maxAmountA, maxAmountB, minPrice, maxPrice }: LiquidityPoolDepositOpWire): boolean {
  return (
    maxAmountA <= 0n ||
    maxAmountB <= 0n ||
    [minPrice.n, minPrice.d, maxPrice.n, maxPrice.d].some((part) => part <= 0) ||
    BigInt(minPrice.n) * BigInt(maxPrice.d) > BigInt(minPrice.d) * BigInt(maxPrice.n)
  );
}

function apply(op: LiquidityPoolDepositOpWire, { state, source }: OperationContext): Outcome {
  const { header } = state;
  const asset = { type: 3, liquidityPoolId: op.liquidityPoolId } as const;
  const shareEntry = trustLineIn(state.load(trustlineKey(source, asset)));
  if (!shareEntry) return refuse(result(Code.liquidityPoolDepositNoTrust));
  const shares: Line = { kind: "trust", entry: shareEntry };
  const pool = loadPool(state, op.liquidityPoolId);
  if (!pool) throw new Error("liquidity pool is missing");
  const { assetA, assetB } = pool.params;
  const lineA = assetA.type === 0 ? undefined : loadLine(state, source, assetA);
  const lineB = assetB.type === 0 ? undefined : loadLine(state, source, assetB);
  if ((lineA && !isLineAuthorized(lineA)) || (lineB && !isLineAuthorized(lineB))) {
    return refuse(result(Code.liquidityPoolDepositNotAuthorized));
  }
  const account = assetA.type === 0 || assetB.type === 0 ? mustLoad(state, source) : undefined;
  const available = (line: Line | undefined) =>
    line ? lineAvailable(line) : account ? availableBalance(header, account) : 0n;

  const { amountA, amountB, amountShares } = amountsFor(op, pool);
  if (available(lineA) < amountA || available(lineB) < amountB) {
    return refuse(result(Code.liquidityPoolDepositUnderfunded));
  }
  if (!isPriceWithin(amountA, amountB, op.minPrice, op.maxPrice)) {
    return refuse(result(Code.liquidityPoolDepositBadPrice));
  }
  if (lineReceivable(shares) < amountShares) return refuse(result(Code.liquidityPoolDepositLineFull));
  if (
    INT64_MAX - amountA < pool.reserveA ||
    INT64_MAX - amountB < pool.reserveB ||
    INT64_MAX - amountShares < pool.totalPoolShares
  ) {
    return refuse(result(Code.liquidityPoolDepositPoolFull));
  }
  if (amountA <= 0n || amountB <= 0n || amountShares <= 0n) throw new Error("a deposit must be of something");
  const take = (line: Line | undefined, amount: bigint) =>
    line ? addToLine(line, -amount) : account !== undefined && addToAccount(header, account, -amount);
  if (!take(lineA, amountA) || !take(lineB, amountB) || !addToLine(shares, amountShares)) {
    throw new Error("deposit beyond what was available");
  }
  pool.reserveA += amountA;
  pool.reserveB += amountB;
  pool.totalPoolShares += amountShares;
  return succeed(result(Code.liquidityPoolDepositSuccess));
}

function amountsFor(
  { maxAmountA, maxAmountB }: LiquidityPoolDepositOpWire,
  { totalPoolShares, reserveA, reserveB }: LiquidityPoolEntryConstantProductWire,
): { readonly amountA: bigint; readonly amountB: bigint; readonly amountShares: bigint } {
  if (totalPoolShares === 0n) {
    return { amountA: maxAmountA, amountB: maxAmountB, amountShares: firstPoolShares(maxAmountA, maxAmountB) };
  }
  // An amount of shares beyond int64 is no candidate; the other side's is then within it.
  const candidates = [
    mulDiv(totalPoolShares, maxAmountA, reserveA, "down"),
    mulDiv(totalPoolShares, maxAmountB, reserveB, "down"),
  ].filter((shares) => shares <= INT64_MAX);
  const [first, second = first] = candidates;
  if (first === undefined || second === undefined) throw new Error("both share amounts overflow");
  const amountShares = first < second ? first : second;
  return {
    amountShares,
    amountA: mulDiv(amountShares, reserveA, totalPoolShares, "up"),
    amountB: mulDiv(amountShares, reserveB, totalPoolShares, "up"),
  };
}

function result(code: LiquidityPoolDepositResultWire["code"]): OperationResultTrWire {
  return { type: 22, liquidityPoolDepositResult: { code } };
}
