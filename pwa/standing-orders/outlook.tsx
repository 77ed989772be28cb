import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type Best, type OrderDraft, totalOf } from "#pwa/parts/trading/order-draft.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import type { StandingKind } from "#schemas/standing-orders.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { StandingPlan } from "#pwa/parts/trading/order-draft.ts";
import { lastsOf, limitOf, partOf, timesOf, trailsFrom } from "./standing-draft.ts";
import { shortPrice } from "./standing-words.ts";
import { spanWords } from "./span-words.ts";

interface OutlookProps {
  readonly kind: StandingKind;
  readonly draft: OrderDraft;
  readonly plan: StandingPlan;
  readonly best: Best;
  readonly base: string;
  readonly quote: string;
}

/** What it comes to, as far as the form alone can tell. */
export function Outlook({ kind, draft, plan, best, base, quote }: OutlookProps) {
  if (kind === "recurring") return <RecurringOutlook plan={plan} quote={quote} />;
  const [amount, price] = [readAmount(draft.amount), limitOf(kind, draft, plan, best)];
  const total = typeof amount === "string" || amount === 0n || !price ? null : totalOf(draft.side, amount, price);
  const begun = kind === "trailing-stop" ? trailsFrom(draft.side, plan, best) : null;
  const part = kind === "twap" && typeof amount === "bigint" ? partOf(amount, plan.slices) : null;
  const seconds = lastsOf(plan);
  return (
    <dl className="flex flex-col gap-1 border-t border-line pt-3 text-sm">
      {kind === "trailing-stop" ? (
        <Line name={t`Trigger to begin with`}>
          {begun === null ? "–" : `${shortPrice(begun.triggerPrice)} ${quote}`}
        </Line>
      ) : null}
      <Line name={draft.side === "buy" ? t`You pay, at most` : t`You get, at least`}>
        {total === null ? "–" : <Amount value={formatAmount(total)} assetCode={quote} />}
      </Line>
      {part === null ? null : (
        <Line name={t`Each part`}>
          <Amount value={formatAmount(part)} assetCode={base} />
        </Line>
      )}
      {part === null || !(seconds > 0) ? null : <Line name={t`From the first to the last`}>{spanWords(seconds)}</Line>}
      <Line name={t`Kept back until then`}>
        <Trans>Nothing</Trans>
      </Line>
    </dl>
  );
}

/** What regular buys come to. */
export function RecurringOutlook({ plan, quote }: { readonly plan: StandingPlan; readonly quote: string }) {
  const spend = readAmount(plan.spend);
  const times = timesOf(plan);
  return (
    <dl className="flex flex-col gap-1 border-t border-line pt-3 text-sm">
      <Line name={t`You spend in all`}>
        {times === null ? (
          plan.lasting === "0" ? (
            t`Until you cancel it`
          ) : (
            t`Until it ends`
          )
        ) : typeof spend === "string" || times === undefined ? (
          "–"
        ) : (
          <Amount value={formatAmount(spend * BigInt(times))} assetCode={quote} />
        )}
      </Line>
      <Line name={t`Kept back until then`}>
        <Trans>Nothing</Trans>
      </Line>
    </dl>
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
