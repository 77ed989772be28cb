import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { MonitoringOutput } from "#schemas/monitoring.ts";

/** Says so where nothing looks after the service: then what is shown as well may not be. */
export function RunnerNotice({ runner }: { readonly runner: MonitoringOutput["runner"] | undefined }) {
  if (runner === undefined || !runner.isSilent) return null;
  return (
    <div className="mb-4">
      <Notice tone="error" title={t`Nothing is being checked`}>
        {runner.lastRunAt === null ? (
          t`No check has been made yet. See whether a server runs, and what its log says.`
        ) : (
          <Trans>
            The last check was made <TimeAgo at={runner.lastRunAt} />. See whether a server runs, and what its log says.
          </Trans>
        )}
      </Notice>
    </div>
  );
}
