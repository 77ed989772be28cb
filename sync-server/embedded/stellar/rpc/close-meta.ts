import { xdr } from "@stellar/stellar-sdk";
import type { LedgerCloseMetaWire, TransactionEnvelopeWire } from "@stellar/stellar-sdk/xdr";
import { decodeChanges } from "#server/embedded/stellar/ledger/meta.ts";
import { transactionSet } from "#server/embedded/stellar/ledger/transaction-set.ts";
import type { LedgerRow, TransactionRow } from "#server/embedded/stellar/store.ts";
import type { RpcContext } from "./context.ts";

const EXT = { v: 0 } as const;

/** Everything about one ledger, in the form that networks of the reported protocol emit. */
export function ledgerMeta(row: LedgerRow, { view: { history }, network }: RpcContext): Uint8Array {
  const rows = row.succeeded + row.failed > 0 ? history.transactionsIn(row.seq) : [];
  const header = xdr.LedgerHeader.schema.decode(row.header);
  const envelopes = rows.map((transaction) => ({
    hash: transaction.hash,
    envelope: xdr.TransactionEnvelope.schema.decode(transaction.envelope),
  }));
  const txSet = transactionSet(envelopes, header.previousLedgerHash, BigInt(header.baseFee));
  const common = {
    ext: EXT,
    ledgerHeader: { hash: row.hash, header, ext: EXT },
    txSet,
    upgradesProcessing: history.upgradesIn(row.seq).map(({ upgrade, changes }) => ({
      upgrade: xdr.LedgerUpgrade.schema.decode(upgrade),
      changes: decodeChanges(changes),
    })),
    scpInfo: [],
    totalByteSizeOfLiveSorobanState: 0n,
    evictedKeys: [],
  };
  const meta: LedgerCloseMetaWire =
    network.chain.protocol >= 23
      ? { v: 2, v2: { ...common, txProcessing: rows.map((transaction) => processingV1(transaction)) } }
      : { v: 1, v1: { ...common, txProcessing: rows.map((transaction) => processing(transaction)), unused: [] } };
  return xdr.LedgerCloseMeta.schema.encode(meta);
}

function processing(row: TransactionRow) {
  return {
    result: { transactionHash: row.hash, result: xdr.TransactionResult.schema.decode(row.result) },
    feeProcessing: decodeChanges(row.feeMeta),
    txApplyProcessing: xdr.TransactionMeta.schema.decode(row.meta),
  };
}

function processingV1(row: TransactionRow) {
  return { ...processing(row), ext: EXT, postTxApplyFeeProcessing: [] };
}

/** How many operations an envelope is charged for. */
export function paidOperations(envelope: TransactionEnvelopeWire): number {
  return operationCount(envelope) + (envelope.type === 5 ? 1 : 0);
}

/** How many operations an envelope holds. */
export function operationCount(envelope: TransactionEnvelopeWire): number {
  switch (envelope.type) {
    case 0:
      return envelope.v0.tx.operations.length;
    case 2:
      return envelope.v1.tx.operations.length;
    case 5:
      return envelope.feeBump.tx.innerTx.v1.tx.operations.length;
  }
}
