import type { KeyScope } from "#schemas/api-keys.ts";
import type { Role } from "#schemas/operators.ts";

/** Who is asking. */
export interface SessionUser {
  readonly sessionId: string;
  readonly userId: number;
  /** Whether they have any role. */
  readonly isAdmin: boolean;
  readonly roles: readonly Role[];
  /** Until when the session counts as confirmed; null where it never was. */
  readonly confirmedUntil: Date | null;
  /** The API key that asks for its owner, where no session does: then `sessionId` names none. */
  readonly key?: { readonly id: string; readonly scopes: readonly KeyScope[] };
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
