import { Trans } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { acceptInstall, hasInstallOffer, subscribeToInstall } from "./install-event.ts";

/** A button that installs the app, where the browser offers it; nothing elsewhere. */
export function InstallOffer() {
  const isOffered = useSyncExternalStore(subscribeToInstall, hasInstallOffer, () => false);
  if (!isOffered) return null;
  return (
    <Button variant="secondary" onClick={() => void acceptInstall()}>
      <Trans>Install the app</Trans>
    </Button>
  );
}
