import { t } from "@lingui/core/macro";
import { Badge } from "#pwa/ui/badge.tsx";

/** What a signal or a trade does, in a word. */
export function SideMark({ side }: { readonly side: "buy" | "sell" | "hold" }) {
  switch (side) {
    case "buy":
      return <Badge tone="up">{t({ message: "Buy", context: "side of a trade" })}</Badge>;
    case "sell":
      return <Badge tone="down">{t({ message: "Sell", context: "side of a trade" })}</Badge>;
    case "hold":
      return <Badge>{t({ message: "Hold", context: "side of a trade" })}</Badge>;
  }
}
