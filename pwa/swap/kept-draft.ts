import * as v from "valibot";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { USUAL_SLIPPAGE } from "#pwa/parts/trading/slippage.ts";
import type { SwapDraft } from "./swap-terms.ts";

const DRAFT_KEY = "astrolabe.swap-draft";
const Kept = v.object({
  userId: v.number(),
  draft: v.object({
    direction: v.picklist(["send", "receive"]),
    send: v.string(),
    receive: v.string(),
    amount: v.string(),
    slippage: v.string(),
  }),
});

export const EMPTY_DRAFT: SwapDraft = {
  direction: "send",
  send: NATIVE_CODE,
  receive: "",
  amount: "",
  slippage: USUAL_SLIPPAGE,
};

/** What this user typed last; another user's is never shown. */
export function readKeptDraft(userId: number): SwapDraft {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(DRAFT_KEY));
  return stored.success && stored.output.userId === userId ? stored.output.draft : EMPTY_DRAFT;
}

export function keepDraft(userId: number, draft: SwapDraft): void {
  writeStored(DRAFT_KEY, JSON.stringify({ userId, draft }));
}
