/** What a signature lets onto the ledger, until when that can be, and for what it was asked. */
export interface SignedEnvelope {
  /** The owner's number and the idempotency key: what it was asked for is carried out once. */
  readonly key: string;
  readonly submission: number;
  /** Before which nothing was signed for it. */
  readonly acceptedAt: Date;
  /** Hash of the transaction itself, whatever pays its fee. */
  readonly inner: string;
  readonly source: string;
  readonly sequence: string;
  readonly signedAtLedger: number;
  readonly maxTime: Date;
  readonly maxLedger: number;
  /** Seconds; absent for 0. */
  readonly minTime?: number;
}

/** For the same thing other envelopes were signed before, of which nobody has proven that they can no longer be used. */
export class SignedBeforeError extends Error {
  readonly envelopes: readonly SignedEnvelope[];
  constructor(envelopes: readonly SignedEnvelope[]) {
    super(
      `signed before: ${envelopes.map(({ submission, inner }) => `submission ${submission} as ${inner}`).join(", ")}`,
    );
    this.name = "SignedBeforeError";
    this.envelopes = envelopes;
  }
}
