import { t } from "@lingui/core/macro";
import { stateTone, stateWords as otherStateWords } from "#pwa/console/desk/money-words.ts";
import type { OutputOf } from "#schemas/endpoints.ts";
import type { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";

/** A payment that waits for an operator. */
export type Payment = OutputOf<typeof OPERATORS_ENDPOINTS.submissionsToDecide>["submissions"][number];

export function paymentTitle(id: number): string {
  return t`Payment ${id}`;
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
