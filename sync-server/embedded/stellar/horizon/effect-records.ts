import type { ClaimAtomWire } from "@stellar/stellar-sdk/xdr";
import { assetFromCode } from "#server/embedded/stellar/ledger/assets.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { sentAmount, trustedFields } from "./operation-details.ts";
import type { OperationRecord } from "./operation-record.ts";
import { poolAmounts, poolSummary } from "./pool-amounts.ts";
import { claimBalance, clawbackBalance, createBalance, revocation } from "./balance-effects.ts";
import { effect, plain } from "./effect.ts";
import type { Effect } from "./effect.ts";
import { setOptionsEffects } from "./set-options-effects.ts";
import { poolEffects, sponsorshipEffects } from "./sponsorship-effects.ts";
import { address, assetFields, assetText, base64, formatAmount, muxedFields, prefixedAsset } from "./text.ts";

/** The effects of an operation, in Horizon's order; those of a failed one are none. */
export function effectsOf(record: OperationRecord): Effect[] {
  if (!record.row.successful) return [];
  return [...ownEffects(record), ...sponsorshipEffects(record), ...poolEffects(record)];
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
  const { asset_issuer, ...named } = assetFields(assetFromCode(asset, accountOf(source)));
  const details = { trustor: address(trustor), ...named };
  const type =
    (authorize & 1) !== 0
      ? "trustline_authorized"
      : (authorize & 2) !== 0
        ? "trustline_authorized_to_maintain_liabilities"
        : "trustline_deauthorized";
  const flags = authorize === 0 ? lineFlags(3, false) : lineFlags(authorize & 3, true);
  return [
    effect(source, type, details),
    effect(source, "trustline_flags_updated", { ...details, ...(asset_issuer && { asset_issuer }), ...flags }),
    ...revocation(record),
  ];
}

/** Horizon keeps the flag for maintaining liabilities under a name by which it does not look for it, and shows none. */
function lineFlags(flags: number, value: boolean): object {
  return {
    ...((flags & 1) !== 0 && { authorized_flag: value }),
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
