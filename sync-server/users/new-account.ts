import type { UserSecurity } from "./user-security.ts";

const MINUTE_MS = 60_000;
/** How long somebody sets up what they have just registered. */
const NEW_MS = 60 * MINUTE_MS;
/** How long after an account its first session may begin: both are made by one request. */
const BEGINNING_MS = MINUTE_MS;

/** What decides whether somebody is still setting up what they have just registered, read beforehand. */
export interface NewAccountFacts {
  readonly now: Date;
  readonly security: Pick<UserSecurity, "newUntil" | "credentialsChangedAt" | "isFrozen">;
  /** When the session began that asks. */
  readonly sessionStartedAt: Date | null;
  /** Whether anything was ever paid to the account or from it, beside what opened it on the network. */
  readonly hasMoved: boolean;
  readonly hasPasskey: boolean;
}

export function newUntilOf({ createdAt }: { readonly createdAt: Date }): Date {
  return new Date(createdAt.getTime() + NEW_MS);
}

/**
 * Whether the account is so new that its first passkey cannot be a thief's, and so brings no pause: within its first hour, in the
 * very session that began with it, before any money came or went, and before anything that proves its owner's identity was changed.
 * Whoever comes to an open session later, or signs in anew with a password that leaked, finds an account that is not new.
 */
export function isNewAccount({ now, security, sessionStartedAt, hasMoved, hasPasskey }: NewAccountFacts): boolean {
  const { newUntil, credentialsChangedAt, isFrozen } = security;
  if (newUntil === undefined || newUntil <= now || credentialsChangedAt !== undefined || isFrozen === true)
    return false;
  if (hasMoved || hasPasskey || sessionStartedAt === null) return false;
  return sessionStartedAt.getTime() <= newUntil.getTime() - NEW_MS + BEGINNING_MS;
}
