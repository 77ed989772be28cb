import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Verification } from "./verifications.ts";

type IdentityConfig = Runtime["config"]["identity"];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days that pictures are kept after a decision: what the law asks for, where that is longer. */
export function keepDays({ retentionDays, keepByLawDays }: IdentityConfig): number {
  return Math.max(retentionDays, keepByLawDays);
}

/** When the pictures of a check are removed; null while it is undecided. */
export function removalOf({ reviewDate }: Pick<Verification, "reviewDate">, config: IdentityConfig): Date | null {
  return reviewDate && new Date(reviewDate.getTime() + keepDays(config) * DAY_MS);
}

/** Until when the law forbids to remove what belongs to a check; null where none does any more. */
export function lawEndOf(
  { reviewDate, submittedDate }: Pick<Verification, "reviewDate" | "submittedDate">,
  { keepByLawDays }: IdentityConfig,
  now: Date,
): Date | null {
  const end = new Date((reviewDate ?? submittedDate).getTime() + keepByLawDays * DAY_MS);
  return keepByLawDays > 0 && end > now ? end : null;
}

/** From when on a check counts as abandoned of which something was asked again at `askedAt`. */
export function abandonedAt(askedAt: Date, config: IdentityConfig): Date {
  return new Date(askedAt.getTime() + keepDays(config) * DAY_MS);
}

/** The day of an erasure key whose picture belongs to something undecided: each sweep of a later day moves it ahead. */
export function dayAhead(config: IdentityConfig, now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS);
  return new Date((today + keepDays(config) + 2) * DAY_MS);
}
