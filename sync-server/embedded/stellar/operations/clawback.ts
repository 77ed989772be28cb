import { xdr } from "@stellar/stellar-sdk";
import type {
  ClawbackClaimableBalanceOpWire,
  ClawbackClaimableBalanceResultWire,
  ClawbackOpWire,
  ClawbackResultWire,
  OperationResultTrWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { isAssetValid, isIssuer } from "#server/embedded/stellar/ledger/assets.ts";
import { claimableBalanceKey, sameAccount, trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { addToTrustLine, trustLineIn } from "#server/embedded/stellar/ledger/lines.ts";
import { mustLoad, releaseEntry } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.ClawbackResultCode.schema;
const BalanceCode = xdr.ClawbackClaimableBalanceResultCode.schema;
const CLAWBACK_ENABLED = 1;

export function clawback(op: ClawbackOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: (source) => (isMalformed(op, source) ? refuse(result(Code.clawbackMalformed)) : undefined),
    apply: (context) => applyClawback(op, context),
  };
}

export function clawbackClaimableBalance(op: ClawbackClaimableBalanceOpWire): OperationLogic {
  return { threshold: "medium", check: () => undefined, apply: (context) => applyBalance(op, context) };
}

function isMalformed({ from, amount, asset }: ClawbackOpWire, source: PublicKeyWire): boolean {
  // A muxed address of the source is not taken for the source, as in stellar-core.
  const isFromSelf = from.type === 0 && sameAccount(accountOf(from), source);
  return isFromSelf || amount < 1n || asset.type === 0 || !isAssetValid(asset) || !isIssuer(source, asset);
}

function applyClawback({ from, asset, amount }: ClawbackOpWire, { state }: OperationContext): Outcome {
  const line = trustLineIn(state.load(trustlineKey(accountOf(from), asset)));
  if (!line) return refuse(result(Code.clawbackNoTrust));
  if ((line.flags & LineFlag.clawback) === 0) return refuse(result(Code.clawbackNotClawbackEnabled));
  if (!addToTrustLine(line, -amount)) return refuse(result(Code.clawbackUnderfunded));
  return succeed(result(Code.clawbackSuccess));
}

function applyBalance({ balanceId }: ClawbackClaimableBalanceOpWire, { state, source }: OperationContext): Outcome {
  const key = claimableBalanceKey(balanceId.v0);
  const entry = state.load(key);
  if (entry?.data.type !== 4) return refuse(balanceResult(BalanceCode.clawbackClaimableBalanceDoesNotExist));
  const { asset, ext } = entry.data.claimableBalance;
  if (!isIssuer(source, asset)) return refuse(balanceResult(BalanceCode.clawbackClaimableBalanceNotIssuer));
  if (ext.v !== 1 || (ext.v1.flags & CLAWBACK_ENABLED) === 0) {
    return refuse(balanceResult(BalanceCode.clawbackClaimableBalanceNotClawbackEnabled));
  }
  releaseEntry(state, entry, mustLoad(state, source));
  state.erase(key);
  return succeed(balanceResult(BalanceCode.clawbackClaimableBalanceSuccess));
}

function result(code: ClawbackResultWire["code"]): OperationResultTrWire {
  return { type: 19, clawbackResult: { code } };
}

function balanceResult(code: ClawbackClaimableBalanceResultWire["code"]): OperationResultTrWire {
  return { type: 20, clawbackClaimableBalanceResult: { code } };
}
