import type { IdentityLevel, IdentityOperation, OperatorPolicy } from "#schemas/security.ts";

/** The level that is in force at a time: none where no identity is required, or not yet. */
export function identityLevelAt(
  { isKycRequired, kycFrom, kycLevels }: OperatorPolicy,
  operation: IdentityOperation,
  now: Date,
): IdentityLevel {
  const isInForce = isKycRequired && (kycFrom === null || Date.parse(kycFrom) <= now.getTime());
  return isInForce ? kycLevels[operation] : { kind: "none" };
}
