import { getDefaultStore } from "jotai";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { readDrafts } from "#pwa/send/drafts.ts";

/** What is nowhere but on this device. */
export interface Unsent {
  readonly changes: number;
  readonly drafts: number;
}

/** What a person would lose by signing out here; null where nothing. */
export function unsentOf(userId: number): Unsent | null {
  const changes = getDefaultStore().get(syncStatusAtom).waiting;
  const drafts = readDrafts(userId).length;
  return changes + drafts === 0 ? null : { changes, drafts };
}

/** In words: "2 changes and a payment that was put aside have". */
export function unsentWords({ changes, drafts }: Unsent): string {
  const parts = [
    ...(changes === 0 ? [] : [changes === 1 ? "1 change" : `${changes} changes`]),
    ...(drafts === 0 ? [] : [drafts === 1 ? "1 payment put aside" : `${drafts} payments put aside`]),
  ];
  return `${parts.join(" and ")} ${changes + drafts === 1 ? "has" : "have"} not reached the server`;
}
