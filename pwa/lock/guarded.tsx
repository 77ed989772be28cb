import { t } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
import { heldKeys } from "#pwa/platform/device/held-keys.ts";
import type { CopyKind } from "#pwa/platform/rxdb/convert-databases.ts";
import { Spinner } from "#pwa/ui/spinner.tsx";
import { CopyScreen } from "./copy-screen.tsx";
import { IdleWatch } from "./idle-watch.tsx";
import { endAsking, isCopying, lockPhaseAtom } from "./lock-phase.ts";
import { parseLock, storedLock } from "./lock-record.ts";
import { subscribeToLock } from "./lock-changes.ts";
import { LockScreen } from "./lock-screen.tsx";
import { askForKeys, joinLockTabs } from "./lock-tabs.ts";
import { LockFrame } from "./lock-frame.tsx";
import { settleLock } from "./turn-lock.ts";
import { lockNow } from "./lock-now.ts";
import { takeKeys } from "./unlock.ts";

interface Props {
  readonly onForget: () => Promise<void>;
  readonly children: ReactNode;
}

/** How long another tab may take to hand over its keys. */
const ASK_MS = 250;

/** The content of a device that has an app lock: there while it is unlocked, and otherwise not even in the page. */
export function Guarded({ onForget, children }: Props) {
  const stored = useSyncExternalStore(subscribeToLock, storedLock);
  const record = useMemo(() => parseLock(stored), [stored]);
  const phase = useAtomValue(lockPhaseAtom);
  useOtherTabs();
  useEffect(() => {
    // Nothing is left half done, also while it is locked.
    if (!isCopying()) void settleLock();
  }, []);
  if (record === null) return null;
  if (phase.kind === "copying") return <CopyScreen copy={phase.copy} progress={phase.progress} />;
  if (record.state === "sealing") return <CopyElsewhere copy="seal" />;
  if (record.state === "unsealing") return <CopyElsewhere copy="unseal" />;
  if (phase.kind === "locking") return <Locking />;
  if (phase.kind === "open" && heldKeys() !== null)
    return (
      <>
        <IdleWatch idle={record.idle} />
        {children}
      </>
    );
  return phase.kind === "asking" ? null : <LockScreen record={record} onForget={onForget} />;
}

/** Unlocks and locks with the other tabs of this device. */
function useOtherTabs(): void {
  useEffect(() => {
    const leave = joinLockTabs({
      unlocked: (material) => {
        if (heldKeys() === null) takeKeys(material);
      },
      locked: () => void lockNow(true),
      touched: () => undefined,
      looking: () => undefined,
    });
    if (heldKeys() !== null) return leave;
    askForKeys();
    const timer = setTimeout(endAsking, ASK_MS);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, []);
}

/** Another tab is copying. Should it be closed in the middle, this one clears up. */
function CopyElsewhere({ copy }: { readonly copy: CopyKind }) {
  useEffect(() => {
    void settleLock();
  }, []);
  return <CopyScreen copy={copy} progress={null} isElsewhere />;
}

/** Nobody shall begin to type what the load of the new page takes away. */
function Locking() {
  return (
    <LockFrame title={t`Locking`}>
      <Spinner label={t`Closing what is open`} />
    </LockFrame>
  );
}
