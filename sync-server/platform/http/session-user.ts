/** Who is asking. */
export interface SessionUser {
  readonly sessionId: string;
  readonly userId: number;
  readonly isAdmin: boolean;
  /** Until when the session counts as confirmed; null where it never was. */
  readonly confirmedUntil: Date | null;
}

/** One of a user's sessions. */
export interface SessionSummary {
  readonly sessionId: string;
  /** What the owner calls it by. */
  readonly handle: string;
  readonly userAgent: string;
  readonly ipAddress: string;
  readonly startedAt: Date;
}
