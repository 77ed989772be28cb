/** What a browser says about push, before it is asked to do anything. */
export interface PushFacts {
  readonly hasPush: boolean;
  readonly isIos: boolean;
  /** Whether the app runs in a window of its own. */
  readonly isInstalled: boolean;
  readonly permission: NotificationPermission | null;
}

/**
 * Whether this device can be reached: not by this browser; only once the app is installed (iPhone and iPad); not since the
 * person refused it in the browser; or it can.
 */
export type PushSupport = "missing" | "needs-install" | "refused" | "possible";

export function pushSupport({ hasPush, isIos, isInstalled, permission }: PushFacts): PushSupport {
  if (isIos && !isInstalled) return "needs-install";
  if (!hasPush) return "missing";
  return permission === "denied" ? "refused" : "possible";
}

export function readPushFacts(): PushFacts {
  const hasNotifications = "Notification" in globalThis;
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1);
  return {
    hasPush: hasNotifications && "serviceWorker" in navigator && "PushManager" in globalThis,
    isIos,
    isInstalled: matchMedia("(display-mode: standalone)").matches,
    permission: hasNotifications ? Notification.permission : null,
  };
}

function isMac(): boolean {
  return navigator.userAgent.includes("Macintosh");
}
