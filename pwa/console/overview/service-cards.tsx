import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { OverviewOutput, SubmissionCounts } from "#schemas/overview.ts";
import { Fact, Facts } from "./facts.tsx";
import { stateWords } from "./overview-words.ts";

/** Ledgers behind and milliseconds from which on something is wrong. */
const FAR_BEHIND = 5;
const SLOW_MS = 250;

type Service = OverviewOutput["service"];

const STATES: readonly (keyof SubmissionCounts)[] = [
  "held",
  "created",
  "awaiting-signature",
  "signed",
  "submitted",
  "expired",
  "ambiguous",
  "confirmedToday",
  "failedToday",
];

export function SubmissionsCard({ submissions }: { readonly submissions: SubmissionCounts }) {
  return (
    <Card>
      <CardHeader title={t`Transactions by state`} />
      <Facts>
        {STATES.map((state) => (
          <Fact key={state} label={stateWords(state)} isBad={state === "ambiguous" && submissions.ambiguous > 0}>
            {formatCount(submissions[state])}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

export function ServiceCard({ service }: { readonly service: Service }) {
  const { ingestedLedger, newestLedger, databaseMs, processes } = service;
  const behind = newestLedger === null ? null : Math.max(0, newestLedger - ingestedLedger);
  const milliseconds = formatCount(databaseMs);
  return (
    <Card>
      <CardHeader title={t`Service`} />
      <Facts>
        <Fact label={t`Ledger`}>{formatCount(ingestedLedger)}</Fact>
        <Fact label={t`Behind the network`} isBad={behind === null || behind > FAR_BEHIND}>
          {behind === null ? t`No node answers` : plural(behind, { one: "# ledger", other: "# ledgers" })}
        </Fact>
        <Fact label={t`The database answers in`} isBad={databaseMs > SLOW_MS}>{t`${milliseconds} ms`}</Fact>
        {processes.map(({ id, startedAt, sockets }) => {
          const open = formatCount(sockets);
          return (
            <Fact key={id} label={t`Process ${id}`}>
              {plural(sockets, { one: `${open} connection`, other: `${open} connections` })}
              <span className="block text-xs font-normal text-ink-3">
                <Trans>
                  Started <TimeAgo at={startedAt} />
                </Trans>
              </span>
            </Fact>
          );
        })}
      </Facts>
      <Jobs jobs={service.jobs} />
    </Card>
  );
}

/** Jobs by the names that the logs have for them, and which process runs each. */
function Jobs({ jobs }: Pick<Service, "jobs">) {
  return (
    <>
      <h3 className="mt-4 mb-1 text-sm font-medium">
        <Trans>Jobs</Trans>
      </h3>
      <ul className="divide-y divide-line">
        {jobs.map(({ name, process }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
            <code dir="ltr" className="text-xs text-ink-2">
              {name}
            </code>
            {process === null ? <Badge>{t`Not running`}</Badge> : <code className="text-xs">{process}</code>}
          </li>
        ))}
      </ul>
    </>
  );
}
