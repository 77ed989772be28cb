/** What the browser says it holds for this app, in bytes; null where it does not say. */
export interface StorageFacts {
  readonly usedBytes: number;
  readonly isPersistent: boolean;
}

export async function readStorageFacts(): Promise<StorageFacts | null> {
  if (navigator.storage?.estimate === undefined) return null;
  const [{ usage }, isPersistent] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted?.() ?? false,
  ]);
  return usage === undefined ? null : { usedBytes: usage, isPersistent };
}

/** Bytes in words: "812 KB", "3.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
