/** How a check ended; `unknown` could not be made. */
export type CheckStatus = "pass" | "warn" | "fail" | "unknown";

/** What a person can do about it by one tap. */
export type Fix = "rebuild" | "sync" | "protect" | "update" | "receive" | "assets" | "payments" | "screenshot";

export interface Check {
  readonly title: string;
  readonly status: CheckStatus;
  /** What was found, in a sentence. */
  readonly found: string;
  /** What it means for the person, and what to do; absent where all is well. */
  readonly meaning?: string;
  readonly fix?: Fix;
}
