import type { AssetName } from "./assets.ts";
import type { LedgerAccount, LedgerLine } from "./entries.ts";

/** The newest ledger that a node closed, and the oldest it still remembers. */
export interface LedgerHead {
  readonly sequence: number;
  readonly closedAt: Date;
}

/** A transaction of a ledger, its parts as base64 XDR. */
export interface NetworkTransaction {
  readonly hash: string;
  readonly isSuccessful: boolean;
  readonly ledger: number;
  /** Place within its ledger, from 1. */
  readonly order: number;
  readonly closedAt: Date;
  readonly envelopeXdr: string;
  readonly resultXdr: string;
  readonly metaXdr: string;
}

export interface TransactionPage {
  readonly transactions: readonly NetworkTransaction[];
  readonly cursor: string;
  readonly latestLedger: number;
  readonly oldestLedger: number;
}

/** What a node knows of a hash, and how far it itself has come. */
export type LedgerAnswer =
  | {
      readonly kind: "found";
      readonly isSuccessful: boolean;
      readonly ledger: number;
      readonly resultXdr: string;
    }
  | {
      readonly kind: "absent";
      readonly latestLedger: number;
      readonly latestClosedAt: Date;
      readonly oldestLedger: number;
    };

/** What a node said to a submission. `unknown` is a time-out or a fault on the way: it may have been accepted. */
export type SendAnswer =
  | { readonly kind: "accepted" }
  | { readonly kind: "duplicate" }
  | { readonly kind: "rejected"; readonly resultCode: string }
  | { readonly kind: "try-again" }
  | { readonly kind: "unknown"; readonly problem: string };

/** Holdings of some accounts in one ledger. */
export interface Holdings {
  readonly ledger: number;
  readonly accounts: ReadonlyMap<string, LedgerAccount>;
  readonly lines: readonly LedgerLine[];
}

/** What holdings to look up: the account itself and its lines to `assets`. */
export interface HoldingsQuery {
  readonly address: string;
  readonly assets: readonly AssetName[];
}

/** The Stellar network. Every call but `send` throws NetworkError when no node answers. */
export interface StellarNetwork {
  readonly passphrase: string;
  head(): Promise<LedgerHead>;
  /** The oldest ledger that pages of transactions can start from. */
  oldestLedger(): Promise<number>;
  /** Up to `limit` transactions after `cursor`, oldest first. */
  transactions(cursor: string, limit: number): Promise<TransactionPage>;
  transaction(hash: string): Promise<LedgerAnswer>;
  send(envelopeXdr: string): Promise<SendAnswer>;
  /** At most 100 accounts and lines in all per call to a node; more are asked in several calls, as of the oldest answer. */
  holdings(queries: readonly HoldingsQuery[]): Promise<Holdings>;
  /** The fee to bid for one operation, in stroops, for the ledgers at hand. */
  feeBid(): Promise<bigint>;
}

/** No node of the network gave a usable answer. */
export class NetworkError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NetworkError";
  }
}

const ORDER_BITS = 32n;

/** The cursor that stands after everything in `ledger` (SEP-35 order). */
export function cursorAfterLedger(ledger: number): string {
  return String((BigInt(ledger + 1) << ORDER_BITS) - 1n);
}

/** The id of an operation (from 1; 0 is the transaction itself) in SEP-35 order. */
export function operationId(ledger: number, order: number, operation: number): string {
  return String((BigInt(ledger) << ORDER_BITS) | (BigInt(order) << 12n) | BigInt(operation));
}
