import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

interface OfflineNoteProps {
  /** When what is shown was true, in ms since the epoch; null where it is true now or nothing is shown. */
  readonly keptAtMs: number | null;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** Says that what is shown is from before, and why nothing can be changed. Shows nothing while all is well. */
export function OfflineNote({ keptAtMs, hasFailed, onRetry }: OfflineNoteProps) {
  const isOnline = useOnline();
  if (isOnline && !hasFailed) return null;
  if (!isOnline)
    return (
      <Notice tone="warn">
        {keptAtMs === null ? (
          t`This can be read; changing it needs a connection.`
        ) : (
          <Trans>
            This is as it was <TimeAgo at={keptAtMs} />; changing it needs a connection.
          </Trans>
        )}
      </Notice>
    );
  return (
    <Notice tone="warn">
      {keptAtMs === null ? (
        t`The server did not answer. You can change things once it does.`
      ) : (
        <Trans>
          The server did not answer; what you see is from <TimeAgo at={keptAtMs} />. You can change things once it does.
        </Trans>
      )}{" "}
      <button type="button" className="font-semibold underline underline-offset-4" onClick={onRetry}>
        <Trans>Try again</Trans>
      </button>
    </Notice>
  );
}
