import { AppPalette } from "./later-palette.ts";
import { whenIdle } from "#pwa/platform/device/idle.ts";

/**
 * Fetches, once the page has nothing else to do, what forms and messages stand in: on a first visit no service worker has them
 * yet, and the connection may go.
 */
export async function preloadOverlays(): Promise<void> {
  await whenIdle();
  // Offline it comes when it is needed, or from the worker.
  for (const loading of [import("#pwa/ui/overlays/sheet-dialog.tsx"), import("#pwa/ui/overlays/toast.tsx")])
    loading.catch(() => undefined);
  // Whoever presses its keys types on at once.
  AppPalette.preload();
}
