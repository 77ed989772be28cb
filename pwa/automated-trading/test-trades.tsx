import { priceWords } from "#pwa/parts/trading/figure-words.ts";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import type { BackTestTrade } from "#schemas/automated-trading.ts";
import { SideMark } from "#pwa/parts/trading/side-mark.tsx";

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
        <List aria-label={t`Trades of the back-test, ${base} / ${quote}`}>
          {trades.toReversed().map((trade, index) => (
            <TradeLine key={`${trade.at} ${index}`} {...{ trade, base, quote }} />
          ))}
        </List>
      ) : null}
    </details>
  );
}

interface TradeLineProps extends Pick<TestTradesProps, "base" | "quote"> {
  readonly trade: BackTestTrade;
}

function TradeLine({ trade, base, quote }: TradeLineProps) {
  const { at, side, price, base: amount, quote: paid, why } = trade;
  const fee = formatAmountText(trade.fee);
  return (
    <li className="flex flex-col gap-0.5 py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <SideMark side={side} />
        <span>
          <Trans>
            <Amount value={amount} assetCode={base} /> for <Amount value={paid} assetCode={quote} />
          </Trans>
        </span>
        <span className="numeric text-ink-2">{t`at ${{ price: priceWords(price) }} ${quote}`}</span>
        <span className="ms-auto text-xs text-ink-3">{formatDate(Date.parse(at), { withTime: true })}</span>
      </p>
      <p className="text-ink-2">{saidWords(why)}</p>
      <p className="numeric text-xs text-ink-3">{t`Fee: ${fee} ${quote}`}</p>
    </li>
  );
}
