import { xdr } from "@stellar/stellar-sdk";
import type {
  ChangeTrustOpWire,
  LedgerKeyWire,
  MuxedAccountWire,
  PriceWire,
  RevokeSponsorshipOpWire,
  SetOptionsOpWire,
} from "@stellar/stellar-sdk/xdr";
import { assetFromCode, poolIdOf } from "#server/embedded/stellar/ledger/assets.ts";
import { hex, sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import type { OperationRecord } from "./operation-record.ts";
import { depositDetails, withdrawalDetails } from "./pool-details.ts";
import { predicateJson } from "./predicates.ts";
import { priceText } from "./price-text.ts";
import {
  address,
  assetFields,
  assetText,
  base64,
  formatAmount,
  muxedFields,
  prefixedAsset,
  signerText,
} from "./text.ts";

/** What Horizon tells of an operation besides the fields that all have. */
export function operationDetails(record: OperationRecord): object {
  const { body, source } = record;
  switch (body.type) {
    case 0: {
      const { destination, startingBalance } = body.createAccountOp;
      return {
        starting_balance: formatAmount(startingBalance),
        ...muxedFields("funder", source),
        account: address(destination),
      };
    }
    case 1: {
      const { asset, destination, amount } = body.paymentOp;
      return { ...assetFields(asset), ...parties(source, destination), amount: formatAmount(amount) };
    }
    case 2:
    case 13:
      return pathPayment(record);
    case 3: {
      const { amount, price, buying, selling, offerId } = body.manageSellOfferOp;
      return { ...offer(amount, price, buying, selling), offer_id: String(offerId) };
    }
    case 4: {
      const { amount, price, buying, selling } = body.createPassiveSellOfferOp;
      return offer(amount, price, buying, selling);
    }
    case 5:
      return setOptions(body.setOptionsOp);
    case 6:
      return changeTrust(body.changeTrustOp, source);
    case 7: {
      const { asset, authorize, trustor } = body.allowTrustOp;
      return {
        ...assetFields(assetFromCode(asset, accountOf(source))),
        ...muxedFields("trustee", source),
        trustor: address(trustor),
        authorize: (authorize & 1) !== 0,
        // Who may do everything may keep offers as well.
        authorize_to_maintain_liabilities: (authorize & 3) !== 0,
      };
    }
    case 8:
      return { ...muxedFields("account", source), ...muxedFields("into", body.destination) };
    case 10: {
      const { dataName, dataValue } = body.manageDataOp;
      return { name: dataName.toString(), value: dataValue ? base64(dataValue) : "" };
    }
    case 11:
      return { bump_to: String(body.bumpSequenceOp.bumpTo) };
    case 12: {
      const { buyAmount, price, buying, selling, offerId } = body.manageBuyOfferOp;
      return { ...offer(buyAmount, price, buying, selling), offer_id: String(offerId) };
    }
    case 14: {
      const { asset, amount, claimants } = body.createClaimableBalanceOp;
      return {
        asset: assetText(asset),
        amount: formatAmount(amount),
        claimants: claimants.map(({ v0 }) => ({
          destination: address(v0.destination),
          predicate: predicateJson(v0.predicate),
        })),
      };
    }
    case 15:
      return {
        balance_id: balanceIdText(body.claimClaimableBalanceOp.balanceId.v0),
        ...muxedFields("claimant", source),
      };
    case 16:
      return { sponsored_id: address(body.beginSponsoringFutureReservesOp.sponsoredId) };
    case 17:
      return endOfSponsorship(record);
    case 18:
      return revoked(body.revokeSponsorshipOp);
    case 19: {
      const { asset, from, amount } = body.clawbackOp;
      return { ...assetFields(asset), ...muxedFields("from", from), amount: formatAmount(amount) };
    }
    case 20:
      return { balance_id: balanceIdText(body.clawbackClaimableBalanceOp.balanceId.v0) };
    case 21: {
      const { asset, trustor, setFlags, clearFlags } = body.setTrustLineFlagsOp;
      return {
        ...assetFields(asset),
        trustor: address(trustor),
        ...flagLists("set", setFlags, LINE_FLAGS),
        ...flagLists("clear", clearFlags, LINE_FLAGS),
      };
    }
    case 22:
      return depositDetails(record);
    case 23:
      return withdrawalDetails(record);
    default:
      return {};
  }
}

export function balanceIdText(balanceId: Uint8Array): string {
  return Buffer.from(xdr.ClaimableBalanceId.schema.encode({ type: 0, v0: balanceId })).toString("hex");
}

function parties(from: MuxedAccountWire, to: MuxedAccountWire): object {
  return { ...muxedFields("from", from), ...muxedFields("to", to) };
}

function offer(
  amount: bigint,
  price: PriceWire,
  buying: Parameters<typeof assetFields>[0],
  selling: Parameters<typeof assetFields>[0],
): object {
  return {
    amount: formatAmount(amount),
    price: priceText(price),
    price_r: { n: price.n, d: price.d },
    ...prefixedAsset("buying_", buying),
    ...prefixedAsset("selling_", selling),
  };
}

function pathPayment({ body, source, result, row }: OperationRecord): object {
  if (body.type === 2) {
    const op = body.pathPaymentStrictReceiveOp;
    return {
      ...assetFields(op.destAsset),
      ...parties(source, op.destination),
      amount: formatAmount(op.destAmount),
      path: op.path.map(assetFields),
      source_amount: formatAmount(row.successful ? sentAmount(result, op.destAmount) : 0n),
      source_max: formatAmount(op.sendMax),
      ...prefixedAsset("source_", op.sendAsset),
    };
  }
  if (body.type !== 13) throw new Error("path payment expected");
  const op = body.pathPaymentStrictSendOp;
  const success =
    result?.type === 13 && result.pathPaymentStrictSendResult.code === 0
      ? result.pathPaymentStrictSendResult.success
      : undefined;
  return {
    ...assetFields(op.destAsset),
    ...parties(source, op.destination),
    amount: formatAmount(row.successful && success ? success.last.amount : 0n),
    path: op.path.map(assetFields),
    source_amount: formatAmount(op.sendAmount),
    destination_min: formatAmount(op.destMin),
    ...prefixedAsset("source_", op.sendAsset),
  };
}

/** What a strict-receive payment has cost its sender: the first hop's trades, or the amount itself without any. */
export function sentAmount(result: OperationRecord["result"], destAmount: bigint): bigint {
  if (result?.type !== 2 || result.pathPaymentStrictReceiveResult.code !== 0) return 0n;
  const { offers } = result.pathPaymentStrictReceiveResult.success;
  const first = offers[0];
  if (!first) return destAmount;
  const bought = (atom: typeof first) =>
    atom.type === 1 ? atom.orderBook : atom.type === 2 ? atom.liquidityPool : atom.v0;
  const asset = assetText(bought(first).assetBought);
  let sum = 0n;
  for (const atom of offers) {
    if (assetText(bought(atom).assetBought) !== asset) break;
    sum += bought(atom).amountBought;
  }
  return sum;
}

const ACCOUNT_FLAGS: readonly (readonly [number, string])[] = [
  [1, "auth_required"],
  [2, "auth_revocable"],
  [4, "auth_immutable"],
  [8, "auth_clawback_enabled"],
];
const LINE_FLAGS: readonly (readonly [number, string])[] = [
  [1, "authorized"],
  [2, "authorized_to_maintain_liabilites"],
  [4, "clawback_enabled"],
];

function flagLists(prefix: string, flags: number, names: readonly (readonly [number, string])[]): object {
  const given = names.filter(([flag]) => (flags & flag) !== 0);
  if (given.length === 0) return {};
  return { [`${prefix}_flags`]: given.map(([flag]) => flag), [`${prefix}_flags_s`]: given.map(([, name]) => name) };
}

function setOptions(op: SetOptionsOpWire): object {
  return {
    ...(op.homeDomain && { home_domain: op.homeDomain.toString() }),
    ...(op.inflationDest && { inflation_dest: address(op.inflationDest) }),
    ...(op.masterWeight !== null && { master_key_weight: op.masterWeight }),
    ...(op.signer && { signer_key: signerText(op.signer.key).key, signer_weight: op.signer.weight }),
    ...flagLists("set", op.setFlags ?? 0, ACCOUNT_FLAGS),
    ...flagLists("clear", op.clearFlags ?? 0, ACCOUNT_FLAGS),
    ...(op.lowThreshold !== null && { low_threshold: op.lowThreshold }),
    ...(op.medThreshold !== null && { med_threshold: op.medThreshold }),
    ...(op.highThreshold !== null && { high_threshold: op.highThreshold }),
  };
}

/** What a change-trust operation trusts: an asset, or the shares of a pool. */
export function trustedFields({ line }: ChangeTrustOpWire): object {
  if (line.type !== 3) return assetFields(line);
  const { assetA, assetB } = line.liquidityPool.constantProduct;
  return { asset_type: "liquidity_pool_shares", liquidity_pool_id: hex(poolIdOf(assetA, assetB)) };
}

function changeTrust(op: ChangeTrustOpWire, source: MuxedAccountWire): object {
  const trustee = op.line.type === 3 ? undefined : assetFields(op.line).asset_issuer;
  return {
    ...trustedFields(op),
    limit: formatAmount(op.limit),
    ...(trustee !== undefined && { trustee }),
    ...muxedFields("trustor", source),
  };
}

function endOfSponsorship({ earlier, source, transactionSource }: OperationRecord): object {
  const begun = earlier.findLast(
    ({ body }) => body.type === 16 && sameAccount(body.beginSponsoringFutureReservesOp.sponsoredId, accountOf(source)),
  );
  return begun ? muxedFields("begin_sponsor", begun.sourceAccount ?? transactionSource) : {};
}

function revoked(op: RevokeSponsorshipOpWire): object {
  if (op.type === 1) {
    return { signer_account_id: address(op.signer.accountId), signer_key: signerText(op.signer.signerKey).key };
  }
  return ledgerKeyFields(op.ledgerKey);
}

function ledgerKeyFields(key: LedgerKeyWire): object {
  switch (key.type) {
    case 0:
      return { account_id: address(key.account.accountId) };
    case 1: {
      const { accountId, asset } = key.trustLine;
      const what =
        asset.type === 3
          ? { trustline_liquidity_pool_id: hex(asset.liquidityPoolId) }
          : { trustline_asset: assetText(asset) };
      return { trustline_account_id: address(accountId), ...what };
    }
    case 2:
      return { offer_id: String(key.offer.offerId) };
    case 3:
      return { data_account_id: address(key.data.accountId), data_name: key.data.dataName.toString() };
    case 4:
      return { claimable_balance_id: balanceIdText(key.claimableBalance.balanceId.v0) };
    default:
      return {};
  }
}
