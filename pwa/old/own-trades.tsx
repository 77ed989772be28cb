import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { comparablePrice } from "#pwa/parts/trading/comparable-price.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import type { OrderRow } from "#schemas/trading.ts";
import { priceText } from "#schemas/values/price.ts";
import { CancelReview } from "./plain-order.tsx";
import { PlainTable } from "./plain-table.tsx";

interface OwnOrdersProps {
  readonly rows: readonly LocalRow<"orders">[];
  readonly isOnline: boolean;
}

/** One's own open orders, each to be cancelled. */
export function OwnOrders({ rows, isOnline }: OwnOrdersProps) {
  const [cancelling, setCancelling] = useState<{ readonly offerId: string; readonly words: string } | null>(null);
  return (
    <>
      {cancelling === null ? null : (
        <CancelReview key={cancelling.offerId} {...cancelling} onClose={() => setCancelling(null)} />
      )}
      <PlainTable
        caption={t`Your open orders`}
        heads={[
          t({ message: "Order", context: "to trade" }),
          t({ message: "Left", context: "what is left of an order" }),
          t`Cancel`,
        ]}
        empty={t`No open order.`}
        rows={rows
          .toSorted((left, right) => (left.placedAt < right.placedAt ? 1 : -1))
          .map((row) => ({
            key: row.uid,
            cells: [
              wordsOf(row),
              formatAmountText(row.amount),
              <Button
                key="cancel"
                size="sm"
                variant="secondary"
                disabled={!isOnline || row.offerId === ""}
                aria-label={cancelLabel(wordsOf(row))}
                onClick={() => setCancelling({ offerId: row.offerId, words: wordsOf(row) })}
              >
                <Trans>Cancel</Trans>
              </Button>,
            ],
          }))}
      />
    </>
  );
}

function wordsOf(order: Omit<OrderRow, "_deleted">): string {
  const { side, placedAmount, base, quote } = order;
  const each = priceText(BigInt(order.price.n), BigInt(order.price.d));
  const amount = `${formatAmountText(placedAmount)} ${codeOf(base)}`;
  const price = `${each === null ? "-" : comparablePrice(each)} ${codeOf(quote)}`;
  return side === "buy" ? t`Buy ${amount} at ${price}` : t`Sell ${amount} at ${price}`;
}

/** What was traded last. */
export function OwnFills({ rows }: { readonly rows: readonly LocalRow<"fills">[] }) {
  return (
    <PlainTable
      caption={t`What you traded`}
      heads={[
        t({ message: "Trade", context: "column of what was traded" }),
        t({ message: "For", context: "column of what was given or got for it" }),
        t`When`,
      ]}
      empty={t`Nothing traded yet.`}
      rows={rows.map(({ uid, side, base, quote, baseAmount, quoteAmount, timestamp }) => ({
        key: uid,
        cells: [
          filledWords(side, `${formatAmountText(baseAmount)} ${codeOf(base)}`),
          `${formatAmountText(quoteAmount)} ${codeOf(quote)}`,
          formatDate(Date.parse(timestamp), { withTime: true }),
        ],
      }))}
    />
  );
}

function cancelLabel(order: string): string {
  return t`Cancel: ${order}`;
}

function filledWords(side: "buy" | "sell", amount: string): string {
  return side === "buy" ? t`Bought ${amount}` : t`Sold ${amount}`;
}
