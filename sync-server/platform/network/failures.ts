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

/** The code that says most: of the first operation that failed, or else of the transaction. */
function failureCode(resultXdr: string): string {
  const { result } = xdr.TransactionResult.fromXdr(Buffer.from(resultXdr, "base64"));
  const own = "innerResultPair" in result ? result.innerResultPair.result.result : result;
  if (!("results" in own)) return own.type;
  for (const operation of own.results) {
    const code = operation.type === "opInner" ? operation.tr.value.type : operation.type;
    if (!code.endsWith("Success")) return code;
  }
  return own.type;
}
