import type {
  ClaimAtomWire,
  ClaimableBalanceEntryWire,
  MuxedAccountWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { assetFromCode } from "#server/embedded/stellar/ledger/assets.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { balanceIdText, sentAmount, trustedFields } from "./operation-details.ts";
import type { OperationRecord } from "./operation-record.ts";
import { poolAmounts, poolSummary } from "./pool-amounts.ts";
import { predicateJson } from "./predicates.ts";
import { setOptionsEffects } from "./set-options-effects.ts";
import { poolEffects, sponsorshipEffects } from "./sponsorship-effects.ts";
import { address, assetFields, assetText, base64, formatAmount, muxedFields, prefixedAsset } from "./text.ts";

/** What an operation did to one account. */
export interface Effect {
  readonly account: MuxedAccountWire;
  readonly type: EffectType;
  readonly details: object;
}

/** Effect kinds with their numbers. */
export const EffectTypes = {
  account_created: 0,
  account_removed: 1,
  account_credited: 2,
  account_debited: 3,
  account_thresholds_updated: 4,
  account_home_domain_updated: 5,
  account_flags_updated: 6,
  account_inflation_destination_updated: 7,
  signer_created: 10,
  signer_removed: 11,
  signer_updated: 12,
  trustline_created: 20,
  trustline_removed: 21,
  trustline_updated: 22,
  trustline_authorized: 23,
  trustline_deauthorized: 24,
  trustline_authorized_to_maintain_liabilities: 25,
  trustline_flags_updated: 26,
  trade: 33,
  data_created: 40,
  data_removed: 41,
  data_updated: 42,
  sequence_bumped: 43,
  claimable_balance_created: 50,
  claimable_balance_claimant_created: 51,
  claimable_balance_claimed: 52,
  account_sponsorship_created: 60,
  account_sponsorship_updated: 61,
  account_sponsorship_removed: 62,
  trustline_sponsorship_created: 63,
  trustline_sponsorship_updated: 64,
  trustline_sponsorship_removed: 65,
  data_sponsorship_created: 66,
  data_sponsorship_updated: 67,
  data_sponsorship_removed: 68,
  claimable_balance_sponsorship_created: 69,
  claimable_balance_sponsorship_updated: 70,
  claimable_balance_sponsorship_removed: 71,
  signer_sponsorship_created: 72,
  signer_sponsorship_updated: 73,
  signer_sponsorship_removed: 74,
  claimable_balance_clawed_back: 80,
  liquidity_pool_deposited: 90,
  liquidity_pool_withdrew: 91,
  liquidity_pool_trade: 92,
  liquidity_pool_created: 93,
  liquidity_pool_removed: 94,
  liquidity_pool_revoked: 95,
} as const;

export type EffectType = keyof typeof EffectTypes;

/** The effects of an operation, in Horizon's order; those of a failed one are none. */
export function effectsOf(record: OperationRecord): Effect[] {
  if (!record.row.successful) return [];
  return [...ownEffects(record), ...sponsorshipEffects(record), ...poolEffects(record)];
}

export function plain(account: PublicKeyWire): MuxedAccountWire {
  return { type: 0, ed25519: account.ed25519 };
}

function ownEffects(record: OperationRecord): Effect[] {
  const { body, source } = record;
  switch (body.type) {
    case 0: {
      const { destination, startingBalance } = body.createAccountOp;
      const amount = formatAmount(startingBalance);
      return [
        effect(plain(destination), "account_created", { starting_balance: amount }),
        effect(source, "account_debited", { asset_type: "native", amount }),
        effect(plain(destination), "signer_created", {
          weight: 1,
          public_key: address(destination),
          key: "",
        }),
      ];
    }
    case 1: {
      const { asset, amount, destination } = body.paymentOp;
      const details = { ...assetFields(asset), amount: formatAmount(amount) };
      return [effect(destination, "account_credited", details), effect(source, "account_debited", details)];
    }
    case 2:
    case 13:
      return pathPayment(record);
    case 3:
    case 4:
    case 12:
      return trades(record, claimed(record));
    case 5:
      return setOptionsEffects(record, body.setOptionsOp);
    case 6:
      return changeTrust(record);
    case 7:
      return allowTrust(record);
    case 8:
      return merge(record);
    case 10:
      return manageData(record);
    case 11:
      return bump(record);
    case 14:
      return createBalance(record);
    case 15:
      return claimBalance(record);
    case 19: {
      const { asset, amount, from } = body.clawbackOp;
      const details = { ...assetFields(asset), amount: formatAmount(amount) };
      return [effect(source, "account_credited", details), effect(from, "account_debited", details)];
    }
    case 20:
      return clawbackBalance(record);
    case 21: {
      const { asset, trustor, setFlags, clearFlags } = body.setTrustLineFlagsOp;
      const details = {
        trustor: address(trustor),
        ...assetFields(asset),
        ...lineFlags(setFlags, true),
        ...lineFlags(clearFlags, false),
      };
      return [effect(source, "trustline_flags_updated", details), ...revocation(record)];
    }
    case 22:
      return depositOrWithdrawal(record, "liquidity_pool_deposited");
    case 23:
      return depositOrWithdrawal(record, "liquidity_pool_withdrew");
    default:
      return [];
  }
}

function effect(account: MuxedAccountWire, type: EffectType, details: object): Effect {
  return { account, type, details };
}

function pathPayment(record: OperationRecord): Effect[] {
  const { body, source, result } = record;
  if (body.type === 2) {
    const { destination, destAsset, destAmount, sendAsset } = body.pathPaymentStrictReceiveOp;
    const sent = sentAmount(result, destAmount);
    return [
      effect(destination, "account_credited", { ...assetFields(destAsset), amount: formatAmount(destAmount) }),
      effect(source, "account_debited", { ...assetFields(sendAsset), amount: formatAmount(sent) }),
      ...trades(record, claimed(record)),
    ];
  }
  if (body.type !== 13 || result?.type !== 13 || result.pathPaymentStrictSendResult.code !== 0) return [];
  const { destination, destAsset, sendAsset, sendAmount } = body.pathPaymentStrictSendOp;
  const received = result.pathPaymentStrictSendResult.success.last.amount;
  return [
    effect(destination, "account_credited", { ...assetFields(destAsset), amount: formatAmount(received) }),
    effect(source, "account_debited", { ...assetFields(sendAsset), amount: formatAmount(sendAmount) }),
    ...trades(record, claimed(record)),
  ];
}

/** The offers and pools that an operation has traded with. */
export function claimed({ result }: OperationRecord): readonly ClaimAtomWire[] {
  switch (result?.type) {
    case 2:
      return result.pathPaymentStrictReceiveResult.code === 0
        ? result.pathPaymentStrictReceiveResult.success.offers
        : [];
    case 3:
      return result.manageSellOfferResult.code === 0 ? result.manageSellOfferResult.success.offersClaimed : [];
    case 12:
      return result.manageBuyOfferResult.code === 0 ? result.manageBuyOfferResult.success.offersClaimed : [];
    case 13:
      return result.pathPaymentStrictSendResult.code === 0 ? result.pathPaymentStrictSendResult.success.offers : [];
    default:
      return [];
  }
}

function trades({ source, changes }: OperationRecord, atoms: readonly ClaimAtomWire[]): Effect[] {
  return atoms.flatMap((atom) => {
    if (atom.type === 2) {
      const { liquidityPoolId, assetSold, amountSold, assetBought, amountBought } = atom.liquidityPool;
      if (amountSold === 0n && amountBought === 0n) return [];
      const pool = poolAmounts(changes, liquidityPoolId);
      return [
        effect(source, "liquidity_pool_trade", {
          liquidity_pool: pool ? poolSummary(pool.pool) : {},
          sold: { asset: assetText(assetSold), amount: formatAmount(amountSold) },
          bought: { asset: assetText(assetBought), amount: formatAmount(amountBought) },
        }),
      ];
    }
    if (atom.type !== 1) return [];
    const { sellerId, offerId, assetSold, amountSold, assetBought, amountBought } = atom.orderBook;
    if (amountSold === 0n && amountBought === 0n) return [];
    const sold = { sold_amount: formatAmount(amountBought), ...prefixedAsset("sold_", assetBought) };
    const bought = { bought_amount: formatAmount(amountSold), ...prefixedAsset("bought_", assetSold) };
    const soldBySeller = { sold_amount: formatAmount(amountSold), ...prefixedAsset("sold_", assetSold) };
    const boughtBySeller = { bought_amount: formatAmount(amountBought), ...prefixedAsset("bought_", assetBought) };
    const offer_id = String(offerId);
    return [
      effect(source, "trade", { seller: address(sellerId), offer_id, ...sold, ...bought }),
      effect(plain(sellerId), "trade", {
        ...muxedFields("seller", source),
        offer_id,
        ...soldBySeller,
        ...boughtBySeller,
      }),
    ];
  });
}

function changeTrust({ body, source, changes }: OperationRecord): Effect[] {
  if (body.type !== 6) return [];
  const op = body.changeTrustOp;
  const change = changes.find(({ before, after }) => {
    const data = (after ?? before)?.data;
    return data?.type === 1 && data.trustLine.asset.type === op.line.type;
  });
  if (!change) return [];
  const type = !change.before ? "trustline_created" : change.after ? "trustline_updated" : "trustline_removed";
  return [effect(source, type, { ...trustedFields(op), limit: formatAmount(op.limit) })];
}

function allowTrust(record: OperationRecord): Effect[] {
  const { body, source } = record;
  if (body.type !== 7) return [];
  const { asset, authorize, trustor } = body.allowTrustOp;
  const details = { trustor: address(trustor), ...assetFields(assetFromCode(asset, accountOf(source))) };
  const type =
    (authorize & 1) !== 0
      ? "trustline_authorized"
      : (authorize & 2) !== 0
        ? "trustline_authorized_to_maintain_liabilities"
        : "trustline_deauthorized";
  const flags = authorize === 0 ? lineFlags(3, false) : lineFlags(authorize & 3, true);
  return [
    effect(source, type, details),
    effect(source, "trustline_flags_updated", { ...details, ...flags }),
    ...revocation(record),
  ];
}

function lineFlags(flags: number, value: boolean): object {
  return {
    ...((flags & 1) !== 0 && { authorized_flag: value }),
    ...((flags & 2) !== 0 && { authorized_to_maintain_liabilites_flag: value }),
    ...((flags & 4) !== 0 && { clawback_enabled_flag: value }),
  };
}

function merge({ body, source, result }: OperationRecord): Effect[] {
  if (body.type !== 8 || result?.type !== 8 || result.accountMergeResult.code !== 0) return [];
  const details = { asset_type: "native", amount: formatAmount(result.accountMergeResult.sourceAccountBalance) };
  return [
    effect(source, "account_debited", details),
    effect(body.destination, "account_credited", details),
    effect(source, "account_removed", {}),
  ];
}

function manageData({ body, source, changes }: OperationRecord): Effect[] {
  if (body.type !== 10) return [];
  const { dataName, dataValue } = body.manageDataOp;
  const change = changes.find(({ before, after }) => (after ?? before)?.data.type === 3);
  const type = !change?.before ? "data_created" : change.after ? "data_updated" : "data_removed";
  return [effect(source, type, { name: dataName.toString(), ...(dataValue && { value: base64(dataValue) }) })];
}

function bump({ source, changes }: OperationRecord): Effect[] {
  for (const { before, after } of changes) {
    if (before?.data.type !== 0 || after?.data.type !== 0) continue;
    const { seqNum } = after.data.account;
    if (seqNum === before.data.account.seqNum) return [];
    return [effect(source, "sequence_bumped", { new_seq: String(seqNum) })];
  }
  return [];
}

function createBalance({ body, source, changes }: OperationRecord): Effect[] {
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
  const flags = balance.ext.v === 1 ? { claimable_balance_clawback_enabled_flag: true } : {};
  return [
    effect(source, "claimable_balance_created", { ...common, ...flags }),
    ...balance.claimants.map(({ v0 }) =>
      effect(plain(v0.destination), "claimable_balance_claimant_created", {
        ...common,
        predicate: predicateJson(v0.predicate),
      }),
    ),
  ];
}

function claimBalance({ source, changes }: OperationRecord): Effect[] {
  const balance = removedBalance(changes);
  if (!balance) return [];
  const amount = formatAmount(balance.amount);
  const asset = assetText(balance.asset);
  return [
    effect(source, "claimable_balance_claimed", { asset, balance_id: balanceIdText(balance.balanceId.v0), amount }),
    effect(source, "account_credited", { ...assetFields(balance.asset), amount }),
  ];
}

function clawbackBalance({ source, changes }: OperationRecord): Effect[] {
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

function revocation({ source, changes }: OperationRecord): Effect[] {
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

function depositOrWithdrawal(
  { source, changes }: OperationRecord,
  type: "liquidity_pool_deposited" | "liquidity_pool_withdrew",
): Effect[] {
  const pool = poolAmounts(changes);
  if (!pool) return [];
  const isDeposit = type === "liquidity_pool_deposited";
  const sign = isDeposit ? 1n : -1n;
  const reserves = [
    { asset: pool.assetA, amount: formatAmount(sign * pool.deltaA) },
    { asset: pool.assetB, amount: formatAmount(sign * pool.deltaB) },
  ];
  const shares = formatAmount(sign * pool.deltaShares);
  const details = isDeposit
    ? { reserves_deposited: reserves, shares_received: shares }
    : { reserves_received: reserves, shares_redeemed: shares };
  return [effect(source, type, { liquidity_pool: poolSummary(pool.pool), ...details })];
}

/** Whether an effect is on the given account (its raw key). */
export function isOn({ account }: Effect, key: Uint8Array): boolean {
  return hex(accountOf(account).ed25519) === hex(key);
}
