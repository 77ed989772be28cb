import { t } from "@lingui/core/macro";
import type { AffiliateReward, RewardState, SignalKind } from "#schemas/affiliate-desk.ts";
import type { RewardType } from "#schemas/affiliate.ts";

export function rewardStateText(state: RewardState): string {
  switch (state) {
    case "unpriced":
      return t({ message: "Without a price", context: "state of a reward" });
    case "pending":
      return t({ message: "Held", context: "state of a reward" });
    case "payable":
      return t({ message: "Payable", context: "state of a reward" });
    case "paying":
      return t({ message: "Being paid", context: "state of a reward" });
    case "paid":
      return t({ message: "Paid", context: "state of a reward" });
    case "reversed":
      return t({ message: "Taken back", context: "state of a reward" });
  }
}

export function rewardKindText({ kind }: Pick<AffiliateReward, "kind">): string {
  switch (kind) {
    case "fee":
      return t({ message: "Of a fee", context: "what a reward is for" });
    case "first":
      return t({ message: "First deposit or trade", context: "what a reward is for" });
    case "reversal":
      return t({ message: "Taken back", context: "what a reward is for" });
  }
}

export function signalText(kind: SignalKind): string {
  switch (kind) {
    case "device":
      return t`Both signed in on the same device`;
    case "payout-address":
      return t`Both pay out to the same account of a stranger`;
    case "funding-source":
      return t`Both are funded by the same account, or one by the other`;
    case "burst":
      return t`Many sign-ups of one link within an hour`;
  }
}

export function rewardTypeText(type: RewardType): string {
  return type === "flat"
    ? t({ message: "Dollars for a first deposit or trade", context: "kind of reward" })
    : t({ message: "Percent of collected fees", context: "kind of reward" });
}
