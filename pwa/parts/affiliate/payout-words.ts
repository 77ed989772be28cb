import { t } from "@lingui/core/macro";
import type { AffiliatePayoutStatus, PayoutSchedule } from "#schemas/affiliate.ts";

export function scheduleWords(schedule: PayoutSchedule): string {
  switch (schedule) {
    case "manual":
      return t({ message: "When an operator begins it", context: "when payouts are made" });
    case "daily":
      return t({ message: "Every day", context: "when payouts are made" });
    case "weekly":
      return t({ message: "Every Monday", context: "when payouts are made" });
    case "monthly":
      return t({ message: "On the first of each month", context: "when payouts are made" });
  }
}

export function payoutWords(status: AffiliatePayoutStatus): string {
  switch (status) {
    case "pending":
    case "paying":
      return t({ message: "On its way", context: "of a payout" });
    case "paid":
      return t({ message: "Paid", context: "of a payout" });
    case "failed":
      return t({ message: "Not paid", context: "of a payout" });
  }
}
