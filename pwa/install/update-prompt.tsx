import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useRegisterSW } from "virtual:pwa-register/react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { isOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";

const CHECK_EVERY_MS = 30 * 60 * 1000;

/** Offers the new version once one is ready, or when a part of this one is gone. Never reloads by itself. */
export function UpdatePrompt() {
  const {
    needRefresh: [isReady, setReady],
    updateServiceWorker,
  } = useRegisterSW({ onRegisteredSW: (_, registration) => keepChecking(registration), onRegisterError });
  const [isPartMissing, setPartMissing] = usePartMissing();
  if (!isReady && !isPartMissing) return null;

  const update = () => {
    // Without a waiting worker there is nothing that would reload the page for us.
    if (isReady) void updateServiceWorker(true);
    else location.reload();
  };
  const later = () => {
    setReady(false);
    setPartMissing(false);
  };
  return (
    <section
      aria-label={t({ message: "Update", context: "a new version of the app" })}
      role="status"
      className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-md animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-surface-2 p-3 shadow-overlay lg:bottom-5"
    >
      <RefreshCw aria-hidden="true" className="size-4.5 text-accent" />
      <p className="min-w-0 flex-1 text-sm font-medium">
        <Trans>A new version is ready</Trans>
      </p>
      <Button variant="ghost" size="sm" onClick={later}>
        <Trans context="button that puts it off">Later</Trans>
      </Button>
      <Button size="sm" onClick={update}>
        <Trans context="button that takes the new version">Update</Trans>
      </Button>
    </section>
  );
}

/** True once a lazy part of this version could not be loaded. */
function usePartMissing() {
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    // Without a network a part is only out of reach, and a reload would lose the page.
    const onPreloadError = () => setMissing(isOnline());
    addEventListener("vite:preloadError", onPreloadError);
    return () => removeEventListener("vite:preloadError", onPreloadError);
  }, []);
  return [isMissing, setMissing] as const;
}

function keepChecking(registration: ServiceWorkerRegistration | undefined): void {
  if (registration === undefined) return;
  setInterval(() => {
    registration.update().catch((error: unknown) => logProblem("The check for a new version failed", error));
  }, CHECK_EVERY_MS);
}

function onRegisterError(error: unknown): void {
  logProblem("The service worker could not be registered", error);
}
