import { useAtomValue } from "jotai";
import { syncStatusAtom } from "./sync-status.ts";

/** Whether the server has not yet acknowledged what this device wrote to the document. */
export function useWaiting(uid: string): boolean {
  return useAtomValue(syncStatusAtom).waitingUids.includes(uid);
}
