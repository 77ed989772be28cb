import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatAmountText, formatCount, formatMonth } from "#pwa/ui/format.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Cell, HeadCell } from "#pwa/ui/table.tsx";
import type { PriceRange } from "#schemas/markets.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { assetWords } from "#pwa/parts/journal/asset-words.ts";
import type { MonthFlow } from "./flows.ts";
import type { Book } from "./book.ts";
import { feesWords, nothingMovedWords, pricesWords } from "./range-words.ts";
import { SaveButton } from "./save-button.tsx";

/** Months shown at once; the file has all. */
const SHOWN = 24;

interface FlowsSectionProps {
  readonly book: Book | null;
  readonly range: PriceRange;
  readonly day: string;
}

/** What came in and went out each month, and what was paid in fees. */
export function FlowsSection({ book, range, day }: FlowsSectionProps) {
  const months = book?.months ?? [];
  const shown = months.slice(-SHOWN).toReversed();
  const greatest = shown.reduce((most, { in: inward, out }) => max(most, max(inward, out)), 1n);
  return (
    <Card aria-labelledby="analytics-flows">
      <CardHeader
        id="analytics-flows"
        title={t`In and out by month`}
        description={pricesWords(range)}
        action={
          <SaveButton
            kind="CSV"
            label={t`CSV of in and out by month`}
            isReady={months.length > 0}
            onSave={async () => {
              const { monthTable, saveCsv } = await import("./save-report.ts");
              await saveCsv(`months-${range}`, day, monthTable(months));
            }}
          />
        }
      />
      {book === null ? <Skeleton className="h-32 w-full" /> : null}
      {book !== null && months.length === 0 ? (
        <EmptyState title={t`Nothing has moved`}>{nothingMovedWords(range)}</EmptyState>
      ) : null}
      {shown.length === 0 ? null : (
        <table className="w-full table-fixed border-collapse text-sm">
          <caption className="sr-only">
            <Trans>In and out by month</Trans>
          </caption>
          <thead>
            <tr>
              <HeadCell>
                <Trans context="heading of a column">Month</Trans>
              </HeadCell>
              <HeadCell className="w-1/3">
                <Trans context="what came in">In</Trans>
              </HeadCell>
              <HeadCell className="w-1/3">
                <Trans context="what went out">Out</Trans>
              </HeadCell>
              <HeadCell numeric className="hidden sm:table-cell">
                <Trans>Fees</Trans>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((month) => (
              <MonthRow key={month.month} month={month} greatest={greatest} />
            ))}
          </tbody>
        </table>
      )}
      {months.length > SHOWN ? (
        <p className="mt-3 text-sm text-ink-3">
          {plural(SHOWN, {
            one: "The last # month is shown. The file has all of them.",
            other: "The last # months are shown. The file has all of them.",
          })}
        </p>
      ) : null}
    </Card>
  );
}

function MonthRow({ month, greatest }: { readonly month: MonthFlow; readonly greatest: bigint }) {
  const [fees, uncounted] = [formatUsd(month.fees), formatCount(month.uncounted)];
  return (
    <tr>
      <Cell className="break-words">
        {monthWords(month.month)}
        <span className="numeric block text-xs text-ink-3 sm:hidden">
          <Trans>Fees {fees}</Trans>
        </span>
        {month.uncounted === 0 ? null : (
          <span className="block text-xs text-ink-3">
            {plural(
              { count: month.uncounted },
              {
                one: `${uncounted} without a price, not counted`,
                other: `${uncounted} without a price, not counted`,
              },
            )}
          </span>
        )}
      </Cell>
      <Cell className="break-words">
        <Bar amount={month.in} greatest={greatest} look="bg-up" />
      </Cell>
      <Cell className="break-words">
        <Bar amount={month.out} greatest={greatest} look="bg-down" />
      </Cell>
      <Cell numeric className="hidden whitespace-nowrap sm:table-cell">
        {fees}
      </Cell>
    </tr>
  );
}

/** An amount in figures with a bar as long as it is large. */
function Bar({
  amount,
  greatest,
  look,
}: {
  readonly amount: bigint;
  readonly greatest: bigint;
  readonly look: string;
}) {
  return (
    <>
      <span className="numeric block">{formatUsd(amount)}</span>
      <span aria-hidden="true" className="mt-1 block h-1.5 w-full rounded-full bg-surface-2">
        <span
          className={`block h-full rounded-full ${look}`}
          style={{ width: `${Number((amount * 1000n) / greatest) / 10}%` }}
        />
      </span>
    </>
  );
}

/** What was paid in fees, in each asset exactly and together in dollars. */
export function FeesSection({ book, range }: Omit<FlowsSectionProps, "day">) {
  const fees = [...(book?.fees ?? [])];
  const assets = fees.map(([asset]) => asset);
  const months = book?.months ?? [];
  const usd = months.reduce((sum, month) => sum + month.fees, 0n);
  return (
    <Card aria-labelledby="analytics-fees">
      <CardHeader id="analytics-fees" title={t`Fees paid`} description={feesWords(range)} />
      {book === null ? <Skeleton className="h-12 w-full" /> : null}
      {book !== null && fees.length === 0 ? (
        <p className="text-sm text-ink-2">
          <Trans>No fees were paid.</Trans>
        </p>
      ) : null}
      {fees.length === 0 ? null : (
        <>
          <p className="numeric text-xl font-semibold">{formatUsd(usd)}</p>
          <ul className="mt-2 text-sm text-ink-2">
            {fees.map(([asset, stroops]) => (
              <li key={asset} className="numeric">
                {formatAmountText(formatAmount(stroops))} {assetWords(asset, assets)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function monthWords(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return formatMonth(year, number);
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
