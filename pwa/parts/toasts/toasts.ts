import { atom, getDefaultStore } from "jotai";
import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { CARRIED_TOASTS, carriedWords, type CarriedToast } from "./carried-words.ts";

/** How long a dismissed toast is kept before it is forgotten. */
export const REMOVE_DELAY_MS = 1_000_000;
export const CARRIED_KEY = "astrolabe.toast";

const ToastMessage = v.object({
  title: v.string(),
  description: v.optional(v.string()),
  tone: v.optional(v.picklist(["default", "destructive"]), "default"),
});
export type ToastMessage = v.InferInput<typeof ToastMessage>;

export interface ShownToast extends v.InferOutput<typeof ToastMessage> {
  readonly id: number;
  readonly open: boolean;
}

/** By its name: the page that shows it may be in another language. */
const carried = keptText(CARRIED_KEY, v.object({ toast: v.picklist(CARRIED_TOASTS) }), null);

/** The one toast there can be: a new one takes the place of the last. */
export const toastAtom = atom<ShownToast | null>(null);

let lastId = 0;

/** Shows a notification, from anywhere in the app. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  getDefaultStore().set(toastAtom, { ...v.parse(ToastMessage, message), id: lastId, open: true });
}

export function dismissToast(id: number): void {
  const store = getDefaultStore();
  store.set(toastAtom, (shown) => (shown?.id === id ? { ...shown, open: false } : shown));
  setTimeout(() => store.set(toastAtom, (shown) => (shown?.id === id ? null : shown)), REMOVE_DELAY_MS);
}

/** Takes away whatever is shown, at once. */
export function dismissAll(): void {
  getDefaultStore().set(toastAtom, null);
}

/** Shows a notification now and again after the full page load that is about to happen. */
export function showToastAcrossLoad(toast: CarriedToast): void {
  showToast(carriedWords(toast));
  carried.keep({ toast });
}

/** Shows what the page before this one left to be said, once. */
export function showCarriedToast(): void {
  const kept = carried.read();
  carried.drop();
  if (kept !== null) showToast(carriedWords(kept.toast));
}
