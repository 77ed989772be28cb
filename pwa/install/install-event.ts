/** What Chromium browsers hand over when the app can be installed. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer for later; call once, before the first render. */
export function listenForInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    setOffer(event);
  });
  addEventListener("appinstalled", () => setOffer(null));
}

export function hasInstallOffer(): boolean {
  return offer !== null;
}

export function subscribeToInstall(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Shows the browser's own question; it can be asked once per offer. */
export async function acceptInstall(): Promise<void> {
  const accepted = offer;
  setOffer(null);
  await accepted?.prompt();
}

function setOffer(next: InstallEvent | null): void {
  offer = next;
  for (const notify of listeners) notify();
}

function isInstallEvent(event: Event): event is InstallEvent {
  return "prompt" in event && typeof event.prompt === "function";
}
