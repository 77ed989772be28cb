import { logProblem } from "#pwa/platform/device/log.ts";

/** Takes notifications that were seen in the app off the device's own screen. */
export function closeShown(uids: readonly string[]): void {
  const tags = new Set(uids);
  closeWhere(({ tag }) => tags.has(tag));
}

/** Takes all of the app's notifications off the device's own screen. */
export function closeAllShown(): void {
  closeWhere(() => true);
}

function closeWhere(isMeant: (notification: Notification) => boolean): void {
  if (!("serviceWorker" in navigator)) return;
  closeEach(isMeant).catch((error: unknown) => logProblem("Shown notifications could not be closed", error));
}

async function closeEach(isMeant: (notification: Notification) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  // Not every browser that has workers shows notifications.
  const shown = (await registration?.getNotifications?.()) ?? [];
  for (const notification of shown) if (isMeant(notification)) notification.close();
}

/** Shows on the app's icon how many are unread, where the device can. */
export function showBadge(unread: number): void {
  if (!("setAppBadge" in navigator)) return;
  const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  // A browser may refuse it to a page that is not installed.
  shown.catch((error: unknown) => logProblem("The app's badge could not be set", error));
}
