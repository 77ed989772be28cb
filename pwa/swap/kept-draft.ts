import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { USUAL_SLIPPAGE } from "#pwa/parts/trading/slippage.ts";
import type { SwapDraft } from "./swap-terms.ts";

const DRAFT_KEY = "astrolabe.swap-draft";
const Kept = v.object({
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
  return keptText(DRAFT_KEY, Kept, userId).read()?.draft ?? EMPTY_DRAFT;
}

export function keepDraft(userId: number, draft: SwapDraft): void {
  keptText(DRAFT_KEY, Kept, userId).keep({ draft });
}
