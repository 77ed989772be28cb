import type { AppVersion } from "./app-version.ts";
import { formatBytes, type StorageFacts } from "./storage-facts.ts";

export function storageWords(storage: StorageFacts | null): string {
  if (storage === null) return "Not told by this browser";
  const used = `About ${formatBytes(storage.usedBytes)}`;
  return storage.quotaBytes === null ? used : `${used} of ${formatBytes(storage.quotaBytes)}`;
}

/** Which tab keeps this device in step with the server. */
export function leaderWords(isLeading: boolean, tabs: number | null): string {
  const who = isLeading ? "This tab" : "Another tab";
  if (tabs === null || tabs === 0) return who;
  return tabs === 1 ? `${who}, the only one open` : `${who}, of ${tabs} open`;
}

export function versionWords(version: AppVersion | null): string {
  if (version === null) return "Being read";
  switch (version.state) {
    case "none":
      return `${version.page}, not kept for offline use yet`;
    case "same":
      return `${version.page}, kept for offline use`;
    case "other":
      return `${version.page}; ${version.worker} opens the next time`;
    case "waiting":
      return `${version.page}; a newer one is ready`;
  }
}
