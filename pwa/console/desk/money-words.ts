import { t } from "@lingui/core/macro";
import type { DepositStatus } from "#schemas/deposits.ts";
import type { SubmissionState } from "#schemas/wallet.ts";

export function stateWords(state: SubmissionState): string {
  switch (state) {
    case "held":
      return t`Waits for an operator`;
    case "created":
      return t`Accepted`;
    case "awaiting-signature":
      return t`Waits for its owner's signature`;
    case "signed":
      return t`Signed`;
    case "submitted":
      return t({ message: "Under way", context: "state of a submission" });
    case "confirmed":
      return t({ message: "Confirmed", context: "state of a submission" });
    case "failed":
      return t({ message: "Failed", context: "state of a submission" });
    case "expired":
      return t({ message: "Expired", context: "state of a submission" });
    case "ambiguous":
      return t`Not certain yet`;
  }
}

export function stateTone(state: SubmissionState): "up" | "down" | "warn" | "neutral" {
  if (state === "confirmed") return "up";
  if (state === "failed") return "down";
  return state === "ambiguous" || state === "held" ? "warn" : "neutral";
}

/** What a submission is for; of one that this app does not know, its own word. */
export function kindWords(kind: string): string {
  switch (kind) {
    case "send":
      return t({ message: "Payment", context: "kind of a submission" });
    case "claim":
      return t({ message: "Claim", context: "kind of a submission: taking what was set aside" });
    case "trustline":
      return t({ message: "Asset added or removed", context: "kind of a submission" });
    case "trade":
      return t({ message: "Order", context: "kind of a submission" });
    case "swap":
      return t({ message: "Swap", context: "kind of a submission" });
    case "pool":
      return t({ message: "Liquidity pool", context: "kind of a submission" });
    case "stake":
      return t({ message: "Stake", context: "kind of a submission" });
    case "affiliate-payout":
      return t({ message: "Affiliate rewards", context: "kind of a submission" });
    case "automation":
      return t({ message: "Start of an automation", context: "kind of a submission" });
    case "market-making":
      return t({ message: "Market making", context: "kind of a submission" });
    case "unstake":
      return t({ message: "Stake taken out", context: "kind of a submission" });
    case "stake-reward":
      return t({ message: "Rewards of a stake", context: "kind of a submission" });
    case "multisig":
      return t({ message: "Change of keys", context: "kind of a submission" });
    case "onboarding":
      return t({ message: "Account made", context: "kind of a submission" });
    case "deposit":
      return t({ message: "Deposit", context: "kind of a submission" });
    case "refund":
      return t({ message: "Paid on or back", context: "kind of a submission" });
    case "house":
      return t({ message: "Within the house", context: "kind of a submission" });
    case "reclaim":
      return t({ message: "Reserve handed over", context: "kind of a submission" });
    case "anchor":
      return t({ message: "Anchor of the audit log", context: "kind of a submission" });
    case "rotation":
      return t({ message: "New key", context: "kind of a submission" });
    default:
      return kind;
  }
}

export function depositStateWords(status: DepositStatus): string {
  switch (status) {
    case "pending":
      return t({ message: "Waits", context: "state of a deposit" });
    case "approved":
      return t({ message: "Approved", context: "state of a deposit" });
    case "crediting":
      return t({ message: "Being credited", context: "state of a deposit" });
    case "credited":
      return t({ message: "Credited", context: "state of a deposit" });
    case "rejected":
      return t({ message: "Rejected", context: "state of a deposit" });
    case "failed":
      return t({ message: "Failed", context: "state of a deposit" });
  }
}
