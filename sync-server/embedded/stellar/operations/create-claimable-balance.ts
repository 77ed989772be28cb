import { xdr } from "@stellar/stellar-sdk";
import type {
  AssetWire,
  ClaimPredicateWire,
  CreateClaimableBalanceOpWire,
  CreateClaimableBalanceResultWire,
  LedgerEntryWire,
  OperationResultTrWire,
} from "@stellar/stellar-sdk/xdr";
import { isAssetValid, isIssuer } from "#server/embedded/stellar/ledger/assets.ts";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { AccountFlag, INT64_MAX, LineFlag } from "#server/embedded/stellar/ledger/limits.ts";
import { loadLine } from "#server/embedded/stellar/ledger/lines.ts";
import { mustLoad, reserveForNewEntry } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { sha256 } from "#server/embedded/stellar/ledger/transaction.ts";
import { Refusal, refuse, succeed } from "./operation.ts";
import type { OperationContext, OperationLogic, Outcome } from "./operation.ts";
import { debit } from "./transfer.ts";

const Code = xdr.CreateClaimableBalanceResultCode.schema;
const MAX_DEPTH = 4;
type RefusalCode = Exclude<CreateClaimableBalanceResultWire["code"], 0>;

export function createClaimableBalance(op: CreateClaimableBalanceOpWire): OperationLogic {
  return {
    threshold: "medium",
    check: () => (isMalformed(op) ? refuse(result(Code.createClaimableBalanceMalformed)) : undefined),
    apply: (context) => apply(op, context),
  };
}

function isMalformed({ asset, amount, claimants }: CreateClaimableBalanceOpWire): boolean {
  const destinations = new Set(claimants.map(({ v0 }) => hex(v0.destination.ed25519)));
  return (
    !isAssetValid(asset) ||
    amount <= 0n ||
    claimants.length === 0 ||
    destinations.size < claimants.length ||
    !claimants.every(({ v0 }) => isPredicateValid(v0.predicate, 1))
  );
}

function isPredicateValid(predicate: ClaimPredicateWire, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  switch (predicate.type) {
    case 0:
      return true;
    case 1:
      return (
        predicate.andPredicates.length === 2 &&
        predicate.andPredicates.every((part) => isPredicateValid(part, depth + 1))
      );
    case 2:
      return (
        predicate.orPredicates.length === 2 && predicate.orPredicates.every((part) => isPredicateValid(part, depth + 1))
      );
    case 3:
      return predicate.notPredicate !== null && isPredicateValid(predicate.notPredicate, depth + 1);
    case 4:
      return predicate.absBefore >= 0n;
    case 5:
      return predicate.relBefore >= 0n;
  }
}

function apply(op: CreateClaimableBalanceOpWire, context: OperationContext): Outcome {
  const { state, source } = context;
  const account = mustLoad(state, source);
  switch (debit(state, source, op.asset, op.amount)) {
    case "no-trust":
      return refuse(result(Code.createClaimableBalanceNoTrust));
    case "not-authorized":
      return refuse(result(Code.createClaimableBalanceNotAuthorized));
    case "underfunded":
      return refuse(result(Code.createClaimableBalanceUnderfunded));
    case "ok":
  }
  const balanceId = { type: 0, v0: newBalanceId(context) } as const;
  const { closeTime } = state.header.scpValue;
  const entry: LedgerEntryWire = {
    lastModifiedLedgerSeq: 0,
    data: {
      type: 4,
      claimableBalance: {
        balanceId,
        claimants: op.claimants.map(({ v0: { destination, predicate } }) => ({
          type: 0,
          v0: { destination, predicate: absolute(predicate, closeTime) },
        })),
        asset: op.asset,
        amount: op.amount,
        ext: isClawbackEnabled(op.asset, context) ? { v: 1, v1: { ext: { v: 0 }, flags: 1 } } : { v: 0 },
      },
    },
    ext: { v: 0 },
  };
  switch (reserveForNewEntry(state, entry, account)) {
    case "low-reserve":
      return refuse(result(Code.createClaimableBalanceLowReserve));
    case "too-many-sponsoring":
    case "too-many-sponsored":
    case "too-many-subentries":
      return Refusal.tooManySponsoring;
    case "ok":
  }
  state.create(entry);
  return succeed({ type: 14, createClaimableBalanceResult: { code: 0, balanceId } });
}

function isClawbackEnabled(asset: AssetWire, { state, source }: OperationContext): boolean {
  if (asset.type === 0) return false;
  if (isIssuer(source, asset)) return (mustLoad(state, source).flags & AccountFlag.clawback) !== 0;
  const line = loadLine(state, source, asset);
  return line?.kind === "trust" && (line.entry.flags & LineFlag.clawback) !== 0;
}

/** The predicate with times that count from the ledger's close turned into times of the clock. */
function absolute(predicate: ClaimPredicateWire, closeTime: bigint): ClaimPredicateWire {
  switch (predicate.type) {
    case 0:
    case 4:
      return predicate;
    case 1:
      return { type: 1, andPredicates: predicate.andPredicates.map((part) => absolute(part, closeTime)) };
    case 2:
      return { type: 2, orPredicates: predicate.orPredicates.map((part) => absolute(part, closeTime)) };
    case 3:
      return { type: 3, notPredicate: predicate.notPredicate && absolute(predicate.notPredicate, closeTime) };
    case 5: {
      const until = closeTime + predicate.relBefore;
      return { type: 4, absBefore: until > INT64_MAX ? INT64_MAX : until };
    }
  }
}

function newBalanceId({ transactionSource, transactionSeqNum, index }: OperationContext): Uint8Array {
  return sha256(
    xdr.HashIdPreimage.schema.encode({
      type: 6,
      operationId: { sourceAccount: transactionSource, seqNum: transactionSeqNum, opNum: index },
    }),
  );
}

function result(code: RefusalCode): OperationResultTrWire {
  return { type: 14, createClaimableBalanceResult: { code } };
}
