import type { PayoutSchedule } from "#schemas/affiliate.ts";

/** When the next payout of a schedule is after a time, at midnight (UTC): tomorrow, on Monday, or on the first; null where operators begin each. */
export function nextPayout(schedule: PayoutSchedule, after: Date): Date | null {
  const [year, month, day] = [after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate()];
  switch (schedule) {
    case "manual":
      return null;
    case "daily":
      return new Date(Date.UTC(year, month, day + 1));
    case "weekly":
      return new Date(Date.UTC(year, month, day + ((8 - after.getUTCDay()) % 7 || 7)));
    case "monthly":
      return new Date(Date.UTC(year, month + 1, 1));
  }
}
