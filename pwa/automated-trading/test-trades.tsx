import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { formatAmountText, formatDate, formatPrice } from "#pwa/ui/format.ts";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import type { BackTestTrade } from "#schemas/automated-trading.ts";
import { SideMark } from "./side-mark.tsx";

interface TestTradesProps {
  readonly trades: readonly BackTestTrade[];
  readonly base: string;
  readonly quote: string;
}

/** The trades of a back-test, the latest first, made only when they are asked for. */
export function TestTrades({ trades, base, quote }: TestTradesProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDetailsElement>(null);
  if (trades.length === 0)
    return (
      <p className="text-sm text-ink-3">
        <Trans>It would have traded nothing.</Trans>
      </p>
    );
  return (
    <details ref={box} onToggle={() => setOpen(box.current?.open ?? false)} className="text-sm">
      <summary className="inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11">
        {plural(trades.length, { one: "Show the latest # trade", other: "Show the latest # trades" })}
      </summary>
      {isOpen ? (
        <Table caption={t`Trades of the back-test, ${base} / ${quote}`}>
          <thead>
            <tr>
              <HeadCell>{t`Time`}</HeadCell>
              <HeadCell>{t({ message: "Side", context: "buy or sell" })}</HeadCell>
              <HeadCell numeric>{t`Price (${quote})`}</HeadCell>
              <HeadCell numeric>{base}</HeadCell>
              <HeadCell numeric>{quote}</HeadCell>
              <HeadCell numeric>{t`Fee (${quote})`}</HeadCell>
              <HeadCell>{t({ message: "Why", context: "heading of a column of reasons" })}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {trades.toReversed().map(({ at, side, price, base: bought, quote: paid, fee, why }, index) => (
              <tr key={`${at} ${index}`}>
                <Cell className="whitespace-nowrap">{formatDate(Date.parse(at), { withTime: true })}</Cell>
                <Cell>
                  <SideMark side={side} />
                </Cell>
                <Cell numeric>{formatPrice(price)}</Cell>
                <Cell numeric>{formatAmountText(bought)}</Cell>
                <Cell numeric>{formatAmountText(paid)}</Cell>
                <Cell numeric>{formatAmountText(fee)}</Cell>
                <Cell className="min-w-60">{saidWords(why)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </details>
  );
}
