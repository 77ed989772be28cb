import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { logProblem } from "#pwa/platform/device/log.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { renewPush } from "./push.ts";

/** Keeps this device reachable where its person switched push on: once in every visit, as soon as the server is there. */
export function PushKeeper() {
  const { user, isConfirmed } = useSession();
  const isLive = useAtomValue(syncStatusAtom).state === "live";
  const isDone = useRef(false);
  const userId = user?.id;
  useEffect(() => {
    if (!isLive || !isConfirmed || userId === undefined || isDone.current) return;
    isDone.current = true;
    renewPush(userId).catch((error: unknown) => logProblem("This device could not be kept reachable by push", error));
  }, [isLive, isConfirmed, userId]);
  return null;
}
