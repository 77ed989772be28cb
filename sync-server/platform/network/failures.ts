import { xdr } from "@stellar/stellar-sdk";
import { REASON_SENTENCES } from "#schemas/reason-sentences.ts";
import { writeSaid } from "#schemas/said.ts";

/** Why a ledger holds a transaction as failed, as it is stored for the person who sent it (`writeSaid`). `resultXdr` is base64. */
export function describeFailure(resultXdr: string): string {
  try {
    return failureSaid(failureCode(resultXdr));
  } catch {
    // That it failed is known all the same, and must be recorded whatever its result looks like.
    return writeSaid("failure.any");
  }
}

/** What is stored for a result code, such as `paymentUnderfunded`; a code without a sentence of its own is told by its name. */
export function failureSaid(name: string): string {
  const code = `failure.${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`;
  return Object.hasOwn(REASON_SENTENCES, code) ? writeSaid(code) : writeSaid("failure.other", { name });
}

/** What a ledger charged for a failed transaction, and the only operation of it that failed. */
export interface SoleFailure {
  /** Which operation it was, from 0. */
  readonly index: number;
  /** Such as `paymentUnderfunded`. */
  readonly code: string;
  /** In stroops. */
  readonly feeCharged: bigint;
}

/** The one operation for which a transaction failed; null where more did, or the transaction as a whole, or nothing that we can read. */
export function soleFailure(resultXdr: string): SoleFailure | null {
  try {
    const { feeCharged, result } = xdr.TransactionResult.fromXdr(Buffer.from(resultXdr, "base64"));
    const codes = operationCodes("innerResultPair" in result ? result.innerResultPair.result.result : result);
    const failed = codes.flatMap((code, index) => (code.endsWith("Success") ? [] : [{ index, code }]));
    const [sole, ...others] = failed;
    return sole && others.length === 0 ? { ...sole, feeCharged } : null;
  } catch {
    return null;
  }
}

/** The code that says most: of the first operation that failed, or else of the transaction. */
function failureCode(resultXdr: string): string {
  const { result } = xdr.TransactionResult.fromXdr(Buffer.from(resultXdr, "base64"));
  const own = "innerResultPair" in result ? result.innerResultPair.result.result : result;
  return operationCodes(own).find((code) => !code.endsWith("Success")) ?? own.type;
}

/** The code of each operation; none where the transaction came to none. */
function operationCodes(result: xdr.TransactionResultResult | xdr.InnerTransactionResultResult): string[] {
  if (!("results" in result)) return [];
  return result.results.map((operation) => (operation.type === "opInner" ? operation.tr.value.type : operation.type));
}
