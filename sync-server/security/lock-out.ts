import { AppError } from "#schemas/errors.ts";
import { type IdentityLevel, LOCK_OUT_TYPED, type LockOut, type OperatorPolicy } from "#schemas/security.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { identityLevelAt } from "./identity-level.ts";

/**
 * How a policy would keep everybody from sending anything: by a limit of nothing, or an identity that nobody has shown; null otherwise,
 * and where there is time to show one.
 */
export async function lockOutOf(database: Database, policy: OperatorPolicy, now: Date): Promise<LockOut | null> {
  if (policy.dailyLimit !== null && parseAmount(policy.dailyLimit) === 0n) return "limit";
  const isOpen = (["send", "withdraw"] as const).some((each) => letsOut(identityLevelAt(policy, each, now)));
  if (isOpen) return null;
  const verified = await database.collection("users").findOne({ kycVerified: true }, { projection: { _id: 1 } });
  return verified ? null : "identity";
}

/** Whether anything goes out of who has not shown their identity. */
function letsOut(level: IdentityLevel): boolean {
  return level.kind === "none" || (level.kind === "above" && parseAmount(level.perDay) > 0n);
}

/** Nobody is locked out by a slip: whoever means it has typed it. Throws `policy-locks-out`. */
export async function refuseLockOut(
  database: Database,
  policy: OperatorPolicy,
  now: Date,
  typed: string,
): Promise<void> {
  if (typed.trim() === LOCK_OUT_TYPED) return;
  const how = await lockOutOf(database, policy, now);
  if (how) throw new AppError("policy-locks-out", { how });
}
