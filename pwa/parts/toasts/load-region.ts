import { logProblem } from "#pwa/platform/device/log.ts";

/** What draws toasts, fetched once; in its place nothing where it cannot be: a notification takes nothing else with it. */
export async function loadToastRegion() {
  try {
    return (await import("#pwa/ui/overlays/toast.tsx")).ToastRegion;
  } catch (error) {
    logProblem("Notifications could not be loaded", error);
    return () => null;
  }
}
