import { t } from "@lingui/core/macro";
import { formatDate, formatTimeLeft } from "#pwa/ui/format.ts";
import { useNow } from "#pwa/ui/now.ts";
import { classNames } from "#pwa/ui/class-names.ts";

/** How long there is until something should be decided, or that it is too late for that; the exact time in the title. */
export function Due({ at }: { readonly at: string }) {
  const nowMs = useNow();
  const dueMs = Date.parse(at);
  const isLate = nowMs >= dueMs;
  return (
    <time
      dateTime={at}
      title={formatDate(dueMs, { withTime: true })}
      className={classNames("whitespace-nowrap", isLate && "font-medium text-down")}
    >
      {isLate ? t({ message: "overdue", context: "what should be decided by now" }) : formatTimeLeft(dueMs, nowMs)}
    </time>
  );
}
