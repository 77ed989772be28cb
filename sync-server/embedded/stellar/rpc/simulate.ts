import { xdr } from "@stellar/stellar-sdk";
import type { TransactionEnvelopeWire } from "@stellar/stellar-sdk/xdr";
import * as v from "valibot";
import { isClassic } from "#server/embedded/stellar/operations/registry.ts";
import type { RpcContext } from "./context.ts";
import { RpcError, unreadableParams } from "./errors.ts";
import { Format, wantsJson } from "./format.ts";

const Params = v.object({ transaction: v.string(), xdrFormat: Format });

/** Says of a transaction why it cannot be simulated: this network has no smart contracts, and nothing else is. */
export function simulateTransaction(_context: RpcContext, params: unknown): object {
  const parsed = v.safeParse(Params, params);
  if (!parsed.success) throw unreadableParams("transaction must be a base64 envelope");
  return { error: whyNot(parsed.output), latestLedger: 0 };
}

function whyNot({ transaction, xdrFormat }: v.InferOutput<typeof Params>): string {
  try {
    wantsJson(xdrFormat);
  } catch (error) {
    if (error instanceof RpcError) return error.message;
    throw error;
  }
  let envelope: TransactionEnvelopeWire;
  try {
    envelope = xdr.TransactionEnvelope.schema.decode(Buffer.from(transaction, "base64"));
  } catch {
    return "Could not unmarshal transaction";
  }
  const { operations, memo } = contentsOf(envelope);
  const [operation, ...others] = operations;
  if (!operation || others.length > 0) return "Transaction contains more than one operation";
  if (memo.type !== 0) return "Transaction contains a memo. Soroban transactions do not support memos.";
  const { body } = operation;
  if (!isClassic(body)) return "This network has no smart contracts";
  const [first = "", ...rest] = xdr.OperationType.schema.nameByValue.get(body.type) ?? "";
  return `Transaction contains unsupported operation type: OperationType${first.toUpperCase()}${rest.join("")}`;
}

function contentsOf(envelope: TransactionEnvelopeWire) {
  switch (envelope.type) {
    case 0:
      return envelope.v0.tx;
    case 2:
      return envelope.v1.tx;
    case 5:
      return envelope.feeBump.tx.innerTx.v1.tx;
  }
}
