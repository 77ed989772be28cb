import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import type { SendDraft } from "./payment.ts";
import { StoredDraft } from "./stored-draft.ts";

/** A payment that was typed in and put aside, mostly for want of a connection. Nothing of it has left the device. */
export interface PutAside {
  readonly uid: string;
  readonly draft: SendDraft;
  /** In ms since the epoch; what was meant a week ago may no longer be meant. */
  readonly keptAtMs: number;
  readonly expiresAtMs: number;
}

const DRAFTS_KEY = "astrolabe.send-drafts";
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** More than anybody types in while offline; a list without end would fill the storage. */
export const MAX_DRAFTS = 20;

const Stored = v.object({
  drafts: v.array(v.object({ uid: v.string(), draft: StoredDraft, keptAtMs: v.number(), expiresAtMs: v.number() })),
});

/** What this user put aside, the oldest first. */
export function readDrafts(userId: number): readonly PutAside[] {
  return keptText(DRAFTS_KEY, Stored, userId).read()?.drafts ?? [];
}

/** Keeps the list; false where this device has no room for it. */
export function writeDrafts(userId: number, drafts: readonly PutAside[]): boolean {
  const text = keptText(DRAFTS_KEY, Stored, userId);
  if (drafts.length > 0) return text.keep({ drafts: [...drafts] });
  text.drop();
  return true;
}

export function putAside(uid: string, draft: SendDraft, nowMs: number): PutAside {
  return { uid, draft, keptAtMs: nowMs, expiresAtMs: nowMs + KEPT_MS };
}

/**
 * Takes one out of the list, and puts what stands in the form in its place, unless nothing was typed there. Null where it
 * is gone, or expired.
 */
export function takeOut(
  drafts: readonly PutAside[],
  uid: string,
  current: PutAside,
): { readonly taken: SendDraft; readonly left: readonly PutAside[] } | null {
  const taken = drafts.find((draft) => draft.uid === uid);
  if (taken === undefined || isExpired(taken, current.keptAtMs)) return null;
  const rest = drafts.filter((draft) => draft.uid !== uid);
  return { taken: taken.draft, left: isEmptyDraft(current.draft) ? rest : [...rest, current] };
}

/** One that expired is shown until it is removed, but cannot be taken up again. */
export function isExpired({ expiresAtMs }: PutAside, nowMs: number): boolean {
  return nowMs >= expiresAtMs;
}

export function isEmptyDraft({ to, amount, memo }: SendDraft): boolean {
  return to.trim() === "" && amount.trim() === "" && memo === "";
}
