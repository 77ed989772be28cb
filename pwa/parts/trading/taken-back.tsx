import { plural, t } from "@lingui/core/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { priceText } from "#schemas/values/price.ts";
import type { OwnInTheWay } from "#schemas/trading.ts";
import type { TradeCheck } from "./agreed.ts";

/** Says which of one's own orders are in a trade's way and taken back by it; nothing where none is. */
export function TakenBack({ check: { takesBack } }: { readonly check: TradeCheck }) {
  if (takesBack.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={plural(
        { count: takesBack.length },
        { one: "Takes your own order back", other: "Takes your own orders back" },
      )}
    >
      {takesBack.map((order) => (
        <span key={order.offerId} className="block">
          {takenBackWords(order)}
        </span>
      ))}
    </Notice>
  );
}

function takenBackWords(order: OwnInTheWay): string {
  const { n, d } = order.price;
  const price = priceText(BigInt(n), BigInt(d)) ?? `${n}/${d}`;
  const [amount, base, quote] = [formatAmountText(order.amount), codeOf(order.base), codeOf(order.quote)];
  return order.side === "buy"
    ? t`Your order to buy ${amount} ${base} at ${price} ${quote} is in the way: it is cancelled in the same transaction.`
    : t`Your order to sell ${amount} ${base} at ${price} ${quote} is in the way: it is cancelled in the same transaction.`;
}
