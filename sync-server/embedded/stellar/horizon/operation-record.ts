import { xdr } from "@stellar/stellar-sdk";
import type {
  LedgerEntryChangeWire,
  LedgerEntryWire,
  MuxedAccountWire,
  OperationBodyWire,
  OperationResultTrWire,
  OperationWire,
  TransactionMetaWire,
  TransactionResultWire,
} from "@stellar/stellar-sdk/xdr";
import { keyOf, ledgerKeyOf } from "#server/embedded/stellar/ledger/keys.ts";
import type { TransactionRow } from "#server/embedded/stellar/store.ts";
import { toid } from "#server/embedded/stellar/toid.ts";
import type { Place } from "#server/embedded/stellar/toid.ts";
import { innerEnvelope } from "./transaction-resource.ts";

/** One entry before and after an operation; one of the two may be missing. */
export interface EntryChange {
  readonly before: LedgerEntryWire | undefined;
  readonly after: LedgerEntryWire | undefined;
}

/** An operation of the past with all that is known of it. */
export interface OperationRecord {
  readonly row: TransactionRow;
  readonly place: Place;
  readonly id: string;
  readonly body: OperationBodyWire;
  readonly source: MuxedAccountWire;
  /** The operations before this one in its transaction. */
  readonly earlier: readonly OperationWire[];
  readonly transactionSource: MuxedAccountWire;
  /** Undefined where the transaction did not get as far as its operations. */
  readonly result: OperationResultTrWire | undefined;
  readonly changes: readonly EntryChange[];
}

/** The operations of a transaction, in order. */
export function operationsOf(row: TransactionRow): OperationRecord[] {
  const { tx } = innerEnvelope(xdr.TransactionEnvelope.schema.decode(row.envelope));
  const results = operationResults(xdr.TransactionResult.schema.decode(row.result));
  const metas = row.successful ? operationChanges(xdr.TransactionMeta.schema.decode(row.meta)) : [];
  return tx.operations.map(({ sourceAccount, body }, index) => {
    const place = { ledger: row.ledger, order: row.order, op: index + 1 };
    return {
      row,
      place,
      id: String(toid(place)),
      body,
      source: sourceAccount ?? tx.sourceAccount,
      earlier: tx.operations.slice(0, index),
      transactionSource: tx.sourceAccount,
      result: results[index],
      changes: entryChanges(metas[index] ?? []),
    };
  });
}

function operationResults({ result }: TransactionResultWire): (OperationResultTrWire | undefined)[] {
  const inner = result.code === 1 || result.code === -13 ? result.innerResultPair.result.result : result;
  if (inner.code !== 0 && inner.code !== -1) return [];
  return inner.results.map((each) => (each.code === 0 ? each.tr : undefined));
}

function operationChanges(meta: TransactionMetaWire): (readonly LedgerEntryChangeWire[])[] {
  switch (meta.v) {
    case 0:
      return meta.operations.map(({ changes }) => changes);
    case 1:
      return meta.v1.operations.map(({ changes }) => changes);
    case 2:
      return meta.v2.operations.map(({ changes }) => changes);
    case 3:
      return meta.v3.operations.map(({ changes }) => changes);
    case 4:
      return meta.v4.operations.map(({ changes }) => changes);
  }
}

function entryChanges(changes: readonly LedgerEntryChangeWire[]): EntryChange[] {
  const states = new Map<string | undefined, LedgerEntryWire>();
  const made: EntryChange[] = [];
  for (const change of changes) {
    if (change.type === 3) states.set(keyOf(ledgerKeyOf(change.state)), change.state);
    else if (change.type === 0) made.push({ before: undefined, after: change.created });
    else if (change.type === 1) {
      made.push({ before: states.get(keyOf(ledgerKeyOf(change.updated))), after: change.updated });
    } else if (change.type === 2) made.push({ before: states.get(keyOf(change.removed)), after: undefined });
  }
  return made;
}
