import { t } from "@lingui/core/macro";
import { stateTone, stateWords as otherStateWords } from "#pwa/console/desk/money-words.ts";
import type { OutputOf } from "#schemas/endpoints.ts";
import type { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";

/** A payment that waits for an operator. */
export type Payment = OutputOf<typeof OPERATORS_ENDPOINTS.submissionsToDecide>["submissions"][number];

export function paymentTitle(id: number): string {
  return t`Payment ${id}`;
}

/** What it is for; of what this app does not know, the server's own word. */
export function kindWords(kind: string): string {
  switch (kind) {
    case "send":
      return t({ message: "Payment", context: "kind of a payment" });
    case "claim":
      return t({ message: "Claim", context: "kind of a payment" });
    case "trustline":
      return t({ message: "Asset added or removed", context: "kind of a payment" });
    case "trade":
      return t({ message: "Order", context: "kind of a payment" });
    case "swap":
      return t({ message: "Swap", context: "kind of a payment" });
    case "pool":
      return t({ message: "Share of a pool", context: "kind of a payment" });
    case "multisig":
      return t({ message: "Own key", context: "kind of a payment" });
    case "deposit":
      return t({ message: "Crediting of a deposit", context: "kind of a payment" });
    case "refund":
      return t({ message: "Money given back", context: "kind of a payment" });
    case "house":
      return t({ message: "Of the house", context: "kind of a payment" });
    case "onboarding":
      return t({ message: "Opening of an account", context: "kind of a payment" });
    case "reclaim":
      return t({ message: "Reserve taken back", context: "kind of a payment" });
    case "anchor":
      return t({ message: "Anchor of the audit log", context: "kind of a payment" });
    case "rotation":
      return t({ message: "Change of a key", context: "kind of a payment" });
    default:
      return kind;
  }
}

export function stateWords(state: Payment["state"]): {
  readonly label: string;
  readonly tone: "warn" | "down" | "up" | "neutral";
} {
  if (state === "held")
    return { label: t({ message: "Waits for approval", context: "state of a payment" }), tone: "warn" };
  if (state === "ambiguous")
    return { label: t({ message: "Nobody can tell", context: "state of a payment" }), tone: "down" };
  return { label: otherStateWords(state), tone: stateTone(state) };
}

/** What the reason says that stands with it. */
export function reasonTitle(state: Payment["state"]): string {
  if (state === "ambiguous") return t`What the server found`;
  if (state === "held") return t`Why it waits`;
  return state === "failed" ? t`Why it failed` : t`What is known of it`;
}
