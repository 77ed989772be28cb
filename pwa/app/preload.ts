/**
 * Fetches, once the page has nothing else to do, what forms and messages stand in: on a first visit no service worker has them
 * yet, and the connection may go.
 */
export function preloadOverlays(): void {
  const load = () => {
    // Offline it comes when it is needed, or from the worker.
    for (const loading of [import("#pwa/ui/sheet-dialog.tsx"), import("#pwa/ui/toast.tsx")])
      loading.catch(() => undefined);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: 5000 });
  else setTimeout(load, 2000);
}
