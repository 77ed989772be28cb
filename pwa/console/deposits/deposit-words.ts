import { t } from "@lingui/core/macro";
import { SHOWN_DEPOSITS } from "#schemas/console-lists.ts";
import type { DepositForOperators, DepositStatus } from "#schemas/deposits.ts";

/** It is called so in every language. */
export const CASH_APP_NAME = "Cash App";

export function depositTitle(id: number): string {
  return t`Deposit ${id}`;
}

interface StatusWords {
  readonly label: string;
  readonly tone: "neutral" | "accent" | "up" | "down" | "warn";
}

/** As operators call it. */
export function statusWords(status: DepositStatus): StatusWords {
  switch (status) {
    case "pending":
      return { label: t({ message: "To be checked", context: "state of a deposit" }), tone: "warn" };
    case "approved":
      return { label: t({ message: "Approved", context: "state of a deposit" }), tone: "accent" };
    case "crediting":
      return { label: t({ message: "Being paid", context: "state of a deposit" }), tone: "accent" };
    case "credited":
      return { label: t({ message: "Credited", context: "state of a deposit" }), tone: "up" };
    case "rejected":
      return { label: t({ message: "Rejected", context: "state of a deposit" }), tone: "neutral" };
    case "failed":
      return { label: t({ message: "Payment failed", context: "state of a deposit" }), tone: "down" };
  }
}

/** What the queue can be narrowed to; `decided` is no part of it, and another list. */
export const SHOWN = [...SHOWN_DEPOSITS, "decided"] as const;
export type Shown = (typeof SHOWN)[number];

export function showWords(shown: Shown): string {
  switch (shown) {
    case "all":
      return t({ message: "All", context: "deposits" });
    case "pending":
      return t({ message: "To be checked", context: "deposits" });
    case "paying":
      return t({ message: "Being paid", context: "deposits" });
    case "failed":
      return t({ message: "Failed", context: "deposits" });
    case "twice":
      return t({ message: "Named twice", context: "deposits that name one transaction" });
    case "decided":
      return t({ message: "Decided", context: "deposits" });
  }
}

/** Why somebody decides nothing about a deposit, said before they try; null where they may. */
export function whyNotYours({ userId }: Pick<DepositForOperators, "userId">, ownId: number): string | null {
  return userId === ownId ? t`This is your own deposit: another operator decides about it.` : null;
}
