import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RefreshCw, ScrollText } from "lucide-react";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { LogLine as Line } from "#schemas/logs.ts";
import { LogFilters } from "./log-filters.tsx";
import { LogLine } from "./log-line.tsx";
import { filtersOf, isNarrowed, type LogPlace, useLogPlace } from "./log-place.ts";
import { useLog } from "./use-log.ts";

/** What the service wrote down of the last days: trouble, and payments on their way. */
export function LogSection() {
  const going = useLogPlace();
  const { asked, keptDays, hasMore, isReadingOn, more } = useLog(filtersOf(going.place));
  const lines = asked.value ?? [];
  return (
    <section aria-label={t({ message: "Log", context: "of the service" })}>
      <LogFilters {...going} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-ink-3">
        <p className="min-w-0 grow basis-64">{keptWords(keptDays)}</p>
        <span className="flex items-center gap-2">
          {asked.value === null ? null : (
            <span>
              <Trans>
                As of <TimeAgo at={asked.atMs} />
              </Trans>
            </span>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Ask the server again`}
            title={t`Ask the server again`}
            onClick={asked.again}
          >
            <RefreshCw aria-hidden="true" className={classNames("size-4.5", asked.isAsking && "animate-spin")} />
          </Button>
        </span>
      </div>
      <AskedState asked={asked}>
        {keptDays === 0 ? (
          <Notice tone="warn">
            <Trans>
              The log is not kept here: it is switched off. What the server prints is the only one there is.
            </Trans>
          </Notice>
        ) : lines.length === 0 ? (
          <Nothing isNarrowed={isNarrowed(going.place)} />
        ) : (
          <Days lines={lines} onNarrow={going.go} />
        )}
        {hasMore ? (
          <Button variant="secondary" size="sm" className="mt-4" loading={isReadingOn} onClick={more}>
            <Trans>Show earlier ones</Trans>
          </Button>
        ) : null}
      </AskedState>
    </section>
  );
}

function keptWords(days: number | null): string {
  if (days === null || days === 0) return t`Each look at the log is noted in the audit log.`;
  const count = formatCount(days);
  return plural(days, {
    one: `Lines are kept for ${count} day, without secrets. Each look at the log is noted in the audit log.`,
    other: `Lines are kept for ${count} days, without secrets. Each look at the log is noted in the audit log.`,
  });
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState title={t`Nothing matches`}>{t`Change or clear the search and the filters to see more.`}</EmptyState>
    );
  return (
    <EmptyState icon={<ScrollText />} title={t`Nothing was written down`}>
      {t`Warnings, errors, and what becomes of payments stand here.`}
    </EmptyState>
  );
}

/** Lines under the day they are of, as this device has its days. */
function Days({
  lines,
  onNarrow,
}: {
  readonly lines: readonly Line[];
  readonly onNarrow: (to: Partial<LogPlace>) => void;
}) {
  const days = Map.groupBy(lines, ({ at }) => formatDate(Date.parse(at)));
  return (
    <div className="flex flex-col gap-5">
      {[...days].map(([day, those]) => (
        <section key={day} aria-label={day}>
          <h2 className="px-2 pb-1 text-sm font-semibold text-ink-2">{day}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {those.map((line) => (
              <li key={line.id}>
                <LogLine line={line} onNarrow={onNarrow} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
