import { plural, t } from "@lingui/core/macro";
import type { StakeStatus } from "#schemas/staking.ts";

export function lockText(days: number): string {
  return days === 0 ? t`At any time` : plural(days, { one: "# day", other: "# days" });
}

export function stakeStateText(state: StakeStatus): string {
  switch (state) {
    case "pending":
      return t({ message: "On its way", context: "state of a stake" });
    case "active":
      return t({ message: "Active", context: "state of a stake" });
    case "withdrawing":
      return t({ message: "Coming back", context: "state of a stake" });
    case "withdrawn":
      return t({ message: "Taken out", context: "state of a stake" });
    case "failed":
      return t({ message: "Not staked", context: "state of a stake" });
  }
}
