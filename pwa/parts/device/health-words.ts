import { plural, t } from "@lingui/core/macro";
import type { AppVersion } from "./app-version.ts";
import { formatBytes, type StorageFacts } from "./storage-facts.ts";

export function storageWords(storage: StorageFacts | null): string {
  if (storage === null) return t`Not told by this browser`;
  const used = formatBytes(storage.usedBytes);
  if (storage.quotaBytes === null) return t`About ${used}`;
  const quota = formatBytes(storage.quotaBytes);
  return t`About ${used} of ${quota}`;
}

/** Which tab keeps this device in step with the server. */
export function leaderWords(isLeading: boolean, tabs: number | null): string {
  if (tabs === null || tabs === 0) return isLeading ? t`This tab` : t`Another tab`;
  if (tabs === 1) return isLeading ? t`This tab, the only one open` : t`Another tab, the only one open`;
  return isLeading
    ? plural(tabs, { one: "This tab, of # open", other: "This tab, of # open" })
    : plural(tabs, { one: "Another tab, of # open", other: "Another tab, of # open" });
}

export function versionWords(version: AppVersion | null): string {
  if (version === null) return t`Being read`;
  const { page } = version;
  const worker = version.worker ?? "";
  switch (version.state) {
    case "none":
      return t`${page}, not kept for offline use yet`;
    case "same":
      return t`${page}, kept for offline use`;
    case "other":
      return t`${page}; ${worker} opens the next time`;
    case "waiting":
      return t`${page}; a newer one is ready`;
  }
}
