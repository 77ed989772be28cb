import type { ClaimableBalanceEntryWire, MuxedAccountWire } from "@stellar/stellar-sdk/xdr";
import { effect, plain } from "./effect.ts";
import type { Effect } from "./effect.ts";
import { balanceIdText } from "./operation-details.ts";
import type { OperationRecord } from "./operation-record.ts";
import { poolAmounts, poolSummary } from "./pool-amounts.ts";
import { predicateJson } from "./predicates.ts";
import { assetFields, assetText, formatAmount } from "./text.ts";

export function createBalance({ body, source, changes }: OperationRecord): Effect[] {
  if (body.type !== 14) return [];
  const { claimants } = body.createClaimableBalanceOp;
  for (const { after } of changes) {
    if (after?.data.type !== 4) continue;
    const { claimableBalance } = after.data;
    const details = { ...assetFields(claimableBalance.asset), amount: formatAmount(claimableBalance.amount) };
    return [...balanceCreated(source, { ...claimableBalance, claimants }), effect(source, "account_debited", details)];
  }
  return [];
}

function balanceCreated(source: MuxedAccountWire, balance: ClaimableBalanceEntryWire): Effect[] {
  const common = {
    asset: assetText(balance.asset),
    balance_id: balanceIdText(balance.balanceId.v0),
    amount: formatAmount(balance.amount),
  };
  return [
    effect(source, "claimable_balance_created", common),
    ...balance.claimants.map(({ v0 }) =>
      effect(plain(v0.destination), "claimable_balance_claimant_created", {
        ...common,
        predicate: predicateJson(v0.predicate),
      }),
    ),
  ];
}

export function claimBalance({ source, changes }: OperationRecord): Effect[] {
  const balance = removedBalance(changes);
  if (!balance) return [];
  const amount = formatAmount(balance.amount);
  const asset = assetText(balance.asset);
  return [
    effect(source, "claimable_balance_claimed", { asset, balance_id: balanceIdText(balance.balanceId.v0), amount }),
    effect(source, "account_credited", { ...assetFields(balance.asset), amount }),
  ];
}

export function clawbackBalance({ source, changes }: OperationRecord): Effect[] {
  const balance = removedBalance(changes);
  if (!balance) return [];
  return [
    effect(source, "claimable_balance_clawed_back", { balance_id: balanceIdText(balance.balanceId.v0) }),
    effect(source, "account_credited", { ...assetFields(balance.asset), amount: formatAmount(balance.amount) }),
  ];
}

function removedBalance(changes: OperationRecord["changes"]): ClaimableBalanceEntryWire | undefined {
  for (const { before, after } of changes) if (before?.data.type === 4 && !after) return before.data.claimableBalance;
  return undefined;
}

export function revocation({ source, changes }: OperationRecord): Effect[] {
  const pool = poolAmounts(changes);
  const balances = changes.flatMap(({ before, after }) =>
    !before && after?.data.type === 4 ? [after.data.claimableBalance] : [],
  );
  if (!pool || balances.length === 0) return [];
  const revoked = [
    { asset: pool.assetA, amount: -pool.deltaA },
    { asset: pool.assetB, amount: -pool.deltaB },
  ].flatMap(({ asset, amount }) => {
    const balance = balances.find((each) => assetText(each.asset) === asset);
    if (!balance) return [];
    return [{ asset, amount: formatAmount(amount), claimable_balance_id: balanceIdText(balance.balanceId.v0) }];
  });
  return [
    ...balances.flatMap((balance) => balanceCreated(source, balance)),
    effect(source, "liquidity_pool_revoked", {
      liquidity_pool: poolSummary(pool.pool),
      reserves_revoked: revoked,
      shares_revoked: formatAmount(-pool.deltaShares),
    }),
  ];
}
