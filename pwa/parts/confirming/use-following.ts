import { getDefaultStore } from "jotai";
import { useEffect, useEffectEvent } from "react";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import type { Submission } from "./confirmation-state.ts";
import { follow } from "./follow.ts";

/** Whatever becomes of a submission changes one of these: its movement, or what it kept back. */
const TOLD_BY = ["transactions", "balances"] as const;

interface Followed {
  readonly seen: (submission: Submission) => void;
  /** The server knows no such submission of this person. */
  readonly unknown?: () => void;
  readonly firstAskMs?: number;
}

/** Follows a submission of one's own while the device is online; none where `id` is null. */
export function useFollowing(id: number | null, { seen, unknown, firstAskMs }: Followed): void {
  const isOnline = useOnline();
  const database = useUserDatabase();
  const onSeen = useEffectEvent(seen);
  const onUnknown = useEffectEvent(() => unknown?.());
  const hasUnknown = unknown !== undefined;
  useEffect(() => {
    if (id === null || !isOnline) return undefined;
    return follow(
      id,
      { seen: (submission) => onSeen(submission), unknown: hasUnknown ? () => onUnknown() : undefined },
      {
        isLive: () => database !== null && getDefaultStore().get(syncStatusAtom).state !== "offline",
        subscribe: (tell) => {
          const subscriptions = TOLD_BY.map((name) => database?.collections[name].eventBulks$.subscribe(tell));
          return () => {
            for (const subscription of subscriptions) subscription?.unsubscribe();
          };
        },
      },
      firstAskMs,
    );
  }, [id, isOnline, database, hasUnknown, firstAskMs]);
}
