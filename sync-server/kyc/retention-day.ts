import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Verification } from "./verifications.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a check's pictures are removed; null while it is undecided. */
export function picturesUntilOf(
  { retentionDays }: Pick<Runtime["config"]["identity"], "retentionDays">,
  { status, reviewDate }: Pick<Verification, "status" | "reviewDate">,
): Date | null {
  if (status === "pending" || reviewDate === null) return null;
  return new Date(reviewDate.getTime() + retentionDays * DAY_MS);
}
