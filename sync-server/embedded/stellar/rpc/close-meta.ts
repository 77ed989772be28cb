import { xdr } from "@stellar/stellar-sdk";
import type { LedgerCloseMetaWire, LedgerHeaderWire, TransactionEnvelopeWire } from "@stellar/stellar-sdk/xdr";
import type { AssetContracts } from "#server/embedded/stellar/events/asset-contracts.ts";
import { decodeRow, eventsOf, withEvents } from "#server/embedded/stellar/events/transaction-events.ts";
import type { DecodedTransaction } from "#server/embedded/stellar/events/transaction-events.ts";
import { decodeChanges } from "#server/embedded/stellar/ledger/meta.ts";
import { sha256 } from "#server/embedded/stellar/ledger/transaction.ts";
import { transactionSet } from "#server/embedded/stellar/ledger/transaction-set.ts";
import type { LedgerRow, TransactionRow } from "#server/embedded/stellar/store.ts";
import type { RpcContext } from "./context.ts";

const EXT = { v: 0 } as const;

/** Everything about one ledger, events included, in the form that networks of its protocol emit. */
export function ledgerMeta(row: LedgerRow, { view: { history }, network }: RpcContext): LedgerCloseMetaWire {
  const rows = row.succeeded + row.failed > 0 ? history.transactionsIn(row.seq) : [];
  const header = xdr.LedgerHeader.schema.decode(row.header);
  const applied = rows.map((transaction) => ({ row: transaction, hash: transaction.hash, ...decodeRow(transaction) }));
  const former = history.ledger(row.seq - 1);
  const formerFee = former ? xdr.LedgerHeader.schema.decode(former.header).baseFee : header.baseFee;
  const txSet = agreedSet(applied, header, formerFee);
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
  const done = applied.map((transaction) => processing(transaction, network.assetContracts));
  return header.ledgerVersion >= 23
    ? {
        v: 2,
        v2: { ...common, txProcessing: done.map((each) => ({ ...each, ext: EXT, postTxApplyFeeProcessing: [] })) },
      }
    : { v: 1, v1: { ...common, txProcessing: done, unused: [] } };
}

/**
 * The set whose hash the header names. Its base fee stands in no row, and the header's may be that of an upgrade which
 * came after it: it is the fee of the ledger before, or what the lowest of the set bid.
 */
function agreedSet(
  envelopes: readonly { readonly hash: Uint8Array; readonly envelope: TransactionEnvelopeWire }[],
  { previousLedgerHash, scpValue, baseFee }: LedgerHeaderWire,
  formerBaseFee: number,
) {
  const bids = envelopes.map(({ envelope }) => bidOf(envelope));
  const lowest = bids.reduce((low, bid) => (bid < low ? bid : low), bids[0] ?? 0n);
  const sets = [BigInt(formerBaseFee), lowest, BigInt(baseFee)].map((fee) =>
    transactionSet(envelopes, previousLedgerHash, fee),
  );
  const agreed = sets.find((set) =>
    Buffer.from(sha256(xdr.GeneralizedTransactionSet.schema.encode(set))).equals(scpValue.txSetHash),
  );
  // The first ledger agreed on nothing.
  return agreed ?? transactionSet(envelopes, previousLedgerHash, BigInt(formerBaseFee));
}

/** Stroops bid for one operation, rounded up. */
function bidOf(envelope: TransactionEnvelopeWire): bigint {
  const count = BigInt(paidOperations(envelope));
  return (feeOf(envelope) + count - 1n) / count;
}

function feeOf(envelope: TransactionEnvelopeWire): bigint {
  switch (envelope.type) {
    case 0:
      return BigInt(envelope.v0.tx.fee);
    case 2:
      return BigInt(envelope.v1.tx.fee);
    case 5:
      return envelope.feeBump.tx.fee;
  }
}

interface Applied extends DecodedTransaction {
  readonly row: TransactionRow;
}

function processing({ row, ...decoded }: Applied, contracts: AssetContracts) {
  return {
    result: { transactionHash: row.hash, result: decoded.result },
    feeProcessing: decodeChanges(row.feeMeta),
    txApplyProcessing: withEvents(decoded.meta, eventsOf(decoded, contracts)),
  };
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
