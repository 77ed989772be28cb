import { createHash } from "node:crypto";
import { TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { Count, pageOf } from "./horizon-records.ts";
import { ledgerOfCursor, NetworkError, type NetworkTransaction, orderOfCursor } from "./network.ts";

/** What a server said of the past that cannot be: nothing else that it says is believed. */
export class UntrueHistoryError extends NetworkError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UntrueHistoryError";
  }
}

/** Whether a refusal is for something that cannot be, whoever passed it on. */
export function isUntrue(error: unknown): boolean {
  return error instanceof Error && (error instanceof UntrueHistoryError || isUntrue(error.cause));
}

/** A transaction as a server of the past tells it; many tell no metadata. */
export type PastTransaction = Omit<NetworkTransaction, "metaXdr"> & { readonly metaXdr: string | null };

/** A ledger of the past. */
export interface PastLedger {
  readonly sequence: number;
  /** Hex. */
  readonly hash: string;
  readonly previousHash: string;
  /** Hex: of all results, with the hashes of their transactions, in the order in which they were applied. */
  readonly resultsHash: string;
  readonly closedAt: Date;
  /** All of them, failed ones too. */
  readonly transactions: number;
}

const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Base64 = v.pipe(v.string(), v.regex(/^[0-9a-zA-Z+/=]+$/));
const Moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const Token = v.pipe(v.string(), v.regex(/^\d{1,19}$/));
const HASH_BYTES = 32;
/** Where the hash of the ledger before stands in a header: after the version. */
const PREVIOUS_AT = 4;
const COUNT_BYTES = 4;

export const TransactionRecords = pageOf(
  v.pipe(
    v.object({
      hash: Hash,
      ledger: Count,
      paging_token: Token,
      created_at: Moment,
      successful: v.boolean(),
      envelope_xdr: Base64,
      result_xdr: Base64,
      result_meta_xdr: v.nullish(v.union([v.literal(""), Base64])),
    }),
    v.transform((record): PastTransaction => {
      const ledger = ledgerOfCursor(record.paging_token);
      if (ledger !== record.ledger)
        throw new UntrueHistoryError(`transaction ${record.hash} is told to be of two ledgers`);
      return {
        hash: record.hash,
        isSuccessful: record.successful,
        ledger,
        order: orderOfCursor(record.paging_token),
        closedAt: record.created_at,
        envelopeXdr: record.envelope_xdr,
        resultXdr: record.result_xdr,
        metaXdr: record.result_meta_xdr || null,
      };
    }),
  ),
);

export const LedgerRecords = pageOf(
  v.pipe(
    v.object({
      sequence: Count,
      hash: Hash,
      closed_at: Moment,
      successful_transaction_count: Count,
      failed_transaction_count: v.optional(v.nullable(Count), 0),
      header_xdr: Base64,
    }),
    v.transform((record): PastLedger => {
      const header = Buffer.from(record.header_xdr, "base64");
      if (createHash("sha256").update(header).digest("hex") !== record.hash)
        throw new UntrueHistoryError(`the hash of ledger ${record.sequence} is not that of its header`);
      return {
        sequence: record.sequence,
        hash: record.hash,
        previousHash: header.subarray(PREVIOUS_AT, PREVIOUS_AT + HASH_BYTES).toString("hex"),
        resultsHash: resultsHashOf(header),
        closedAt: record.closed_at,
        transactions: record.successful_transaction_count + (record.failed_transaction_count ?? 0),
      };
    }),
  ),
);

/** The operations of which an account has effects: their ids (SEP-35), from tokens as `<operation>-<number>`. */
export const EffectPlaces = pageOf(
  v.pipe(
    v.object({ paging_token: v.pipe(v.string(), v.regex(/^\d{1,19}-\d{1,10}$/)) }),
    v.transform(({ paging_token: token }) => ({ token, operationId: token.slice(0, token.indexOf("-")) })),
  ),
);

/** Throws {@link UntrueHistoryError} where the hash is not that of the envelope, or the result not that of its outcome. */
export function assertTrue({ hash, envelopeXdr, resultXdr, isSuccessful }: PastTransaction, passphrase: string): void {
  const told = hashOf(envelopeXdr, passphrase);
  if (told !== null && told !== hash)
    throw new UntrueHistoryError(`the hash of transaction ${hash} is not that of its envelope`);
  if (isResultOfSuccess(resultXdr) !== isSuccessful)
    throw new UntrueHistoryError(`the result of transaction ${hash} is not that of its outcome`);
}

/**
 * Throws {@link UntrueHistoryError} where these are not all transactions of a ledger with the results that its header vouches for: whoever leaves
 * one out, invents one or turns its result would have to find another header of the same hash.
 */
export function assertWhole(ledger: PastLedger, transactions: readonly PastTransaction[]): void {
  const count = Buffer.alloc(COUNT_BYTES);
  count.writeUInt32BE(transactions.length);
  const results = createHash("sha256").update(count);
  for (const { hash, resultXdr } of transactions)
    results.update(Buffer.from(hash, "hex")).update(Buffer.from(resultXdr, "base64"));
  if (results.digest("hex") !== ledger.resultsHash)
    throw new UntrueHistoryError(`the results of ledger ${ledger.sequence} are not those of its header`);
}

function resultsHashOf(header: Buffer): string {
  try {
    return Buffer.from(xdr.LedgerHeader.schema.decode(header).txSetResultHash).toString("hex");
  } catch (cause) {
    throw new UntrueHistoryError("a ledger's header is not readable", { cause });
  }
}

/** Null for an envelope that is newer than we are: it is kept aside, whatever it is. */
function hashOf(envelopeXdr: string, passphrase: string): string | null {
  try {
    return Buffer.from(TransactionBuilder.fromXDR(envelopeXdr, passphrase).hash()).toString("hex");
  } catch {
    return null;
  }
}

function isResultOfSuccess(resultXdr: string): boolean {
  try {
    const { result } = xdr.TransactionResult.schema.decode(Buffer.from(resultXdr, "base64"));
    return result.code === 0 || result.code === 1;
  } catch (cause) {
    throw new UntrueHistoryError("a result is not readable", { cause });
  }
}
