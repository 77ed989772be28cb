import type {
  AccountEntryWire,
  LedgerHeaderWire,
  OperationResultWire,
  PublicKeyWire,
  TransactionResultWire,
} from "@stellar/stellar-sdk/xdr";
import type { OperationLogic } from "#server/embedded/stellar/operations/operation.ts";
import { Refusal } from "#server/embedded/stellar/operations/operation.ts";
import { isClassic, operationLogic } from "#server/embedded/stellar/operations/registry.ts";
import { availableBalance, sequenceStamp, startingSequence } from "./accounts.ts";
import { INT64_MAX } from "./limits.ts";
import { TxCode, initialResult, isSuccess, refusalOf, resultOf } from "./results.ts";
import type { PlainCode, PlainResult } from "./results.ts";
import { compareSignerKeys } from "./signers.ts";
import { SignatureChecker, masterSigner, signersOf } from "./signatures.ts";
import type { LedgerState } from "./state.ts";
import { accountOf } from "./transaction.ts";
import type { PlainTransaction, Transaction } from "./transaction.ts";

/** An operation together with its rules and its effective source. */
export interface PreparedOperation {
  readonly logic: OperationLogic;
  readonly source: PublicKeyWire;
  readonly hasOwnSource: boolean;
}

/** How far a transaction got in the checks: from "seq" on, its sequence number is used up. */
export type Verdict =
  | { readonly reached: "nothing" | "seq" | "auth"; readonly code: PlainCode }
  | { readonly reached: "end" };

export interface ValidationMode {
  readonly applying: boolean;
  readonly chargeFee: boolean;
  /** Seconds added to the last close time where "too late" is asked. */
  readonly closeTimeSlack: bigint;
  /** The account's sequence number, where others of its transactions wait already. */
  readonly currentSeqNum?: bigint;
}

export function prepareOperations(transaction: PlainTransaction): PreparedOperation[] {
  return transaction.operations.map(({ sourceAccount, body }) => ({
    logic: operationLogic(body),
    source: sourceAccount ? accountOf(sourceAccount) : transaction.source,
    hasOwnSource: sourceAccount !== null,
  }));
}

function minimumFee(header: LedgerHeaderWire, operations: number): bigint {
  return BigInt(header.baseFee) * BigInt(Math.max(1, operations));
}

/** The checks of a transaction that come before those of its operations. Leaves no trace in the state. */
export function checkTransaction(
  transaction: PlainTransaction,
  checker: SignatureChecker,
  state: LedgerState,
  header: LedgerHeaderWire,
  mode: ValidationMode,
): Verdict {
  const early = checkShape(transaction, header, mode);
  if (early !== undefined) return { reached: "nothing", code: early };
  const account = state.peekAccount(transaction.source);
  if (!account) return { reached: "nothing", code: TxCode.txNoAccount };
  if (isBadSequence(transaction, header, mode.currentSeqNum ?? account.seqNum)) {
    return { reached: "nothing", code: TxCode.txBadSeq };
  }
  if (isTooSoonForAccount(transaction, header, account)) {
    return { reached: "seq", code: TxCode.txBadMinSeqAgeOrGap };
  }
  const extra = transaction.conditions.extraSigners.map((key) => ({ key, weight: 1 }));
  if (
    !checker.reaches(signersOf(account), account.thresholds[1] ?? 0) ||
    (extra.length > 0 && !checker.reaches(extra, extra.length))
  ) {
    return { reached: "seq", code: TxCode.txBadAuth };
  }
  const feeToPay = mode.applying ? 0n : transaction.feeBid;
  if (mode.chargeFee && availableBalance(header, account) < feeToPay) {
    return { reached: "auth", code: TxCode.txInsufficientBalance };
  }
  return { reached: "end" };
}

/** What the operation's signatures lack, if anything. */
export function checkOperationSignatures(
  operation: PreparedOperation,
  checker: SignatureChecker,
  state: LedgerState,
): OperationResultWire | undefined {
  const account = state.peekAccount(operation.source);
  if (account) {
    const needed = account.thresholds[thresholdIndex(operation.logic)] ?? 0;
    return checker.reaches(signersOf(account), needed) ? undefined : Refusal.badAuth.result;
  }
  if (!operation.hasOwnSource) return Refusal.noAccount.result;
  return checker.reaches([masterSigner(operation.source, 1)], 0) ? undefined : Refusal.badAuth.result;
}

/**
 * Judges a submission against the last closed ledger; `header` is that of the ledger to come, with the last close time.
 * Answers with the result the network would give, whose code tells whether it was accepted.
 */
export function checkSubmission(
  transaction: Transaction,
  state: LedgerState,
  header: LedgerHeaderWire,
  mode: { readonly closeTimeSlack: bigint; readonly currentSeqNum?: bigint },
): TransactionResultWire {
  if (!transaction.feeBump) {
    const result = checkPlain(transaction.inner, state, header, { ...mode, applying: false, chargeFee: true });
    return resultOf(transaction, result, result.feeCharged);
  }
  const feeCharged = minimumFee(header, transaction.paidOperations);
  const refusal = checkFeeBump(transaction, state, header, feeCharged);
  if (refusal) return refusal;
  const inner = checkPlain(transaction.inner, state, header, { ...mode, applying: false, chargeFee: false });
  return resultOf(transaction, inner, feeCharged);
}

