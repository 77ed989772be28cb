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
  const age = keptAtMs === null ? null : <TimeAgo at={keptAtMs} />;
  if (!isOnline)
    return (
      <Notice tone="warn">
        <Trans>
          {age === null ? (
            t`This can be read`
          ) : (
            <>
              <Trans>This is as it was {age}</Trans>
            </>
          )}
          ; changing it needs a connection.
        </Trans>
      </Notice>
    );
  return (
    <Notice tone="warn">
      <Trans>
        The server did not answer
        {age === null ? (
          ""
        ) : (
          <>
            <Trans>; what you see is from {age}</Trans>
          </>
        )}
        . You can change things once it does.{" "}
        <button type="button" className="font-semibold underline underline-offset-4" onClick={onRetry}>
          Try again
        </button>
      </Trans>
    </Notice>
  );
}
