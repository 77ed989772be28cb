import { keptText } from "#pwa/platform/device/kept-text.ts";
import { PoolDraft } from "./pool-draft.ts";

const KEY = "astrolabe.market-pool-draft";

/** The pool that somebody began to fill in on this device: leaving loses nothing of it. */
export function keptDraft(userId: number) {
  return keptText(KEY, PoolDraft, userId);
}
