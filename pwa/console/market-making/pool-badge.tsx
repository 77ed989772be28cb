import { t } from "@lingui/core/macro";
import type * as v from "valibot";
import { statusTone, statusWords } from "#pwa/parts/market-making/pool-words.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import type { ListedPool } from "#schemas/market-making-desk.ts";
import type { PoolStop } from "#schemas/market-making.ts";

export type DeskPool = v.InferOutput<typeof ListedPool>;

/** How a pool stands, as its owner is shown it. */
export function PoolBadge({ pool }: { readonly pool: DeskPool }) {
  const standing = { ...pool, offers: { length: pool.offerCount } };
  return <Badge tone={statusTone(standing)}>{statusWords(standing)}</Badge>;
}

/** What stopped a pool, in a few words. */
export function stopNames(stop: PoolStop): string {
  switch (stop) {
    case "owner":
      return t({ message: "its owner", context: "what stopped a pool" });
    case "operator":
      return t({ message: "an operator", context: "what stopped a pool" });
    case "price-margin":
      return t({ message: "the price's margin", context: "what stopped a pool" });
    case "drawdown":
      return t({ message: "the fall from its height", context: "what stopped a pool" });
    case "daily-loss":
      return t({ message: "the loss of a day", context: "what stopped a pool" });
    case "fills":
      return t({ message: "too many fills", context: "what stopped a pool" });
    case "feed":
      return t({ message: "no order books", context: "what stopped a pool" });
    case "reconciliation":
      return t({ message: "a difference in its books", context: "what stopped a pool" });
    case "account":
      return t({ message: "its owner's account", context: "what stopped a pool" });
    case "market":
      return t({ message: "an asset or the pair", context: "what stopped a pool" });
    case "fee":
      return t({ message: "the network's fee", context: "what stopped a pool" });
    case "refused":
      return t({ message: "the network's refusal", context: "what stopped a pool" });
    case "check":
      return t({ message: "a check that failed", context: "what stopped a pool" });
  }
}
