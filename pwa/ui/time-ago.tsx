import { formatDate, formatRelativeTime } from "./format.ts";
import { useNow } from "./now.ts";

/** How long ago, with the exact time in the title. `at` is ISO 8601 or ms since the epoch. */
export function TimeAgo({ at, className }: { readonly at: string | number; readonly className?: string }) {
  const nowMs = useNow();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={date.toISOString()} title={formatDate(date.getTime(), { withTime: true })} className={className}>
      {formatRelativeTime(date.getTime(), Math.max(nowMs, date.getTime()))}
    </time>
  );
}
