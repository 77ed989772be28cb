import { t } from "@lingui/core/macro";
import type { HousePurpose } from "#schemas/overview.ts";

/** An account of the house. */
export function houseAccountWords(purpose: HousePurpose): string {
  switch (purpose) {
    case "treasury":
      return t`Treasury`;
    case "rewards":
      return t`Rewards`;
    case "fees":
      return t`Fees`;
    case "sponsor":
      return t`Sponsor`;
    case "suspense":
      return t`Suspense`;
    case "staking":
      return t`Staking vault`;
    case "staking-rewards":
      return t`Staking rewards`;
  }
}
