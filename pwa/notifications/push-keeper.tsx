import { t } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { logProblem } from "#pwa/platform/device/log.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { renewPush } from "./push.ts";
import { leaveWorkerWords } from "./worker-words.ts";

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
  // Anew in another language.
  useEffect(() => {
    leaveWorkerWords({
      unreadable: t`Open the app to see what is new.`,
      locked: t`There is something new. Unlock the app to see it.`,
    }).catch((error: unknown) => logProblem("The service worker's words could not be left", error));
  }, []);
  return null;
}
