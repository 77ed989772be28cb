/** What a ledger says of a transaction. */
export interface LedgerOutcome {
  readonly hash: string;
  /** Hash of the transaction within a fee bump; null where there is none. */
  readonly innerHash: string | null;
  readonly isSuccessful: boolean;
  readonly ledger: number;
  /** When that ledger closed. */
  readonly closedAt: Date;
  readonly resultXdr: string;
  readonly envelopeXdr: string;
}
