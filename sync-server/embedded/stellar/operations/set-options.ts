import { xdr } from "@stellar/stellar-sdk";
import type {
  AccountEntryWire,
  OperationResultTrWire,
  PublicKeyWire,
  SetOptionsOpWire,
  SetOptionsResultWire,
  SignerWire,
} from "@stellar/stellar-sdk/xdr";
import { sponsorshipOf } from "#server/embedded/stellar/ledger/accounts.ts";
import { sameAccount, sameBytes } from "#server/embedded/stellar/ledger/keys.ts";
import { ALL_ACCOUNT_FLAGS, AccountFlag, MAX_SIGNERS } from "#server/embedded/stellar/ledger/limits.ts";
import { findSigner } from "#server/embedded/stellar/ledger/signers.ts";
import { mustLoad, removeSigner, reserveForNewSigner } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { isPlainText } from "#server/embedded/stellar/ledger/text.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";

const Code = xdr.SetOptionsResultCode.schema;
const MAX_WEIGHT = 255;

export function setOptions(op: SetOptionsOpWire): OperationLogic {
  const isSensitive =
    op.masterWeight !== null ||
    op.lowThreshold !== null ||
    op.medThreshold !== null ||
    op.highThreshold !== null ||
    op.signer !== null;
  return {
    threshold: isSensitive ? "high" : "medium",
    check: (source) => {
      const code = mistake(op, source);
      return code === undefined ? undefined : refuse(result(code));
    },
    apply: (context) => apply(op, context),
  };
}

function mistake(op: SetOptionsOpWire, source: PublicKeyWire): SetOptionsResultWire["code"] | undefined {
  const set = op.setFlags ?? 0;
  const clear = op.clearFlags ?? 0;
  if (isUnknownFlag(set) || isUnknownFlag(clear)) return Code.setOptionsUnknownFlag;
  if ((set & clear) !== 0) return Code.setOptionsBadFlags;
  const weights = [op.masterWeight, op.lowThreshold, op.medThreshold, op.highThreshold];
  if (weights.some((weight) => weight !== null && weight > MAX_WEIGHT)) return Code.setOptionsThresholdOutOfRange;
  if (op.signer && isBadSigner(op.signer, source)) return Code.setOptionsBadSigner;
  if (op.homeDomain && !isPlainText(op.homeDomain.bytes)) return Code.setOptionsInvalidHomeDomain;
  return undefined;
}

function isUnknownFlag(flags: number): boolean {
  return flags > ALL_ACCOUNT_FLAGS;
}

function isBadSigner({ key, weight }: SignerWire, source: PublicKeyWire): boolean {
  if (key.type === 0 && sameBytes(key.ed25519, source.ed25519)) return true;
  if (weight > MAX_WEIGHT) return true;
  return key.type === 3 && key.ed25519SignedPayload.payload.length === 0;
}

function apply(op: SetOptionsOpWire, { state, source }: OperationContext): Outcome {
  const account = mustLoad(state, source);
  if (op.inflationDest) {
    if (!sameAccount(op.inflationDest, source) && !state.peekAccount(op.inflationDest)) {
      return refuse(result(Code.setOptionsInvalidInflation));
    }
    account.inflationDest = op.inflationDest;
  }
  const flagProblem = changeFlags(op, account);
  if (flagProblem !== undefined) return refuse(result(flagProblem));
  if (op.homeDomain) account.homeDomain = op.homeDomain;
  const [master = 0, low = 0, medium = 0, high = 0] = account.thresholds;
  account.thresholds = Uint8Array.of(
    op.masterWeight ?? master,
    op.lowThreshold ?? low,
    op.medThreshold ?? medium,
    op.highThreshold ?? high,
  );
  const signerProblem = op.signer && changeSigner(op.signer, state, account);
  return signerProblem ?? succeed(result(Code.setOptionsSuccess));
}

function changeFlags(op: SetOptionsOpWire, account: AccountEntryWire): SetOptionsResultWire["code"] | undefined {
  const isFixed = () => (account.flags & AccountFlag.immutable) !== 0;
  if (op.clearFlags) {
    if (isFixed()) return Code.setOptionsCantChange;
    account.flags &= ~op.clearFlags;
  }
  if (op.setFlags) {
    if (isFixed()) return Code.setOptionsCantChange;
    account.flags |= op.setFlags;
  }
  const changed = op.clearFlags !== null || op.setFlags !== null;
  const clawbackAlone = (account.flags & (AccountFlag.clawback | AccountFlag.revocable)) === AccountFlag.clawback;
  return changed && clawbackAlone ? Code.setOptionsAuthRevocableRequired : undefined;
}

function changeSigner(signer: SignerWire, state: LedgerState, account: AccountEntryWire): Outcome | undefined {
  const { found, index } = findSigner(account, signer.key);
  if (signer.weight === 0) {
    if (found) removeSigner(state, account, index);
    return undefined;
  }
  const existing = account.signers[index];
  if (found && existing) {
    existing.weight = signer.weight;
    return undefined;
  }
  if (account.signers.length === MAX_SIGNERS) return refuse(result(Code.setOptionsTooManySigners));
  account.signers.splice(index, 0, { key: signer.key, weight: signer.weight });
  sponsorshipOf(account)?.signerSponsoringIDs.splice(index, 0, null);
  switch (reserveForNewSigner(state, account, index)) {
    case "low-reserve":
      return refuse(result(Code.setOptionsLowReserve));
    case "too-many-subentries":
      return Refusal.tooManySubentries;
    case "too-many-sponsoring":
    case "too-many-sponsored":
      return Refusal.tooManySponsoring;
    case "ok":
      return undefined;
  }
}

function result(code: SetOptionsResultWire["code"]): OperationResultTrWire {
  return { type: 5, setOptionsResult: { code } };
}