export function isAccepted(result: TransactionResultWire): boolean {
  return isSuccess(result);
}

function checkPlain(
  transaction: PlainTransaction,
  state: LedgerState,
  header: LedgerHeaderWire,
  mode: ValidationMode,
): PlainResult {
  const feeCharged = mode.chargeFee ? minimumFee(header, transaction.operations.length) : 0n;
  const result = initialResult(
    transaction.operations.map((operation) => operation.body),
    feeCharged,
  );
  const checker = new SignatureChecker(transaction.hash, transaction.signatures);
  const verdict = checkTransaction(transaction, checker, state, header, mode);
  if (verdict.reached !== "end") {
    result.code = verdict.code;
    return result;
  }
  for (const [index, operation] of prepareOperations(transaction).entries()) {
    const { logic, source } = operation;
    const problem =
      logic.isSupported?.(header) === false
        ? Refusal.notSupported.result
        : (checkOperationSignatures(operation, checker, state) ?? logic.check(source)?.result);
    if (!problem) continue;
    result.operations[index] = problem;
    result.code = TxCode.txFailed;
    return result;
  }
  if (!checker.allUsed()) result.code = TxCode.txBadAuthExtra;
  return result;
}

function checkFeeBump(
  { hash, inner, feeBump, feeBid, feeSource, paidOperations }: Transaction,
  state: LedgerState,
  header: LedgerHeaderWire,
  feeCharged: bigint,
): TransactionResultWire | undefined {
  const minimum = minimumFee(header, paidOperations);
  if (feeBid < minimum) return refusalOf({ code: TxCode.txInsufficientFee, feeCharged });
  const innerMinimum = minimumFee(header, inner.operations.length);
  // The bump must offer at least as much for each operation as the inner transaction did.
  if (feeBid * innerMinimum < inner.feeBid * minimum) {
    const needed = (inner.feeBid * minimum + innerMinimum - 1n) / innerMinimum;
    return refusalOf({ code: TxCode.txInsufficientFee, feeCharged: needed > INT64_MAX ? INT64_MAX : needed });
  }
  const account = state.peekAccount(feeSource);
  if (!account) return refusalOf({ code: TxCode.txNoAccount, feeCharged });
  const checker = new SignatureChecker(hash, feeBump?.signatures ?? []);
  if (!checker.reaches(signersOf(account), account.thresholds[1] ?? 0)) {
    return refusalOf({ code: TxCode.txBadAuth, feeCharged });
  }
  if (availableBalance(header, account) < feeBid) {
    return refusalOf({ code: TxCode.txInsufficientBalance, feeCharged });
  }
  return checker.allUsed() ? undefined : refusalOf({ code: TxCode.txBadAuthExtra, feeCharged });
}

function checkShape(
  { conditions, operations, feeBid, wire }: PlainTransaction,
  header: LedgerHeaderWire,
  mode: ValidationMode,
): PlainCode | undefined {
  const [first, second] = conditions.extraSigners;
  if (first && second && compareSignerKeys(first, second) === 0) return TxCode.txMalformed;
  const emptyPayload = conditions.extraSigners.some(
    (key) => key.type === 3 && key.ed25519SignedPayload.payload.length === 0,
  );
  if (emptyPayload) return TxCode.txMalformed;
  if (operations.length === 0) return TxCode.txMissingOperation;
  if (wire.ext.v !== 0 && operations.every(({ body }) => isClassic(body))) return TxCode.txMalformed;
  const { timeBounds, ledgerBounds } = conditions;
  const { closeTime } = header.scpValue;
  if (timeBounds && timeBounds.minTime > closeTime) return TxCode.txTooEarly;
  if (ledgerBounds && ledgerBounds.minLedger > header.ledgerSeq) return TxCode.txTooEarly;
  if (timeBounds && timeBounds.maxTime > 0n && timeBounds.maxTime < closeTime + mode.closeTimeSlack) {
    return TxCode.txTooLate;
  }
  if (ledgerBounds && ledgerBounds.maxLedger > 0 && ledgerBounds.maxLedger <= header.ledgerSeq) {
    return TxCode.txTooLate;
  }
  if (mode.chargeFee && feeBid < minimumFee(header, operations.length)) return TxCode.txInsufficientFee;
  return undefined;
}

function isBadSequence({ seqNum, conditions }: PlainTransaction, header: LedgerHeaderWire, current: bigint): boolean {
  // An account that is made in this very ledger could otherwise replay the number it starts with.
  if (seqNum === startingSequence(header.ledgerSeq)) return true;
  const { minSeqNum } = conditions;
  if (minSeqNum !== null) return current < minSeqNum || current >= seqNum;
  return current === INT64_MAX || current + 1n !== seqNum;
}

function isTooSoonForAccount(
  { conditions }: PlainTransaction,
  header: LedgerHeaderWire,
  account: AccountEntryWire,
): boolean {
  const stamp = sequenceStamp(account);
  const { minSeqAge, minSeqLedgerGap } = conditions;
  return header.scpValue.closeTime - minSeqAge < stamp.time || header.ledgerSeq - minSeqLedgerGap < stamp.ledger;
}

function thresholdIndex({ threshold }: OperationLogic): number {
  return threshold === "low" ? 1 : threshold === "medium" ? 2 : 3;
}
