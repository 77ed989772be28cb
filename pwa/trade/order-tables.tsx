import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Pencil, X } from "lucide-react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatPercent, formatPrice } from "#pwa/ui/format.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { OrderSide } from "#schemas/trading.ts";
import { STATE_NAMES, offerWords, KINDS_IN_LINE } from "#pwa/parts/trading/order-words.ts";
import { orderIn, type OwnOrder, type SeenOrder, textOfPrice } from "./seen-order.ts";

interface OpenTableProps {
  readonly orders: readonly OwnOrder[];
  /** As seen in this pair; null for each in its own. */
  readonly pair: PairQuery | null;
  readonly isOnline: boolean;
  readonly onEdit: (uid: string, isTurned: boolean) => void;
  readonly onCancel: (order: OwnOrder) => void;
}

/** Orders that wait in the book. */
export function OpenTable({ orders, pair, isOnline, onEdit, onCancel }: OpenTableProps) {
  if (orders.length === 0)
    return (
      <p className="py-4 text-sm text-ink-3">
        <Trans>No open orders. What waits in the book appears here.</Trans>
      </p>
    );
  return (
    <>
      {isOnline ? null : (
        <p className="pb-2 text-sm text-warn">
          <Trans>You are offline: these are your orders as last seen, and nothing can be changed.</Trans>
        </p>
      )}
      <Table caption={t`Open orders`}>
        <thead>
          <tr>
            <HeadCell>
              <Trans context="to trade">Order</Trans>
            </HeadCell>
            <HeadCell numeric>
              <Trans>Price</Trans>
            </HeadCell>
            <HeadCell numeric>
              <Trans context="amount that is not traded yet">Left</Trans>
            </HeadCell>
            <HeadCell numeric>
              <Trans context="amount that was traded">Filled</Trans>
            </HeadCell>
            <HeadCell className="max-sm:hidden">
              <Trans context="when an order was placed">Placed</Trans>
            </HeadCell>
            <HeadCell>
              <span className="sr-only">
                <Trans>What can be done</Trans>
              </span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {orders.map((row) => (
            <OpenRow key={row.uid} seen={seenIn(row, pair)} {...{ isOnline, onEdit, onCancel }} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

interface OpenRowProps extends Omit<OpenTableProps, "orders" | "pair"> {
  readonly seen: Seen;
}

function OpenRow({ seen, isOnline, onEdit, onCancel }: OpenRowProps) {
  const { row, side, base, quote, price, amount, filled, isTurned } = seen;
  const left = formatAmountText(formatAmount(amount));
  const name = offerWords({ side, amount: left, base, price: textOfPrice(price), quote });
  return (
    <tr id={`order-${row.offerId}`} className="scroll-mt-20 target:bg-accent-soft">
      <Cell>
        <SideOf side={side} code={base} />
        <span className="block text-xs text-ink-3">
          {base} / {quote}, {KINDS_IN_LINE[row.kind]}
          <span className="block sm:hidden">
            <TimeAgo at={row.placedAt} />
          </span>
        </span>
      </Cell>
      <Cell numeric>{formatPrice(textOfPrice(price))}</Cell>
      <Cell numeric>{formatAmountText(formatAmount(amount))}</Cell>
      <Cell numeric className="whitespace-nowrap">
        {filledPart(amount, filled)}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-3 max-sm:hidden">
        <TimeAgo at={row.placedAt} />
      </Cell>
      <Cell className="text-end whitespace-nowrap">
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Change: ${name}`}
          title={t({ message: "Change", context: "an order" })}
          disabled={!isOnline}
          onClick={() => onEdit(row.uid, isTurned)}
        >
          <Pencil aria-hidden="true" className="size-4" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Cancel: ${name}`}
          title={t({ message: "Cancel", context: "an order" })}
          disabled={!isOnline}
          onClick={() => onCancel(row)}
        >
          <X aria-hidden="true" className="size-4" />
        </Button>
      </Cell>
    </tr>
  );
}

interface PastTableProps {
  readonly orders: readonly OwnOrder[];
  readonly pair: PairQuery | null;
  readonly isLoading: boolean;
  /** Null where there are no more. */
  readonly onMore: (() => void) | null;
}

/** Orders that are over. */
export function PastTable({ orders, pair, isLoading, onMore }: PastTableProps) {
  if (isLoading) return <Skeleton className="h-24 w-full" />;
  return (
    <>
      {orders.length === 0 ? (
        <p className="py-4 text-sm text-ink-3">
          <Trans>No orders that are over among the latest ones.</Trans>
        </p>
      ) : (
        <Table caption={t`Orders that are over`}>
          <thead>
            <tr>
              <HeadCell>
                <Trans context="to trade">Order</Trans>
              </HeadCell>
              <HeadCell numeric>
                <Trans>Price</Trans>
              </HeadCell>
              <HeadCell numeric>
                <Trans context="amount that was traded">Filled</Trans>
              </HeadCell>
              <HeadCell>
                <Trans context="of an order">State</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Last change</Trans>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {orders.map((row) => {
              const { side, base, quote, price, filled } = seenIn(row, pair);
              return (
                <tr key={row.uid}>
                  <Cell>
                    <SideOf side={side} code={base} />
                    <span className="block text-xs text-ink-3">
                      {base} / {quote}, {KINDS_IN_LINE[row.kind]}
                    </span>
                  </Cell>
                  <Cell numeric>{formatPrice(textOfPrice(price))}</Cell>
                  <Cell numeric>
                    {formatAmountText(formatAmount(filled))} {base}
                  </Cell>
                  <Cell>
                    <Badge tone={row.state === "filled" ? "up" : "neutral"}>{STATE_NAMES[row.state]}</Badge>
                  </Cell>
                  <Cell className="whitespace-nowrap text-ink-3">
                    <TimeAgo at={row.changedAt} />
                  </Cell>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
      <MoreButton onMore={onMore} />
    </>
  );
}

export function MoreButton({ onMore }: { readonly onMore: (() => void) | null }) {
  if (onMore === null) return null;
  return (
    <Button variant="ghost" size="sm" className="mt-2" onClick={onMore}>
      <Trans>Show earlier ones</Trans>
    </Button>
  );
}

/** The side in words and colour, and of which asset: "Buy XLM". */
export function SideOf({ side, code }: { readonly side: OrderSide; readonly code: string }) {
  return side === "buy" ? (
    <Trans>
      <span className="font-semibold text-up">Buy</span> {code}
    </Trans>
  ) : (
    <Trans>
      <span className="font-semibold text-down">Sell</span> {code}
    </Trans>
  );
}

type Seen = SeenOrder & { readonly base: string; readonly quote: string };

function seenIn(row: OwnOrder, pair: PairQuery | null): Seen {
  const own = { base: row.base, quote: row.quote };
  const seen = (pair === null ? null : orderIn(row, pair)) ?? orderIn(row, own);
  if (seen === null) throw new Error("An order is in its own pair");
  const { base, quote } = seen.isTurned ? { base: row.quote, quote: row.base } : own;
  return { ...seen, base: codeOf(base), quote: codeOf(quote) };
}

function filledPart(amount: bigint, filled: bigint): string {
  const all = amount + filled;
  const part = all === 0n ? "0" : ((filled * 1000n) / all).toString().padStart(2, "0").replace(/(\d)$/, ".$1");
  return formatPercent(part, " ");
}
