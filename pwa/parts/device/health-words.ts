import { t } from "@lingui/core/macro";
import type { AppVersion } from "./app-version.ts";
import { formatBytes, type StorageFacts } from "./storage-facts.ts";

export function storageWords(storage: StorageFacts | null): string {
  if (storage === null) return t`Not told by this browser`;
  const used = t`About ${formatBytes(storage.usedBytes)}`;
  return storage.quotaBytes === null ? used : `${used} of ${formatBytes(storage.quotaBytes)}`;
}

/** Which tab keeps this device in step with the server. */
export function leaderWords(isLeading: boolean, tabs: number | null): string {
  const who = isLeading ? t`This tab` : t`Another tab`;
  if (tabs === null || tabs === 0) return who;
  return tabs === 1 ? t`${who}, the only one open` : t`${who}, of ${tabs} open`;
}

export function versionWords(version: AppVersion | null): string {
  if (version === null) return t`Being read`;
  const worker = version.worker ?? "";
  switch (version.state) {
    case "none":
      return t`${version.page}, not kept for offline use yet`;
    case "same":
      return t`${version.page}, kept for offline use`;
    case "other":
      return t`${version.page}; ${worker} opens the next time`;
    case "waiting":
      return t`${version.page}; a newer one is ready`;
  }
}
