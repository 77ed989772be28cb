import { xdr } from "@stellar/stellar-sdk";
import type { AllowTrustOpWire, AllowTrustResultWire, OperationResultTrWire } from "@stellar/stellar-sdk/xdr";
import { assetFromCode, isAssetValid } from "#server/embedded/stellar/ledger/assets.ts";
import { sameAccount, trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { AccountFlag, LINE_AUTH_FLAGS, LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { trustLineIn } from "#server/embedded/stellar/ledger/lines.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";
import { setLineFlags } from "./trust-flags.ts";

const Code = xdr.AllowTrustResultCode.schema;

export function allowTrust(op: AllowTrustOpWire): OperationLogic {
  return {
    threshold: "low",
    check: (source) =>
      op.authorize > LineFlag.maintainLiabilities ||
      !isAssetValid(assetFromCode(op.asset, source)) ||
      sameAccount(op.trustor, source)
        ? refuse(result(Code.allowTrustMalformed))
        : undefined,
    apply: (context) => apply(op, context),
  };
}

function apply({ trustor, asset: code, authorize }: AllowTrustOpWire, context: OperationContext): Outcome {
  const { state, source } = context;
  const asset = assetFromCode(code, source);
  const mayRevoke = ((state.peekAccount(source)?.flags ?? 0) & AccountFlag.revocable) !== 0;
  if (!mayRevoke && authorize === 0) return refuse(result(Code.allowTrustCantRevoke));
  const line = trustLineIn(state.load(trustlineKey(trustor, asset)));
  if (!line) return refuse(result(Code.allowTrustNoTrustLine));
  const flags = (line.flags & ~LINE_AUTH_FLAGS) | authorize;
  const isReduced = (line.flags & LineFlag.authorized) !== 0 && (flags & LineFlag.maintainLiabilities) !== 0;
  if (!mayRevoke && isReduced) return refuse(result(Code.allowTrustCantRevoke));
  switch (setLineFlags(context, trustor, asset, flags)) {
    case "low-reserve":
      return refuse(result(Code.allowTrustLowReserve));
    case "too-many-sponsoring":
      return Refusal.tooManySponsoring;
    case "ok":
      return succeed(result(Code.allowTrustSuccess));
  }
}

function result(code: AllowTrustResultWire["code"]): OperationResultTrWire {
  return { type: 7, allowTrustResult: { code } };
}
