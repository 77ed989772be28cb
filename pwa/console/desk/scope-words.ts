import { t } from "@lingui/core/macro";
import type { OperatorKeyScope } from "#schemas/operator-keys.ts";

/** What a key of an operator reads by a scope, as the console calls it. */
export function scopeWords(scope: OperatorKeyScope): string {
  switch (scope) {
    case "overview.read":
      return t`Overview`;
    case "deposits.read":
      return t`Deposits`;
    case "payments.read":
      return t`Payments`;
    case "proposals.read":
      return t`Approvals`;
    case "users.read":
      return t`People`;
    case "books.read":
      return t`Suspense`;
    case "treasury.read":
      return t`Treasury`;
    case "support.read":
      return t`Support`;
    case "fees.read":
      return t`Fees`;
    case "listings.read":
      return t`Assets and markets`;
    case "policy.read":
      return t({ message: "Policy", context: "what operators ask of payments" });
    case "interface.read":
      return t`Features`;
    case "actions.read":
      return t`Audit log`;
  }
}
