import { t } from "@lingui/core/macro";
import { Badge } from "#pwa/ui/badge.tsx";
import type { SuspenseOutput } from "#schemas/suspense.ts";

export function itemTitle(id: number): string {
  return t`Item ${id}`;
}

/** How it stands: decided by a person, and carried out by a payment. */
export function ItemBadge({ item: { state, payment } }: { readonly item: SuspenseOutput }) {
  if (payment?.state === "failed")
    return <Badge tone="down">{t({ message: "Payment failed", context: "of an item in suspense" })}</Badge>;
  switch (state) {
    case "open":
      return <Badge tone="warn">{t({ message: "To be decided", context: "an item in suspense" })}</Badge>;
    case "claimed":
      return <Badge tone="accent">{t({ message: "Being paid on", context: "an item in suspense" })}</Badge>;
    case "returned":
      return <Badge tone="accent">{t({ message: "Being returned", context: "an item in suspense" })}</Badge>;
  }
}
