import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { formatAmountText, formatPrice } from "#pwa/ui/format.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { priceText } from "#schemas/values/price.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { MoreButton, SideOf } from "./order-tables.tsx";
import { fillIn, otherSide, type OwnFill } from "./seen-order.ts";

interface FillTableProps {
  readonly fills: readonly OwnFill[];
  readonly pair: PairQuery | null;
  readonly isLoading: boolean;
  readonly onMore: (() => void) | null;
}

/** What was really exchanged, one line for each exchange. */
export function FillTable({ fills, pair, isLoading, onMore }: FillTableProps) {
  const shown = pair === null ? fills : fills.filter((row) => fillIn(row, pair) !== null);
  if (isLoading) return <Skeleton className="h-24 w-full" />;
  return (
    <>
      {shown.length === 0 ? (
        <p className="py-4 text-sm text-ink-3">
          <Trans>Nothing was exchanged yet among the latest.</Trans>
        </p>
      ) : (
        <Table caption={t`Your fills`}>
          <thead>
            <tr>
              <HeadCell>
                <Trans context="of an order, noun">Fill</Trans>
              </HeadCell>
              <HeadCell numeric>
                <Trans>Price</Trans>
              </HeadCell>
              <HeadCell numeric>
                <Trans>Amount</Trans>
              </HeadCell>
              <HeadCell numeric>
                <Trans>Total</Trans>
              </HeadCell>
              <HeadCell>
                <Trans context="column of times">When</Trans>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <FillLine key={row.uid} row={row} isTurned={pair !== null && row.base !== pair.base} />
            ))}
          </tbody>
        </Table>
      )}
      <MoreButton onMore={onMore} />
    </>
  );
}

function FillLine({ row, isTurned }: { readonly row: OwnFill; readonly isTurned: boolean }) {
  const [base, quote] = isTurned ? [row.quote, row.base] : [row.base, row.quote];
  const [baseAmount, quoteAmount] = isTurned ? [row.quoteAmount, row.baseAmount] : [row.baseAmount, row.quoteAmount];
  const price = isTurned ? (priceText(parseAmount(row.baseAmount), parseAmount(row.quoteAmount)) ?? "–") : row.price;
  return (
    <tr>
      <Cell>
        <SideOf side={isTurned ? otherSide(row.side) : row.side} code={codeOf(base)} />
        <span className="block text-xs text-ink-3">{wayWords(row)}</span>
      </Cell>
      <Cell numeric>{formatPrice(price)}</Cell>
      <Cell numeric>{formatAmountText(baseAmount)}</Cell>
      <Cell numeric>
        {formatAmountText(quoteAmount)} {codeOf(quote)}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-3">
        <Link to="/transactions" className="hover:underline">
          <TimeAgo at={row.timestamp} />
        </Link>
      </Cell>
    </tr>
  );
}

function wayWords({ role, via }: OwnFill): string {
  if (role === "maker") return via === "pool" ? t`Your order waited, from the pool` : t`Your order waited`;
  return via === "pool" ? t`You took it, from the pool` : t`You took it`;
}
