import { type rpc, xdr } from "@stellar/stellar-sdk";
import type { LedgerCloseMetaWire, TransactionResultResultWire } from "@stellar/stellar-sdk/xdr";

/** One closed ledger in numbers; amounts in stroops. */
export interface LedgerSummary {
  readonly sequence: number;
  readonly closedAt: Date;
  readonly protocol: number;
  readonly transactions: number;
  readonly failedTransactions: number;
  /** Of the transactions that succeeded. */
  readonly operations: number;
  readonly baseFee: bigint;
  readonly baseReserve: bigint;
  readonly totalCoins: bigint;
  readonly feePool: bigint;
}

/** What was paid for one operation of late, in stroops. */
export interface FeeStats {
  readonly ledgers: number;
  readonly transactions: number;
  readonly min: bigint;
  readonly p10: bigint;
  readonly p50: bigint;
  readonly p90: bigint;
  readonly p95: bigint;
  readonly p99: bigint;
  readonly max: bigint;
}

/** Reads a ledger as a node tells of it. Everything but the time stands in its close metadata (base64 XDR, any version). */
export function readLedger({ sequence, ledgerCloseTime, metadataXdr }: rpc.Api.RawLedgerResponse): LedgerSummary {
  const { header, results } = partsOf(xdr.LedgerCloseMeta.schema.decode(Buffer.from(metadataXdr, "base64")));
  const counts = results.map(appliedOperations).filter((count) => count !== null);
  return {
    sequence,
    closedAt: new Date(Number(ledgerCloseTime) * 1000),
    protocol: header.ledgerVersion,
    transactions: counts.length,
    failedTransactions: results.length - counts.length,
    operations: counts.reduce((sum, count) => sum + count, 0),
    baseFee: BigInt(header.baseFee),
    baseReserve: BigInt(header.baseReserve),
    totalCoins: header.totalCoins,
    feePool: header.feePool,
  };
}

/** The same of several; one that cannot be read, since a transaction of anybody's stands in it, is left out. */
export function readLedgers(raw: readonly rpc.Api.RawLedgerResponse[]): LedgerSummary[] {
  return raw.flatMap((each) => {
    try {
      return [readLedger(each)];
    } catch {
      // These are numbers to look at: nothing rests on them.
      return [];
    }
  });
}

export function readFeeStats({ inclusionFee }: rpc.Api.GetFeeStatsResponse): FeeStats {
  const { min, p10, p50, p90, p95, p99, max, transactionCount, ledgerCount } = inclusionFee;
  return {
    ledgers: ledgerCount,
    transactions: Number(transactionCount),
    min: BigInt(min),
    p10: BigInt(p10),
    p50: BigInt(p50),
    p90: BigInt(p90),
    p95: BigInt(p95),
    p99: BigInt(p99),
    max: BigInt(max),
  };
}

/** The hash (hex) of the ledger before the one whose header (base64, with its history) this is. */
export function previousHashOf(headerXdr: string): string {
  const { header } = xdr.LedgerHeaderHistoryEntry.schema.decode(Buffer.from(headerXdr, "base64"));
  return Buffer.from(header.previousLedgerHash).toString("hex");
}

function partsOf(meta: LedgerCloseMetaWire) {
  const close = meta.v === 0 ? meta.v0 : meta.v === 1 ? meta.v1 : meta.v2;
  return {
    header: close.ledgerHeader.header,
    results: close.txProcessing.map(({ result }) => result.result.result),
  };
}

/** How many operations a transaction carried out; null where it failed. */
function appliedOperations(result: TransactionResultResultWire): number | null {
  if (result.code === 0) return result.results.length;
  if (result.code !== 1) return null;
  const inner = result.innerResultPair.result.result;
  return inner.code === 0 ? inner.results.length : null;
}

/** The newest ledger that a node closed. */
export interface LedgerHead {
  readonly sequence: number;
  readonly closedAt: Date;
}

/** A ledger by its number and its hash (hex). */
export interface LedgerHash {
  readonly sequence: number;
  readonly hash: string;
}
