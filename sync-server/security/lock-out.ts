import { AppError } from "#schemas/errors.ts";
import { LOCK_OUT_TYPED, type LockOut, type OperatorPolicy } from "#schemas/security.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";

/** How a policy would keep everybody from sending anything: by a limit of nothing, or an identity that nobody has shown; null otherwise. */
export async function lockOutOf(database: Database, policy: OperatorPolicy): Promise<LockOut | null> {
  if (policy.dailyLimit !== null && parseAmount(policy.dailyLimit) === 0n) return "limit";
  if (!policy.isKycRequired) return null;
  const verified = await database.collection("users").findOne({ kycVerified: true }, { projection: { _id: 1 } });
  return verified ? null : "identity";
}

/** Nobody is locked out by a slip: whoever means it has typed it. Throws `policy-locks-out`. */
export async function refuseLockOut(database: Database, policy: OperatorPolicy, typed: string): Promise<void> {
  if (typed.trim() === LOCK_OUT_TYPED) return;
  const how = await lockOutOf(database, policy);
  if (how) throw new AppError("policy-locks-out", { how });
}
