import { plural } from "@lingui/core/macro";
import { formatUnit } from "#pwa/ui/format.ts";

/** What the browser says it holds for this app, in bytes; `quotaBytes` is null where it does not say how much there may be. */
export interface StorageFacts {
  readonly usedBytes: number;
  readonly quotaBytes: number | null;
  readonly isPersistent: boolean;
}

/** Null where the browser tells nothing. */
export async function readStorageFacts(): Promise<StorageFacts | null> {
  if (navigator.storage?.estimate === undefined) return null;
  const [{ usage, quota }, isPersistent] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted?.() ?? false,
  ]);
  return usage === undefined ? null : { usedBytes: usage, quotaBytes: quota ?? null, isPersistent };
}

/** Asks the browser to keep what this app stores when space runs out; false where it does not agree. */
export async function askToPersist(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}

/** Bytes in words: "812 KB", "3.4 MB", "12 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return plural(bytes, { one: "# byte", other: "# bytes" });
  if (bytes < 1_000_000) return formatUnit(String(Math.round(bytes / 1000)), "kilobyte");
  if (bytes < 1_000_000_000) return formatUnit((bytes / 1_000_000).toFixed(1), "megabyte");
  return formatUnit(String(Math.round(bytes / 1_000_000_000)), "gigabyte");
}
