import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, CircleDollarSign } from "lucide-react";
import { Delta } from "#pwa/parts/charts/delta.tsx";
import { AsOf } from "#pwa/parts/assets/as-of.tsx";
import type { WholeState } from "#pwa/parts/assets/use-whole.ts";
import { percentText } from "#pwa/parts/assets/holdings.ts";
import { PlacesList } from "#pwa/parts/assets/places-list.tsx";
import { PriceNote } from "#pwa/parts/assets/price-note.tsx";
import { uncountedWords } from "#pwa/parts/assets/uncounted-words.ts";
import type { Whole } from "#pwa/parts/assets/whole.ts";
import { formatUsd, formatXlm } from "#pwa/parts/assets/worth.ts";
import { isHidden } from "#pwa/parts/service/feature-places.ts";
import { useHiddenFeatures } from "#pwa/parts/service/use-interface.ts";
import { useOffers } from "#pwa/parts/service/use-service.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { formatAmount } from "#schemas/values/money.ts";
import { useLastTotal } from "./last-total.ts";

interface TotalCardProps {
  readonly userId: number;
  readonly state: WholeState;
  readonly isLoading: boolean;
}

const ACTIONS = [
  {
    to: "/send",
    get label() {
      return t`Send`;
    },
    icon: ArrowUpRight,
  },
  {
    to: "/receive",
    get label() {
      return t`Receive`;
    },
    icon: ArrowDownLeft,
  },
  {
    to: "/swap",
    get label() {
      return t`Swap`;
    },
    icon: ArrowLeftRight,
  },
] as const;
/** Where the operator takes deposits. */
const BUY = {
  to: "/buy-xlm",
  get label() {
    return t`Buy`;
  },
  icon: CircleDollarSign,
} as const;

/** What everything is worth, how that has changed, and what one can do next. */
export function TotalCard({ userId, state, isLoading }: TotalCardProps) {
  const { whole, poolsAtMs } = state;
  const last = useLastTotal(userId, whole, isLoading);
  const hidden = useHiddenFeatures();
  const offered = useOffers().includes("deposits") ? [...ACTIONS, BUY] : ACTIONS;
  const actions = offered.filter(({ to }) => !isHidden(to, hidden));
  return (
    <Card aria-label={t`Total value`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <div className="min-w-0">
          <h2 className="flex min-h-6 items-center gap-1 text-sm text-ink-3 pointer-coarse:min-h-11">
            <Trans>Total value</Trans>
            {whole.asOfLedger === null ? null : <AsOf what={t`All balances`} ledger={whole.asOfLedger} />}
          </h2>
          {/* As high as what takes its place: what stands below shall not move. */}
          <div className="min-h-16">
            {!isLoading ? (
              <Total {...whole} />
            ) : last === null ? (
              <Skeleton className="mt-2 h-10 w-56" />
            ) : (
              <Total {...last} change={null} />
            )}
          </div>
          <p className="mt-1 min-h-5 text-sm text-ink-3">
            {!isLoading ? (
              <Notes state={state} />
            ) : last === null ? (
              <Trans>Reading what this device holds</Trans>
            ) : (
              <Trans>
                Last known <TimeAgo at={last.atMs} />
              </Trans>
            )}
          </p>
        </div>
        <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:flex-wrap">
          {actions.map(({ to, label, icon: Icon }, index) => (
            <Button
              key={to}
              asChild
              variant={index === 0 ? "primary" : "secondary"}
              className={index === 0 && actions.length % 2 === 1 ? "max-sm:col-span-2" : undefined}
            >
              <Link to={to}>
                <Icon aria-hidden="true" className="size-4" />
                {label}
              </Link>
            </Button>
          ))}
        </div>
      </div>
      {isLoading ? null : (
        <div className="mt-3 empty:hidden">
          <PlacesList whole={whole} poolsAtMs={poolsAtMs} />
        </div>
      )}
    </Card>
  );
}

function Total({ usd, xlm, change }: Pick<Whole, "usd" | "xlm" | "change">) {
  if (usd === null)
    return (
      <p className="mt-1 text-3xl font-semibold">
        <Amount value={formatAmount(xlm ?? 0n)} assetCode="XLM" />
      </p>
    );
  return (
    <>
      <p className="numeric mt-1 text-3xl font-semibold break-words">{formatUsd(usd)}</p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
        {xlm === null ? null : <span className="numeric text-ink-2">{formatXlm(xlm)}</span>}
        {change === null ? null : <ChangeToday change={change} />}
      </p>
    </>
  );
}

function ChangeToday({ change }: { readonly change: NonNullable<Whole["change"]> }) {
  const delta = (
    <Delta sign={change.usd} className="font-medium">
      {`${formatUsd(change.usd < 0n ? -change.usd : change.usd)} (${percentText(change.part)})`}
    </Delta>
  );
  return (
    <span>
      <Trans>
        {delta} <span className="text-ink-3">in 24 h</span>
      </Trans>
    </span>
  );
}

function Notes({ state: { whole, prices } }: Pick<TotalCardProps, "state">) {
  if (whole.asOfLedger === null) return <Trans>Waiting for the first balance</Trans>;
  return (
    <>
      <PriceNote prices={prices} /> {uncountedWords(whole).join(" ")}
    </>
  );
}
