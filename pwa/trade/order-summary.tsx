import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { RefusedWay } from "#pwa/parts/confirming/refused-way.tsx";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { parseAmount } from "#schemas/values/money.ts";
import type { OrderCheckOutput, OrderSide } from "#schemas/trading.ts";

interface OrderSummaryProps {
  /** Null while there is none. */
  readonly total: string | null;
  readonly side: OrderSide;
  readonly quote: string;
  readonly check: OrderCheckOutput | null;
  /** Whether the check is of what stands in the form. */
  readonly isCurrent: boolean;
}

/** What the order in the form comes to, and what it costs; every line has its place before its figure is known. */
export function OrderSummary({ total, side, quote, check, isCurrent }: OrderSummaryProps) {
  const first = isCurrent ? check?.refusals[0] : undefined;
  return (
    <>
      <dl className={`flex flex-col gap-1 border-t border-line pt-3 text-sm ${isCurrent ? "" : "text-ink-2"}`}>
        <Line name={side === "buy" ? t`You pay, at most` : t`You get, at least`}>
          {total === null ? "–" : <Amount value={total} assetCode={quote} />}
        </Line>
        <Line name={t`Network fee, at most`}>
          {check === null ? (
            "–"
          ) : check.isFeeSponsored ? (
            t`Paid for you`
          ) : (
            <Amount value={check.networkFee} assetCode="XLM" />
          )}
        </Line>
        {check?.operatorFees.map(({ assetCode, amount }) => (
          <Line key={`${assetCode} ${amount}`} name={t`Fee to Astrolabe`}>
            <Amount value={amount} assetCode={assetCode} />
          </Line>
        ))}
        <Line name={t`Kept aside meanwhile`}>
          {check === null ? (
            "–"
          ) : parseAmount(check.reserve) === 0n ? (
            t`Nothing`
          ) : (
            <Amount value={check.reserve} assetCode="XLM" />
          )}
        </Line>
      </dl>
      <div role="status" className={first === undefined ? "sr-only" : "text-sm text-down"}>
        {first === undefined ? null : (
          <>
            {refusalWords(first)}
            <RefusedWay code={first.code} />
          </>
        )}
      </div>
    </>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="numeric min-w-0 text-end">{children}</dd>
    </div>
  );
}
