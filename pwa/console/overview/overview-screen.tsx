import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { IssuesCard } from "#pwa/console/desk/issues-card.tsx";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { RunnerNotice } from "#pwa/console/desk/runner-notice.tsx";
import { useAgainOn } from "#pwa/console/desk/ask.ts";
import { useMonitoring } from "#pwa/console/desk/use-monitoring.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { TASKS_ENDPOINTS } from "#schemas/endpoints/tasks.ts";
import type { IssueOutput, OverviewOutput } from "#schemas/overview.ts";
import { DaysCard } from "./days-card.tsx";
import { HouseCard } from "./house-card.tsx";
import { ServiceCard, SubmissionsCard } from "./service-cards.tsx";
import { useOverview } from "#pwa/console/desk/use-overview.ts";
import { NewTaskSheet } from "#pwa/console/desk/new-task-sheet.tsx";
import { TasksCard } from "#pwa/console/desk/tasks-card.tsx";
import { WaitingCards } from "./waiting-cards.tsx";

/** What waits for a person, and how the service is doing, as it is at this moment. */
export function OverviewScreen() {
  const { asked, isLive } = useOverview();
  const isOnline = useOnline();
  usePageTitle(t`Overview`);
  return (
    <Page
      width="wide"
      title={t`Overview`}
      description={t`What waits for a person, and how the service is doing.`}
      actions={asked.value === null ? undefined : <Currency isLive={isLive && isOnline} atMs={asked.atMs} />}
    >
      {isOnline ? null : (
        <div className="mb-4">
          <Notice tone="warn">
            <Trans>You are offline: nothing here changes until the connection is back.</Trans>
          </Notice>
        </div>
      )}
      <AskedState asked={asked}>{asked.value === null ? null : <Everything overview={asked.value} />}</AskedState>
    </Page>
  );
}

/** Whether what is shown is of this moment. */
function Currency({ isLive, atMs }: { readonly isLive: boolean; readonly atMs: number }) {
  if (isLive) return <Badge tone="up">{t({ message: "Live", context: "figures that change by themselves" })}</Badge>;
  return (
    <Badge tone="warn">
      <Trans>
        As of <TimeAgo at={atMs} />
      </Trans>
    </Badge>
  );
}

function Everything({ overview }: { readonly overview: OverviewOutput }) {
  const { waiting, days, house, submissions, service } = overview;
  const monitoring = useMonitoring();
  useAgainOn(monitoring.again, signOf(waiting.issues, waiting.differences));
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <RunnerNotice runner={monitoring.value?.runner} />
      <WaitingCards waiting={waiting} open={monitoring.value?.open} />
      <IssuesCard sign={signOf(waiting.issues, waiting.differences)} renderActs={(issue) => <TaskOf issue={issue} />} />
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6 lg:col-span-2">
          <DaysCard days={days} />
          <TasksCard sign={signOf(waiting.tasks)} />
          <SubmissionsCard submissions={submissions} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <HouseCard house={house} />
          <ServiceCard service={service} />
        </div>
      </div>
    </div>
  );
}

/** Another one once anything came or went. */
function signOf(...all: OverviewOutput["waiting"]["tasks"][]): string {
  return all.map(({ count, oldest }) => `${count} ${oldest}`).join();
}

/** Makes a task of what is wrong. */
function TaskOf({ issue }: { readonly issue: IssueOutput }) {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  if (!may(TASKS_ENDPOINTS.addTask)) return null;
  return (
    <div className="mt-2">
      <Button size="sm" variant="secondary" onClick={() => setAdding(true)}>
        {t`Make a task of it`}
      </Button>
      {isAdding ? <NewTaskSheet issue={issue} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
