import { xdr } from "@stellar/stellar-sdk";
import type {
  ContractEventWire,
  LedgerEntryChangeWire,
  OperationResultWire,
  TransactionEnvelopeWire,
  TransactionEventWire,
  TransactionMetaWire,
  TransactionResultWire,
  TransactionWire,
} from "@stellar/stellar-sdk/xdr";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import type { TransactionRow } from "#server/embedded/stellar/store.ts";
import type { AssetContracts } from "./asset-contracts.ts";
import { AssetEvents } from "./asset-events.ts";
import { operationEvents } from "./operation-events.ts";

/** The events of a transaction: those of its fee, and those of each operation, none at all where it failed. */
export interface TransactionEvents {
  readonly transaction: readonly TransactionEventWire[];
  readonly operations: readonly (readonly ContractEventWire[])[];
}

/** A transaction as history keeps it, decoded. */
export interface DecodedTransaction {
  readonly envelope: TransactionEnvelopeWire;
  readonly result: TransactionResultWire;
  readonly meta: TransactionMetaWire;
}

const BEFORE_ALL = 0;
const NONE: TransactionEvents = { transaction: [], operations: [] };

export function decodeRow(row: Pick<TransactionRow, "envelope" | "result" | "meta">): DecodedTransaction {
  return {
    envelope: xdr.TransactionEnvelope.schema.decode(row.envelope),
    result: xdr.TransactionResult.schema.decode(row.result),
    meta: xdr.TransactionMeta.schema.decode(row.meta),
  };
}

/**
 * The events of a transaction, worked out when somebody asks: all they say follows from envelope, result and meta, and
 * no ledger's hash covers them. Metadata of protocols before 23 has no place for any.
 */
export function eventsOf({ envelope, result, meta }: DecodedTransaction, contracts: AssetContracts): TransactionEvents {
  if (meta.v !== 4) return NONE;
  const tx = plainIn(envelope);
  const write = new AssetEvents(contracts, tx.memo);
  const payer = accountOf(envelope.type === 5 ? envelope.feeBump.tx.feeSource : tx.sourceAccount);
  const fee = { stage: BEFORE_ALL, event: write.fee(payer, result.feeCharged) } as const;
  const changes = meta.v4.operations.map((operation) => operation.changes);
  return {
    transaction: result.feeCharged === 0n ? [] : [fee],
    operations: operationsOf(tx, resultsIn(result), changes, write),
  };
}

/** Metadata with its events in their places. */
export function withEvents(meta: TransactionMetaWire, events: TransactionEvents): TransactionMetaWire {
  if (meta.v !== 4) return meta;
  const operations = meta.v4.operations.map((operation, index) => ({
    ...operation,
    events: [...(events.operations[index] ?? [])],
  }));
  return { v: 4, v4: { ...meta.v4, operations, events: [...events.transaction] } };
}

function operationsOf(
  tx: TransactionWire,
  results: readonly OperationResultWire[],
  changes: readonly (readonly LedgerEntryChangeWire[])[],
  write: AssetEvents,
): ContractEventWire[][] {
  const transactionSource = accountOf(tx.sourceAccount);
  return changes.map((made, index) => {
    const [operation, result] = [tx.operations[index], results[index]];
    if (!operation || result?.code !== 0) throw new Error("a successful transaction has a result for each operation");
    const source = operation.sourceAccount ?? tx.sourceAccount;
    const place = { transactionSource, transactionSeqNum: tx.seqNum, index };
    return operationEvents({ operation, result: result.tr, changes: made, source, place }, write);
  });
}

function plainIn(envelope: TransactionEnvelopeWire): TransactionWire {
  if (envelope.type === 0) throw new Error("envelopes are kept in their newer form");
  return envelope.type === 2 ? envelope.v1.tx : envelope.feeBump.tx.innerTx.v1.tx;
}

function resultsIn({ result }: TransactionResultWire): readonly OperationResultWire[] {
  const inner = result.code === 1 ? result.innerResultPair.result.result : result;
  return inner.code === 0 ? inner.results : [];
}
