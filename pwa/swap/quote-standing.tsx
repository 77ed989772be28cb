import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { impactOf, type SwapDraft } from "./swap-terms.ts";
import type { LiveQuote } from "./use-quote.ts";
import { formatCount } from "#pwa/ui/format.ts";

interface QuoteStandingProps {
  readonly live: LiveQuote;
  readonly isOnline: boolean;
  /** Whether the form says enough for there to be a price. */
  readonly isAsked: boolean;
  readonly draft: Pick<SwapDraft, "send" | "receive">;
}

/** How old the price is, why there is none, and what to mind about it. */
export function QuoteStanding({ live, isOnline, isAsked, draft }: QuoteStandingProps) {
  const { quote, problem, age, isOld, isAsking } = live;
  if (!isAsked) return null;
  if (isAsking && quote === null && problem === null)
    return (
      <div role="status" aria-label={t`Asking for the price`}>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  const impact = quote === null ? null : impactOf(quote);
  return (
    <div className="flex flex-col gap-3">
      {problem === null || !isOnline ? null : (
        <Notice tone={quote === null ? "error" : "warn"}>
          {problem.message}
          {problem.code === "market-assets-unlisted" ? <AtOwnPrice draft={draft} /> : null}
        </Notice>
      )}
      {quote === null || age === null ? null : isOld ? (
        <Notice
          tone="warn"
          title={plural(age, { one: "This price is # second old", other: "This price is # seconds old" })}
        >
          {isOnline
            ? t`A newer one has not come yet. You can go on once it has.`
            : t`It is the last one that this device was told.`}
        </Notice>
      ) : (
        <p className="numeric flex items-center justify-end gap-2 text-xs text-ink-3">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-up" />
          {liveWords(age, formatCount(quote.ledger))}
        </p>
      )}
      {impact === null || impact.level === "small" ? null : (
        <Notice
          tone={impact.level === "high" ? "error" : "warn"}
          title={t`Price impact of ${{ percent: impact.text }}`}
        >
          {impact.level === "high"
            ? t`So much at once gets a far worse price than a little. Swap less, or in several parts.`
            : t`So much at once gets a worse price than a little.`}
        </Notice>
      )}
    </div>
  );
}

/** What is not quoted is sold by an order all the same. */
function AtOwnPrice({ draft: { send, receive } }: Pick<QuoteStandingProps, "draft">) {
  return (
    <p className="mt-1">
      <Link
        to="/trade/$baseAsset/$quoteAsset"
        params={{ baseAsset: send, quoteAsset: receive }}
        className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
      >
        <Trans>Trade it by an order instead</Trans>
      </Link>
    </p>
  );
}

/** Of when a price is, in seconds, and of which ledger. */
function liveWords(age: number, ledger: string): string {
  return age < 2
    ? t`Live price, ledger ${ledger}`
    : plural(age, {
        one: `Price of # second ago, ledger ${ledger}`,
        other: `Price of # seconds ago, ledger ${ledger}`,
      });
}
