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
        {age === null ? "This can be read" : <>This is as it was {age}</>}; changing it needs a connection.
      </Notice>
    );
  return (
    <Notice tone="warn">
      The server did not answer{age === null ? "" : <>; what you see is from {age}</>}. You can change things once it
      does.{" "}
      <button type="button" className="font-semibold underline underline-offset-4" onClick={onRetry}>
        Try again
      </button>
    </Notice>
  );
}
