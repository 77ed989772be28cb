import { t } from "@lingui/core/macro";
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
    <Notice tone="warn" title={takesBack.length === 1 ? t`Takes your own order back` : t`Takes your own orders back`}>
      {takesBack.map((order) => (
        <span key={order.offerId} className="block">
          {takenBackWords(order)}
        </span>
      ))}
    </Notice>
  );
}

function takenBackWords({ side, base, quote, amount, price: { n, d } }: OwnInTheWay): string {
  const at = priceText(BigInt(n), BigInt(d)) ?? `${n}/${d}`;
  const what = `${side} ${formatAmountText(amount)} ${codeOf(base)} at ${at} ${codeOf(quote)}`;
  return t`Your order to ${what} is in the way: it is cancelled in the same transaction.`;
}
