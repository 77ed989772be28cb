import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { Card } from "#pwa/ui/card.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { formatCount } from "#pwa/ui/format.ts";
import type { MonitoringOutput } from "#schemas/monitoring.ts";
import { type OverviewOutput, WAITING, type WaitingKind } from "#schemas/overview.ts";
import { IssueCounts } from "./issue-counts.tsx";
import { WAITING_PLACES } from "./overview-words.ts";

interface WaitingCardsProps {
  readonly waiting: OverviewOutput["waiting"];
  /** Issues by how bad they are; undefined as long as that is not known. */
  readonly open: MonitoringOutput["open"] | undefined;
}

/** What waits for a person; each leads to where it is dealt with. */
export function WaitingCards({ waiting, open }: WaitingCardsProps) {
  return (
    <section aria-label={t`What waits for a person`}>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {WAITING.map((kind) => (
          <li key={kind}>
            <WaitingCard kind={kind} {...waiting[kind]}>
              {kind === "issues" && open !== undefined ? <IssueCounts open={open} /> : null}
            </WaitingCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WaitingCardProps {
  readonly kind: WaitingKind;
  readonly count: number;
  readonly oldest: string | null;
  readonly children: ReactNode;
}

function WaitingCard({ kind, count, oldest, children }: WaitingCardProps) {
  const may = useMay();
  const { label, tab, to = tab === undefined ? undefined : "/admin-panel/$tab", show, reads } = WAITING_PLACES[kind];
  const isTheirs = to !== undefined && may(reads);
  return (
    <Card
      className={classNames(
        "relative h-full",
        isTheirs && "transition-colors duration-150 focus-within:border-line-strong hover:border-line-strong",
      )}
    >
      <h2 className="flex items-start justify-between gap-2 text-sm font-medium text-ink-2">
        {isTheirs ? (
          <Link
            to={to}
            params={{ tab }}
            search={show === undefined ? {} : { show }}
            className="after:absolute after:inset-0"
          >
            {label}
          </Link>
        ) : (
          label
        )}
        {isTheirs ? (
          <ChevronRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3 rtl:-scale-x-100" />
        ) : null}
      </h2>
      <p className={classNames("numeric mt-1 text-3xl font-semibold", count === 0 && "text-ink-3")}>
        {formatCount(count)}
      </p>
      <p className="text-sm text-ink-3">
        {oldest === null ? (
          t`Nothing waits.`
        ) : (
          <Trans>
            The oldest: <Age since={oldest} />
          </Trans>
        )}
      </p>
      {children}
    </Card>
  );
}
