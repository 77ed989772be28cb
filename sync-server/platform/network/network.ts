import type { AssetName } from "./assets.ts";
import type { LedgerClaimable } from "./claimables.ts";
import type { LedgerAccount, LedgerLine } from "./entries.ts";
import type { FeeStats, LedgerHash, LedgerHead, LedgerSummary } from "./ledgers.ts";
import type { OfferRef, Offers, Pools } from "./trading.ts";

/** How a node of ours is doing: `foreign` is one of another network or another past, and is not asked. */
export interface NodeStatus {
  readonly origin: string;
  readonly state: "fresh" | "lagging" | "silent" | "foreign";
  readonly latestLedger: number;
  /** For operators; null while there is none. */
  readonly problem: string | null;
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
  readonly latestClosedAt: Date;
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
  /** `leastFee` is what the whole transaction would have to bid at least, in stroops; null where it was refused for something else. */
  | { readonly kind: "rejected"; readonly resultCode: string; readonly leastFee: bigint | null }
  | { readonly kind: "try-again" }
  | { readonly kind: "unknown"; readonly problem: string };

/** Holdings of some accounts. */
export interface Holdings {
  /** The oldest ledger that any of them is of. */
  readonly ledger: number;
  /** Whether they are all of that one ledger. */
  readonly isOneLedger: boolean;
  readonly accounts: ReadonlyMap<string, LedgerAccount>;
  readonly lines: readonly LedgerLine[];
}

/** What holdings to look up: the account itself and its lines to `assets`. */
export interface HoldingsQuery {
  readonly address: string;
  readonly assets: readonly AssetName[];
}

/** Those of some claimable balances that are there. */
export interface Claimables {
  /** The oldest ledger that any of them was looked for in. */
  readonly ledger: number;
  readonly byId: ReadonlyMap<string, LedgerClaimable>;
}

/** Entries that one call to a node may ask for. */
export const ENTRIES_PER_CALL = 100;

/** The Stellar network. Every call but `send` throws NetworkError when no node answers. */
export interface StellarNetwork {
  readonly passphrase: string;
  head(): Promise<LedgerHead>;
  /** The oldest ledger that any node can still tell of. */
  oldestLedger(): Promise<number>;
  /** The newest ledger's hash, by which a node of another past is told later. */
  headHash(): Promise<LedgerHash>;
  /** The hash (hex) of a ledger that was closed, by the header of the one after it where that is the oldest that a node remembers; null where none does. */
  ledgerHash(sequence: number): Promise<string | null>;
  /** A ledger we rely on: from now on a node counts only if its ledger of that number is the same, or forgotten. */
  setAnchor(anchor: LedgerHash): void;
  /** Calls `listener` with every newer ledger that this process hears of, whatever it had asked; answers with the way to stop. */
  onLedger(listener: (ledger: number) => void): () => void;
  /** Opens every link anew and forgets what was held against the nodes. */
  restart(): void;
  nodes(): readonly NodeStatus[];
  /** Up to `limit` transactions after `cursor`, oldest first, of a node that still knows the ledgers since, if there is one. */
  transactions(cursor: string, limit: number): Promise<TransactionPage>;
  transaction(hash: string): Promise<LedgerAnswer>;
  send(envelopeXdr: string): Promise<SendAnswer>;
  /** Accounts and lines beyond {@link ENTRIES_PER_CALL} are asked in several calls, and may be of several ledgers. */
  holdings(queries: readonly HoldingsQuery[]): Promise<Holdings>;
  /** Which of these claimable balances (ids in hex) are on the ledger. Beyond {@link ENTRIES_PER_CALL} in several calls. */
  claimables(ids: readonly string[]): Promise<Claimables>;
  /** Which of these offers are on the ledger. Beyond {@link ENTRIES_PER_CALL} in several calls. */
  offers(refs: readonly OfferRef[]): Promise<Offers>;
  /** Which of these pools (ids in hex) are on the ledger, and the shares of them that `holder` (G...) has. */
  pools(ids: readonly string[], holder: string): Promise<Pools>;
  /** The value of a data entry of an account (G...); null where it has none of that name. */
  dataEntry(address: string, name: string): Promise<Buffer | null>;
  /** The fee to bid for one operation, in stroops, for the ledgers at hand. */
  feeBid(): Promise<bigint>;
  /** What fees were paid of late. */
  feeStats(): Promise<FeeStats>;
  /** Up to `limit` ledgers from `first` on, oldest first; fewer where the node has no more, and none it has forgotten. */
  ledgers(first: number, limit: number): Promise<LedgerSummary[]>;
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

/** The ledger that a cursor stands in. */
export function ledgerOfCursor(cursor: string): number {
  return Number(BigInt(cursor) >> ORDER_BITS);
}

/** The place (from 1) of the transaction that a cursor stands at; what lies before all of its ledger is 0. */
export function orderOfCursor(cursor: string): number {
  return Number((BigInt(cursor) >> 12n) & 0xfffffn);
}

/** The place (from 0) of an operation in its transaction, by its id. */
export function operationIndexOf(id: string): number {
  return Number(BigInt(id) & 0xfffn) - 1;
}

/**
 * What is missing at the beginning of a page or within it; null when it goes on where `cursor` stands. Transactions of a
 * ledger are numbered from 1 without a gap, so that one left out is noticed unless its whole ledger is.
 */
export function pageGap(
  cursor: string,
  transactions: readonly { readonly ledger: number; readonly order: number }[],
): string | null {
  let last = { ledger: ledgerOfCursor(cursor), order: orderOfCursor(cursor) };
  for (const { ledger, order } of transactions) {
    const isNext = ledger === last.ledger ? order === last.order + 1 : ledger > last.ledger && order === 1;
    if (!isNext) return `transaction ${order} of ledger ${ledger} came after ${last.order} of ${last.ledger}`;
    last = { ledger, order };
  }
  return null;
}

/** The id of an operation (from 1; 0 is the transaction itself) in SEP-35 order. */
export function operationId(ledger: number, order: number, operation: number): string {
  return String((BigInt(ledger) << ORDER_BITS) | (BigInt(order) << 12n) | BigInt(operation));
}
