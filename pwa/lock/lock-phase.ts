import { atom, getDefaultStore } from "jotai";
import type { CopyKind, CopyProgress } from "#pwa/platform/rxdb/convert-databases.ts";

/** What this tab shows of a device that has an app lock. */
export type LockPhase =
  /** Another tab may have the keys. */
  | { readonly kind: "asking" }
  | { readonly kind: "locked" }
  /** What is open is being closed; then the page is loaded anew. */
  | { readonly kind: "locking" }
  | { readonly kind: "open" }
  | { readonly kind: "copying"; readonly copy: CopyKind; readonly progress: CopyProgress | null };

export const lockPhaseAtom = atom<LockPhase>({ kind: "asking" });

export function isOpen(): boolean {
  return getDefaultStore().get(lockPhaseAtom).kind === "open";
}

export function isCopying(): boolean {
  return getDefaultStore().get(lockPhaseAtom).kind === "copying";
}

/** No other tab has handed over its keys. */
export function endAsking(): void {
  if (getDefaultStore().get(lockPhaseAtom).kind === "asking") showPhase({ kind: "locked" });
}

export function showPhase(phase: LockPhase): void {
  getDefaultStore().set(lockPhaseAtom, phase);
}
