import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { orderInTheWay } from "#pwa/parts/trading/order-in-the-way.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { PairQuery } from "#schemas/market-data.ts";

const OPEN = { state: "open" as const };

/** Where the own order is that keeps a standing order waiting; nothing where none does. */
export function OrderInTheWay({ pair, reason }: { readonly pair: PairQuery; readonly reason: string }) {
  const { rows } = useRows("orders", { where: OPEN });
  const order = orderInTheWay(rows, pair, reason);
  if (order === null) return null;
  const { base: baseAsset, quote: quoteAsset, offerId } = order;
  return (
    <span className="block text-xs">
      <Trans>
        It goes out once that order is gone.{" "}
        <Link
          to="/trade/$baseAsset/$quoteAsset"
          params={{ baseAsset, quoteAsset }}
          hash={`order-${offerId}`}
          className="inline-flex min-h-6 items-center text-accent hover:underline"
        >
          Show that order
        </Link>
      </Trans>
    </span>
  );
}
