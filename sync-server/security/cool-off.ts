import type { OperatorPolicy } from "#schemas/security.ts";
import type { UserSecurity } from "#server/users/index.ts";

const HOUR_MS = 60 * 60 * 1000;

/** How long payments pause after a change of credentials: what every screen and mail says beforehand, and what is done. */
export function pauseHoursOf({ coolOffHours }: OperatorPolicy): number {
  return coolOffHours;
}

/** End of the pause after the last change of credentials; null where it is over or there was none. */
export function coolOffUntil(
  security: Pick<UserSecurity, "credentialsChangedAt">,
  policy: OperatorPolicy,
  now: Date,
): Date | null {
  if (!security.credentialsChangedAt) return null;
  const until = new Date(security.credentialsChangedAt.getTime() + pauseHoursOf(policy) * HOUR_MS);
  return until > now ? until : null;
}

/** From when a listed address may be paid. */
export function payableFrom(addedAt: Date, { allowListHoldHours = 0 }: Pick<UserSecurity, "allowListHoldHours">): Date {
  return new Date(addedAt.getTime() + allowListHoldHours * HOUR_MS);
}
