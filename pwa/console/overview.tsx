import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { formatCount } from "#pwa/ui/format.ts";
import { Card } from "#pwa/ui/card.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Age } from "./desk/age.tsx";
import { useMay } from "./desk/may.ts";
import type { Queue } from "./desk/queue.ts";
import { CONSOLE_TABS, type ConsoleTab } from "./tabs.ts";

/** What waits for a person, and for how long. */
export function OverviewScreen() {
  const may = useMay();
  const isOnline = useOnline();
  usePageTitle(t`Overview`);
  const waiting = CONSOLE_TABS.flatMap((tab) => (tab.Waiting && may(tab.reads) ? [{ tab, Waiting: tab.Waiting }] : []));
  return (
    <Page title={t`Overview`} description={t`What waits for a person.`}>
      {isOnline ? null : (
        <div className="mb-4">
          <Notice tone="warn">
            <Trans>You are offline: nothing can be decided here until the connection is back.</Trans>
          </Notice>
        </div>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {waiting.map(({ tab, Waiting }) => (
          <li key={tab.name}>
            <Waiting render={(queue) => <QueueCard tab={tab} queue={queue} />} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function QueueCard({ tab, queue }: { readonly tab: ConsoleTab; readonly queue: Queue }) {
  return (
    <Card className="relative h-full transition-colors duration-150 focus-within:border-line-strong hover:border-line-strong">
      <h2 className="flex items-center justify-between text-sm font-medium text-ink-2">
        <Link to="/admin-panel/$tab" params={{ tab: tab.name }} className="after:absolute after:inset-0">
          {tab.label}
        </Link>
        <ChevronRight aria-hidden="true" className="size-4 text-ink-3" />
      </h2>
      <QueueCount queue={queue} />
    </Card>
  );
}

function QueueCount({ queue: { asked, waiting, hasMore } }: { readonly queue: Queue }) {
  if (asked.value === null)
    return asked.error === null ? (
      <Skeleton className="mt-2 h-14 w-24" />
    ) : (
      <p className="mt-2 text-sm text-down">{t`This could not be read`}</p>
    );
  const count = formatCount(waiting.length);
  const [oldest] = waiting.toSorted();
  return (
    <>
      <p className="numeric mt-1 text-3xl font-semibold">{hasMore ? t`${count} or more` : count}</p>
      <p className="text-sm text-ink-3">
        {oldest === undefined ? (
          t`Nothing waits.`
        ) : (
          <Trans>
            The oldest: <Age since={oldest} />
          </Trans>
        )}
      </p>
    </>
  );
}
