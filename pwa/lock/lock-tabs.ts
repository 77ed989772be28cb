import { type KeyMaterial, heldKeys } from "#pwa/platform/device/held-keys.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { isOpen } from "./lock-phase.ts";

/** What the tabs of a device tell each other of the lock. Nothing of it is stored. */
type Message =
  | { readonly kind: "ask" }
  | { readonly kind: "keys"; readonly material: KeyMaterial }
  | { readonly kind: "lock" }
  | { readonly kind: "touched"; readonly atMs: number }
  | { readonly kind: "is-anyone-looking" }
  | { readonly kind: "looking" };

/** What happens in other tabs. */
export interface LockTabEvents {
  unlocked(material: KeyMaterial): void;
  locked(): void;
  touched(atMs: number): void;
  looking(): void;
}

const CHANNEL = "astrolabe:lock";
const listeners = new Set<LockTabEvents>();
let channel: BroadcastChannel | null = null;

/** Listens from now on; answers with the way to stop. */
export function joinLockTabs(events: LockTabEvents): () => void {
  listeners.add(events);
  channel ??= openLockChannel();
  return () => {
    listeners.delete(events);
  };
}

/** Asks whether another tab is unlocked: it hands over its keys. */
export function askForKeys(): void {
  send({ kind: "ask" });
}

/** Unlocks the other tabs with this one. */
export function shareKeys(): void {
  const keys = heldKeys();
  if (keys !== null) send({ kind: "keys", material: keys.material });
}

export function lockOtherTabs(): void {
  send({ kind: "lock" });
}

export function tellTouched(): void {
  send({ kind: "touched", atMs: nowMs() });
}

export function askWhoLooks(): void {
  send({ kind: "is-anyone-looking" });
}

function openLockChannel(): BroadcastChannel {
  const opened = new BroadcastChannel(CHANNEL);
  opened.addEventListener("message", ({ data }: MessageEvent<Message>) => receive(data));
  return opened;
}

function receive(message: Message): void {
  if (message.kind === "ask") {
    // A tab that is locking still has them for a moment.
    if (isOpen()) shareKeys();
    return;
  }
  if (message.kind === "is-anyone-looking") {
    if (document.visibilityState === "visible") send({ kind: "looking" });
    return;
  }
  for (const events of listeners) {
    if (message.kind === "keys") events.unlocked(message.material);
    if (message.kind === "lock") events.locked();
    if (message.kind === "touched") events.touched(message.atMs);
    if (message.kind === "looking") events.looking();
  }
}

function send(message: Message): void {
  channel ??= openLockChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
  channel.postMessage(message);
}
