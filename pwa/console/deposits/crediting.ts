import type { DepositWithPayment } from "#schemas/deposits.ts";

export interface Step {
  readonly name: "approved" | "sent" | "credited";
  readonly state: "done" | "now" | "next" | "failed" | "unclear";
}

/** The way of an approved deposit into its owner's wallet; none of one that was not approved. */
export function creditingSteps({ status, payment }: Pick<DepositWithPayment, "status" | "payment">): readonly Step[] {
  if (status === "pending" || status === "rejected") return [];
  const approved: Step = { name: "approved", state: "done" };
  if (status === "credited") return [approved, { name: "sent", state: "done" }, { name: "credited", state: "done" }];
  if (status === "failed") return [approved, { name: "sent", state: "failed" }];
  if (payment?.state === "ambiguous") return [approved, { name: "sent", state: "unclear" }];
  const isSent = payment?.state === "submitted" || payment?.state === "confirmed";
  return [
    approved,
    { name: "sent", state: isSent ? "done" : "now" },
    { name: "credited", state: isSent ? "now" : "next" },
  ];
}
