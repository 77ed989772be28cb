import { useAtomValue } from "jotai";
import { CloudOff } from "lucide-react";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

/**
 * Stands above every signed-in screen, and says how old what it shows is while nothing can be checked with the server; shows
 * nothing while there is a connection.
 */
export function DataAge() {
  const { state, lastSyncedAt } = useAtomValue(syncStatusAtom);
  if (state !== "offline") return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2.5 border-b border-line bg-warn-soft px-4 py-2.5 text-sm text-warn sm:px-6"
    >
      <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {lastSyncedAt === null ? (
          "You are offline, and not all of your data has reached this device yet. The rest appears once you are connected."
        ) : (
          <>
            You are offline. What you see is from <TimeAgo at={lastSyncedAt} />; anything newer appears once you are
            connected.
          </>
        )}
      </span>
    </p>
  );
}
