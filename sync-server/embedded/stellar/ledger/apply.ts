import type { LedgerEntryChangeWire, PublicKeyWire, TransactionResultWire } from "@stellar/stellar-sdk/xdr";
import { Refusal } from "#server/embedded/stellar/operations/operation.ts";
import type { Outcome } from "#server/embedded/stellar/operations/operation.ts";
import { stampSequence } from "./accounts.ts";
import { hex } from "./keys.ts";
import { TxCode, initialResult, resultOf } from "./results.ts";
import type { PlainResult } from "./results.ts";
import { SignatureChecker } from "./signatures.ts";
import { findSigner } from "./signers.ts";
import { mustLoad, removeSigner } from "./sponsorship.ts";
import type { LedgerState } from "./state.ts";
import type { PlainTransaction, Transaction } from "./transaction.ts";
import { checkOperationSignatures, checkTransaction, prepareOperations } from "./validate.ts";
import type { PreparedOperation, Verdict } from "./validate.ts";

/** From here on, the result of a transaction inside a fee bump no longer names a fee, which it never paid. */
const FREE_INNER_PROTOCOL = 25;

/** What a transaction did to the ledger, by phase. */
export interface Changes {
  readonly before: LedgerEntryChangeWire[];
  /** One list for each operation; none at all where the transaction failed. */
  readonly operations: LedgerEntryChangeWire[][];
}

export interface Applied {
  readonly result: TransactionResultWire;
  readonly changes: Changes;
}

export interface FeeTaken {
  readonly charged: bigint;
  readonly changes: LedgerEntryChangeWire[];
}

/** First phase of a ledger, for every transaction before any is applied: takes the fee, as far as the balance goes. */
export function takeFee(transaction: Transaction, state: LedgerState, baseFee: bigint): FeeTaken {
  const scope = state.begin();
  const account = mustLoad(state, transaction.feeSource);
  const wanted = smaller(transaction.feeBid, baseFee * BigInt(Math.max(1, transaction.paidOperations)));
  const charged = smaller(account.balance, wanted);
  account.balance -= charged;
  state.header.feePool += charged;
  const changes = scope.changes();
  scope.commit();
  return { charged, changes };
}

/** Second phase: applies the transaction, whose fee was taken before. */
export function applyTransaction(
  transaction: Transaction,
  state: LedgerState,
  baseFee: bigint,
  feeCharged: bigint,
): Applied {
  const before: LedgerEntryChangeWire[] = [];
  if (transaction.feeBump) {
    const scope = state.begin();
    removeOneTimeSigner(state, transaction.feeSource, transaction.hash);
    before.push(...scope.changes());
    scope.commit();
  }
  const { inner } = transaction;
  const innerFee = smaller(inner.feeBid, baseFee * BigInt(Math.max(1, inner.operations.length)));
  const isFree = transaction.feeBump !== undefined && state.header.ledgerVersion >= FREE_INNER_PROTOCOL;
  const result = initialResult(
    inner.operations.map((operation) => operation.body),
    isFree ? 0n : innerFee,
  );
  const operations = applyPlain(inner, state, result, before, !transaction.feeBump);
  return { result: resultOf(transaction, result, feeCharged), changes: { before, operations } };
}

function applyPlain(
  transaction: PlainTransaction,
  state: LedgerState,
  result: PlainResult,
  before: LedgerEntryChangeWire[],
  chargeFee: boolean,
): LedgerEntryChangeWire[][] {
  const checker = new SignatureChecker(transaction.hash, transaction.signatures);
  const prepared = prepareOperations(transaction);
  const scope = state.begin();
  const mode = { applying: true, chargeFee, closeTimeSlack: 0n };
  const verdict = checkTransaction(transaction, checker, state, state.header, mode);
  if (verdict.reached !== "nothing") {
    const account = mustLoad(state, transaction.source);
    account.seqNum = transaction.seqNum;
    stampSequence(account, state.header);
  }
  const isValid = useSignatures(transaction, prepared, checker, state, verdict, result);
  before.push(...scope.changes());
  scope.commit();
  return isValid ? applyOperations(transaction, prepared, state, result) : [];
}

/** Checks the operations' signatures and uses up one-time signers, which are gone whether or not all goes well. */
function useSignatures(
  transaction: PlainTransaction,
  prepared: readonly PreparedOperation[],
  checker: SignatureChecker,
  state: LedgerState,
  verdict: Verdict,
  result: PlainResult,
): boolean {
  if (verdict.reached !== "end") {
    result.code = verdict.code;
    removeOneTimeSigners(transaction, prepared, state);
    return false;
  }
  for (const [index, operation] of prepared.entries()) {
    const problem = checkOperationSignatures(operation, checker, state);
    if (!problem) continue;
    result.operations[index] = problem;
    result.code = TxCode.txFailed;
  }
  removeOneTimeSigners(transaction, prepared, state);
  if (result.code !== TxCode.txSuccess) return false;
  if (checker.allUsed()) return true;
  result.code = TxCode.txBadAuthExtra;
  return false;
}

function applyOperations(
  transaction: PlainTransaction,
  prepared: readonly PreparedOperation[],
  state: LedgerState,
  result: PlainResult,
): LedgerEntryChangeWire[][] {
  const scope = state.begin();
  const changes: LedgerEntryChangeWire[][] = [];
  try {
    for (const [index, operation] of prepared.entries()) {
      const operationScope = state.begin();
      const outcome = applyOperation(transaction, operation, state, index);
      result.operations[index] = outcome.result;
      if (outcome.ok) {
        changes.push(operationScope.changes());
        operationScope.commit();
      } else {
        result.code = TxCode.txFailed;
        operationScope.rollback();
      }
    }
    if (result.code === TxCode.txSuccess && state.hasOpenSponsorships()) result.code = TxCode.txBadSponsorship;
  } catch (error) {
    // A broken rule of the ledger must not end the network: the transaction fails as a whole, like in stellar-core.
    console.error(`transaction ${hex(transaction.hash)} failed inside the ledger:`, error);
    result.code = TxCode.txInternalError;
  }
  if (result.code === TxCode.txSuccess) {
    scope.commit();
    return changes;
  }
  scope.rollback();
  return [];
}

function applyOperation(
  transaction: PlainTransaction,
  { logic, source }: PreparedOperation,
  state: LedgerState,
  index: number,
): Outcome {
  if (logic.isSupported?.(state.header) === false) return Refusal.notSupported;
  if (!state.peekAccount(source)) return Refusal.noAccount;
  return (
    logic.check(source) ??
    logic.apply({
      state,
      source,
      transactionSource: transaction.source,
      transactionSeqNum: transaction.seqNum,
      index,
    })
  );
}

function removeOneTimeSigners(
  transaction: PlainTransaction,
  prepared: readonly PreparedOperation[],
  state: LedgerState,
): void {
  const accounts = new Map([[hex(transaction.source.ed25519), transaction.source]]);
  for (const { source } of prepared) accounts.set(hex(source.ed25519), source);
  for (const account of accounts.values()) {
    const scope = state.begin();
    const removed = removeOneTimeSigner(state, account, transaction.hash);
    if (removed) scope.commit();
    else scope.rollback();
  }
}

function removeOneTimeSigner(state: LedgerState, accountId: PublicKeyWire, hash: Uint8Array): boolean {
  const account = state.loadAccount(accountId);
  if (!account) return false;
  const { found, index } = findSigner(account, { type: 1, preAuthTx: hash });
  if (found) removeSigner(state, account, index);
  return found;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
