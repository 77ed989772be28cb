/** Messages between the tabs of one user's database. */
export interface TabChannel {
  send(kind: string, payload?: unknown): void;
  /** Answers with the way to stop listening. */
  listen(kind: string, listener: (payload: unknown) => void): () => void;
  close(): void;
}

/** Opens the channel of a database; a lonely one reaches nobody. */
export function openChannel(databaseName: string, reachesTabs: boolean): TabChannel {
  const channel = reachesTabs ? new BroadcastChannel(`astrolabe:${databaseName}`) : null;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  let isClosed = false;
  if (channel) {
    channel.addEventListener("message", (event: MessageEvent<unknown>) => {
      const { data } = event;
      if (typeof data !== "object" || data === null || !("kind" in data) || typeof data.kind !== "string") return;
      for (const listener of listeners.get(data.kind) ?? []) listener("payload" in data ? data.payload : undefined);
    });
  }
  return {
    send(kind, payload) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
      if (!isClosed) channel?.postMessage({ kind, payload });
    },
    listen(kind, listener) {
      const ofKind = listeners.get(kind) ?? new Set();
      listeners.set(kind, ofKind.add(listener));
      return () => ofKind.delete(listener);
    },
    close() {
      isClosed = true;
      channel?.close();
    },
  };
}
