import { useEffect, useState } from "react";
import { type AppVersion, readAppVersion } from "#pwa/parts/device/app-version.ts";
import { countOpen } from "#pwa/platform/db/hold-open.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { askToPersist, readStorageFacts, type StorageFacts } from "#pwa/parts/device/storage-facts.ts";

export interface DeviceHealth {
  readonly storage: StorageFacts | null;
  readonly version: AppVersion | null;
  /** Tabs of this browser that have the person's data open; null where the browser does not say. */
  readonly tabs: number | null;
  /** Asks the browser to protect what is stored; answers with whether it agreed. */
  readonly protect: () => Promise<boolean>;
}

const READ_EVERY_MS = 5000;

/** What the browser says of this device, read when the screen opens, with every change of `rows`, and now and then. */
export function useDeviceHealth(userId: number, rows: number): DeviceHealth {
  const [storage, setStorage] = useState<StorageFacts | null>(null);
  const [version, setVersion] = useState<AppVersion | null>(null);
  const [tabs, setTabs] = useState<number | null>(null);

  useEffect(() => {
    const life = { isCurrent: true };
    async function read() {
      try {
        const [facts, count] = await Promise.all([readStorageFacts(), countOpen(userId)]);
        if (!life.isCurrent) return;
        setStorage(facts);
        setTabs(count);
      } catch (error) {
        logProblem("The state of this device could not be read", error);
      }
    }
    void read();
    const timer = setInterval(() => void read(), READ_EVERY_MS);
    return () => {
      life.isCurrent = false;
      clearInterval(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- the size follows what is stored.
  }, [userId, rows]);

  useEffect(() => {
    readAppVersion().then(setVersion, (error: unknown) => logProblem("The app's version could not be read", error));
  }, []);

  async function protect() {
    const isPersistent = await askToPersist();
    setStorage(await readStorageFacts());
    return isPersistent;
  }

  return { storage, version, tabs, protect };
}
