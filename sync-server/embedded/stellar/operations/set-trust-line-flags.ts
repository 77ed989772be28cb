import { xdr } from "@stellar/stellar-sdk";
import type {
  OperationResultTrWire,
  PublicKeyWire,
  SetTrustLineFlagsOpWire,
  SetTrustLineFlagsResultWire,
} from "@stellar/stellar-sdk/xdr";
import { isAssetValid, isIssuer } from "#server/embedded/stellar/ledger/assets.ts";
import { sameAccount, trustlineKey } from "#server/embedded/stellar/ledger/keys.ts";
import { ALL_LINE_FLAGS, AccountFlag, LINE_AUTH_FLAGS, LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { trustLineIn } from "#server/embedded/stellar/ledger/lines.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";
import { setLineFlags } from "./trust-flags.ts";

const Code = xdr.SetTrustLineFlagsResultCode.schema;

export function setTrustLineFlags(op: SetTrustLineFlagsOpWire): OperationLogic {
  return {
    threshold: "low",
    check: (source) => (isMalformed(op, source) ? refuse(result(Code.setTrustLineFlagsMalformed)) : undefined),
    apply: (context) => apply(op, context),
  };
}

function isMalformed(
  { asset, trustor, setFlags, clearFlags }: SetTrustLineFlagsOpWire,
  source: PublicKeyWire,
): boolean {
  return (
    asset.type === 0 ||
    !isAssetValid(asset) ||
    !isIssuer(source, asset) ||
    sameAccount(trustor, source) ||
    (setFlags & clearFlags) !== 0 ||
    setFlags > ALL_LINE_FLAGS ||
    hasBothAuthFlags(setFlags) ||
    (setFlags & LineFlag.clawback) !== 0 ||
    clearFlags > ALL_LINE_FLAGS
  );
}

function apply(op: SetTrustLineFlagsOpWire, context: OperationContext): Outcome {
  const { state, source } = context;
  const mayRevoke = ((state.peekAccount(source)?.flags ?? 0) & AccountFlag.revocable) !== 0;
  const reduces = (op.clearFlags & LINE_AUTH_FLAGS) !== 0 && (op.setFlags & LineFlag.authorized) === 0;
  if (!mayRevoke && reduces) return refuse(result(Code.setTrustLineFlagsCantRevoke));
  const line = trustLineIn(state.load(trustlineKey(op.trustor, op.asset)));
  if (!line) return refuse(result(Code.setTrustLineFlagsNoTrustLine));
  const flags = (line.flags & ~op.clearFlags) | op.setFlags;
  if (hasBothAuthFlags(flags)) return refuse(result(Code.setTrustLineFlagsInvalidState));
  switch (setLineFlags(context, op.trustor, op.asset, flags)) {
    case "low-reserve":
      return refuse(result(Code.setTrustLineFlagsLowReserve));
    case "too-many-sponsoring":
      return Refusal.tooManySponsoring;
    case "ok":
      return succeed(result(Code.setTrustLineFlagsSuccess));
  }
}

function hasBothAuthFlags(flags: number): boolean {
  return (flags & LINE_AUTH_FLAGS) === LINE_AUTH_FLAGS;
}

function result(code: SetTrustLineFlagsResultWire["code"]): OperationResultTrWire {
  return { type: 21, setTrustLineFlagsResult: { code } };
}
