import { xdr } from "@stellar/stellar-sdk";
import type {
  ClaimClaimableBalanceOpWire,
  ClaimClaimableBalanceResultWire,
  ClaimPredicateWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { claimableBalanceKey, sameAccount } from "#server/embedded/stellar/ledger/keys.ts";
import { mustLoad, releaseEntry } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";
import { credit } from "./transfer.ts";

const Code = xdr.ClaimClaimableBalanceResultCode.schema;

export function claimClaimableBalance(op: ClaimClaimableBalanceOpWire): OperationLogic {
  return { threshold: "low", check: () => undefined, apply: (context) => apply(op, context) };
}

function apply({ balanceId }: ClaimClaimableBalanceOpWire, { state, source }: OperationContext): Outcome {
  const key = claimableBalanceKey(balanceId.v0);
  const entry = state.load(key);
  if (entry?.data.type !== 4) return refuse(result(Code.claimClaimableBalanceDoesNotExist));
  const { claimants, asset, amount } = entry.data.claimableBalance;
  const claimant = claimants.find(({ v0 }) => sameAccount(v0.destination, source));
  if (!claimant || !holds(claimant.v0.predicate, state.header.scpValue.closeTime)) {
    return refuse(result(Code.claimClaimableBalanceCannotClaim));
  }
  switch (credit(state, source, asset, amount)) {
    case "no-trust":
      return refuse(result(Code.claimClaimableBalanceNoTrust));
    case "not-authorized":
      return refuse(result(Code.claimClaimableBalanceNotAuthorized));
    case "line-full":
      return refuse(result(Code.claimClaimableBalanceLineFull));
    case "ok":
  }
  releaseEntry(state, entry, mustLoad(state, source));
  state.erase(key);
  return succeed(result(Code.claimClaimableBalanceSuccess));
}

/** Whether a stored predicate, whose times are all absolute, holds at this time. */
export function holds(predicate: ClaimPredicateWire, closeTime: bigint): boolean {
  switch (predicate.type) {
    case 0:
      return true;
    case 1:
      return predicate.andPredicates.every((part) => holds(part, closeTime));
    case 2:
      return predicate.orPredicates.some((part) => holds(part, closeTime));
    case 3:
      return predicate.notPredicate !== null && !holds(predicate.notPredicate, closeTime);
    case 4:
      return predicate.absBefore > closeTime;
    case 5:
      throw new Error("a stored predicate counts from no ledger");
  }
}

function result(code: ClaimClaimableBalanceResultWire["code"]): OperationResultTrWire {
  return { type: 15, claimClaimableBalanceResult: { code } };
}
