import type { Permission } from "./operators.ts";

/**
 * What a key of an operator may be for: a permission to read, of which it calls what that role reads. No key decides anything, and
 * none reads what guards the house: who its operators are, what takes two, what it is set to, its keys. Files are taken along by
 * people alone.
 */
export const OPERATOR_KEY_SCOPES = [
  "overview.read",
  "deposits.read",
  "payments.read",
  "proposals.read",
  "users.read",
  "books.read",
  "treasury.read",
  "support.read",
  "fees.read",
  "listings.read",
  "policy.read",
  "interface.read",
  "actions.read",
] as const satisfies readonly Permission[];
export type OperatorKeyScope = (typeof OPERATOR_KEY_SCOPES)[number];

/** Longer than that nobody can be sure who still has it. */
export const OPERATOR_KEY_MOST_DAYS = 90;

/** Whether a scope is one of an operator's key. */
export function isOperatorScope(scope: string): scope is OperatorKeyScope {
  return OPERATOR_KEY_SCOPES.some((each) => each === scope);
}
