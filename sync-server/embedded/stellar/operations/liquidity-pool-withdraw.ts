import { xdr } from "@stellar/stellar-sdk";
import type {
  AssetWire,
  LiquidityPoolWithdrawOpWire,
  LiquidityPoolWithdrawResultWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { poolWithdrawal } from "#schemas/values/exchange.ts";
import { addToAccount } from "#server/embedded/stellar/ledger/accounts.ts";
import { trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { PoolFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { addToLine, lineAvailable, trustLineIn } from "#server/embedded/stellar/ledger/lines.ts";
import type { Line } from "#server/embedded/stellar/ledger/lines.ts";
import { mustLoadLine } from "#server/embedded/stellar/ledger/offers.ts";
import { hasPoolFlag, loadPool } from "#server/embedded/stellar/ledger/pools.ts";
import { mustLoad } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.LiquidityPoolWithdrawResultCode.schema;

export function liquidityPoolWithdraw(op: LiquidityPoolWithdrawOpWire): OperationLogic {
  return {
    threshold: "medium",
    isSupported: (header) => !hasPoolFlag(header, PoolFlag.withdrawalDisabled),
    check: () =>
      op.amount <= 0n || op.minAmountA < 0n || op.minAmountB < 0n
        ? refuse(result(Code.liquidityPoolWithdrawMalformed))
        : undefined,
    apply: (context) => apply(op, context),
  };
}

function apply(op: LiquidityPoolWithdrawOpWire, context: OperationContext): Outcome {
  const { state, source } = context;
  const asset = { type: 3, liquidityPoolId: op.liquidityPoolId } as const;
  const shareEntry = trustLineIn(state.load(trustlineKey(source, asset)));
  if (!shareEntry) return refuse(result(Code.liquidityPoolWithdrawNoTrust));
  const shares: Line = { kind: "trust", entry: shareEntry };
  if (lineAvailable(shares) < op.amount) return refuse(result(Code.liquidityPoolWithdrawUnderfunded));
  const pool = loadPool(state, op.liquidityPoolId);
  if (!pool) throw new Error("liquidity pool is missing");
  const amountA = poolWithdrawal(op.amount, pool.totalPoolShares, pool.reserveA);
  const amountB = poolWithdrawal(op.amount, pool.totalPoolShares, pool.reserveB);
  const problem =
    payOut(context, pool.params.assetA, op.minAmountA, amountA) ??
    payOut(context, pool.params.assetB, op.minAmountB, amountB);
  if (problem) return problem;
  if (!addToLine(shares, -op.amount)) throw new Error("pool shares are missing");
  pool.totalPoolShares -= op.amount;
  pool.reserveA -= amountA;
  pool.reserveB -= amountB;
  return succeed(result(Code.liquidityPoolWithdrawSuccess));
}

function payOut(
  { state, source }: OperationContext,
  asset: AssetWire,
  minimum: bigint,
  amount: bigint,
): Outcome | undefined {
  if (amount < minimum) return refuse(result(Code.liquidityPoolWithdrawUnderMinimum));
  const paid =
    asset.type === 0
      ? addToAccount(state.header, mustLoad(state, source), amount)
      : addToLine(mustLoadLine(state, source, asset), amount);
  return paid ? undefined : refuse(result(Code.liquidityPoolWithdrawLineFull));
}

function result(code: LiquidityPoolWithdrawResultWire["code"]): OperationResultTrWire {
  return { type: 23, liquidityPoolWithdrawResult: { code } };
}
