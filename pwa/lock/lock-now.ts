import { closeAllShown } from "#pwa/platform/device/shown-notifications.ts";
import { allClosed } from "#pwa/platform/db/open-databases.ts";
import { dropKeys, heldKeys } from "#pwa/platform/device/held-keys.ts";
import { isOnline } from "#pwa/platform/device/online.ts";
import { dismissAll } from "#pwa/parts/toasts/toasts.ts";
import { isCopying, showPhase } from "./lock-phase.ts";
import { lockOtherTabs } from "./lock-tabs.ts";

const CLOSE_MS = 5000;
/** For what was just begun to be kept, before the keys go. */
const SETTLE_MS = 50;

/** Locks this tab, and the others unless they said so. Nothing of the person stays on the page or in its memory. */
export async function lockNow(isToldByOthers = false): Promise<void> {
  // The keys are needed until all is copied.
  if (heldKeys() === null || isCopying()) return;
  if (!isToldByOthers) lockOtherTabs();
  showPhase({ kind: "locking" });
  dismissAll();
  closeAllShown();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  dropKeys();
  // What was being written is written first.
  await allClosed(CLOSE_MS);
  // A new page has forgotten all rows; without a network only a service worker can give one.
  if (isOnline() || navigator.serviceWorker?.controller) location.reload();
  else showPhase({ kind: "locked" });
}
