import { t } from "@lingui/core/macro";
import type { EventOrder } from "#schemas/movement-events.ts";
import { parseAmount, parseVolume } from "#schemas/values/money.ts";
import { formatAmountText } from "#pwa/ui/format.ts";

interface Exchange {
  readonly isSwap: boolean;
  /** "4,300 XLM". */
  readonly given: string;
  readonly got: string;
  readonly order: EventOrder | undefined;
}

/** "Sold 4,300 XLM for 1,037.15 USDC on the market". */
export function exchangeTitle({ isSwap, given, got, order }: Exchange): string {
  if (order !== undefined) return order.side === "sell" ? soldTitle(given, got, order) : boughtTitle(got, given, order);
  return isSwap ? t`Swapped ${given} for ${got}` : t`Sold ${given} for ${got}`;
}

function soldTitle(amount: string, total: string, order: EventOrder): string {
  const price = formatAmountText(order.price);
  if (order.wasTaken) return t`Sold ${amount} for ${total} by your order at ${price}`;
  const left = formatAmountText(order.left);
  return parseAmount(order.left) > 0n
    ? t`Sold ${amount} for ${total} on the market, ${left} more offered at ${price}`
    : t`Sold ${amount} for ${total} on the market`;
}

function boughtTitle(amount: string, total: string, order: EventOrder): string {
  const price = formatAmountText(order.price);
  if (order.wasTaken) return t`Bought ${amount} for ${total} by your order at ${price}`;
  const left = formatAmountText(order.left);
  return parseAmount(order.left) > 0n
    ? t`Bought ${amount} for ${total} on the market, ${left} more bid for at ${price}`
    : t`Bought ${amount} for ${total} on the market`;
}

/** What became of an order: "Bid placed: 500 XLM at 0.235". `code` is of what it buys or sells. */
export function orderTitle(act: "placed" | "changed" | "cancelled", order: EventOrder, code: string): string {
  const isBuy = order.side === "buy";
  const price = formatAmountText(order.price);
  if (act === "placed") {
    const offered = `${formatAmountText(order.amount)} ${code}`;
    return isBuy ? t`Bid placed: ${offered} at ${price}` : t`Offer placed: ${offered} at ${price}`;
  }
  if (act === "changed") {
    const left = formatAmountText(order.left);
    return isBuy ? t`Changed: buy ${left} at ${price}` : t`Changed: sell ${left} at ${price}`;
  }
  const amount = formatAmountText(order.amount);
  const filled = formatAmountText(order.filled);
  if (parseVolume(order.filled) > 0n)
    return isBuy
      ? t`Cancelled: buy ${amount} at ${price} (${filled} filled)`
      : t`Cancelled: sell ${amount} at ${price} (${filled} filled)`;
  return isBuy ? t`Cancelled: buy ${amount} at ${price}` : t`Cancelled: sell ${amount} at ${price}`;
}
