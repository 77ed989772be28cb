import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { dropKeys } from "#pwa/platform/device/held-keys.ts";
import { isLockSet } from "#pwa/platform/device/storage.ts";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";
import { subscribeToLock } from "./lock-changes.ts";

const Guarded = later(async () => (await withSentences("lock/guarded", () => import("./guarded.tsx"))).Guarded);

interface Props {
  /** Removes everything from this device, for those who cannot unlock it. */
  readonly onForget: () => Promise<void>;
  readonly children: ReactNode;
}

/** Shows its content, on a device with an app lock only while it is unlocked. */
export function LockGate({ onForget, children }: Props) {
  const isSet = useSyncExternalStore(subscribeToLock, isLockSet, isLockSet);
  useEffect(() => {
    // Turned off in another tab, or removed with all else.
    if (!isSet) dropKeys();
  }, [isSet]);
  if (!isSet) return children;
  return <Guarded onForget={onForget}>{children}</Guarded>;
}
