import { t } from "@lingui/core/macro";
import { formatAmountText } from "#pwa/ui/format.ts";
import type { IdentityLevel, IdentityOperation } from "#schemas/security.ts";

/** What an identity is asked for. */
export function operationWords(operation: IdentityOperation): string {
  switch (operation) {
    case "send":
      return t`Identity for payments to people here`;
    case "withdraw":
      return t`Identity for payments to addresses outside`;
    case "swap":
      return t`Identity for swaps`;
    case "trade":
      return t`Identity for orders, pools and standing orders`;
  }
}

export function kindWords(kind: IdentityLevel["kind"]): string {
  switch (kind) {
    case "none":
      return t({ message: "not asked for", context: "an identity" });
    case "above":
      return t({ message: "above an amount", context: "when an identity is asked for" });
    case "always":
      return t({ message: "always", context: "when an identity is asked for" });
  }
}

export function levelWords(level: IdentityLevel): string {
  if (level.kind !== "above") return kindWords(level.kind);
  const amount = formatAmountText(level.perDay);
  return t({ message: `above ${amount} USD within 24 hours`, context: "when an identity is asked for" });
}
