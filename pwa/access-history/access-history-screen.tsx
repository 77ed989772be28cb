import { t } from "@lingui/core/macro";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { OfflineNote } from "#pwa/parts/answers/offline-note.tsx";
import { useSessions } from "#pwa/parts/answers/questions.ts";
import { Page } from "#pwa/ui/page.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";

export function AccessHistoryScreen() {
  usePageTitle(t`Access history`);
  const sessions = useSessions();
  return (
    <Page title={t`Access history`} description={t`Where you are signed in, and every sign-in there was.`}>
      <div className="mb-4 empty:hidden">
        <OfflineNote keptAtMs={sessions.keptAtMs} hasFailed={sessions.hasFailed} onRetry={sessions.refresh} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SessionsCard sessions={sessions} />
        <SignInsCard current={sessions.value?.sessions.find(({ isCurrent }) => isCurrent) ?? null} />
      </div>
    </Page>
  );
}
