import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { CloudOff } from "lucide-react";
import { useUserDatabaseError } from "#pwa/platform/db/user-database-context.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

/**
 * Stands above every signed-in screen, and says how old what it shows is while nothing can be checked with the server; shows
 * nothing while there is a connection. Where the device refused to open its data, it says that instead.
 */
export function DataAge() {
  const { state, lastSyncedAt } = useAtomValue(syncStatusAtom);
  const isOnline = useOnline();
  const isRefused = useUserDatabaseError() !== null;
  if (state !== "offline" && !isRefused) return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2.5 border-b border-line bg-warn-soft px-4 py-2.5 text-sm text-warn sm:px-6"
    >
      <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {isRefused ? (
          t`This browser does not let your data be kept on this device, so that nothing can be shown. Free some space or leave private browsing, and reload the page.`
        ) : isOnline ? (
          <Unanswered lastSyncedAt={lastSyncedAt} />
        ) : (
          <Unconnected lastSyncedAt={lastSyncedAt} />
        )}
      </span>
    </p>
  );
}

interface AgeProps {
  /** In ms since the epoch; null for never. */
  readonly lastSyncedAt: number | null;
}

function Unconnected({ lastSyncedAt }: AgeProps) {
  if (lastSyncedAt === null)
    return t`You are offline, and not all of your data has reached this device yet. The rest appears once you are connected.`;
  return (
    <Trans>
      You are offline. What you see is from <TimeAgo at={lastSyncedAt} />; anything newer appears once you are
      connected.
    </Trans>
  );
}

/** The device has a network, and it is the server that is missing. */
function Unanswered({ lastSyncedAt }: AgeProps) {
  if (lastSyncedAt === null)
    return t`The server does not answer, and not all of your data has reached this device yet. It is asked again until it does.`;
  return (
    <Trans>
      The server does not answer. What you see is from <TimeAgo at={lastSyncedAt} />; it is asked again until it does.
    </Trans>
  );
}
