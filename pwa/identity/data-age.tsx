import { useAtomValue } from "jotai";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";

/** Says that what is shown was not checked with the server just now; shows nothing while the connection is live. */
export function DataAge({ what }: { readonly what: string }) {
  const { state, lastSyncedAt } = useAtomValue(syncStatusAtom);
  if (state !== "offline") return null;
  return (
    <Notice tone="warn">
      {lastSyncedAt === null ? (
        <>You are offline, and {what} have not reached this device yet. They will appear once you are connected.</>
      ) : (
        <>
          You are offline. What you see is from <TimeAgo at={lastSyncedAt} />; anything newer appears once you are
          connected.
        </>
      )}
    </Notice>
  );
}
