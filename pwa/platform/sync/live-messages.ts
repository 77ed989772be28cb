import type { ChangesMessage, Checkpoint } from "#schemas/protocol.ts";

/** Most messages kept for a collection that is behind; a pull brings what is dropped. */
const BUFFERED = 50;

/** What the server sent of its own accord and nobody has taken yet. */
export interface LiveMessages {
  add(message: ChangesMessage): void;
  clear(): void;
  /** Those that follow upon the checkpoint, as one; null where they do not lead to the latest of them. */
  take(checkpoint: Checkpoint): Pick<ChangesMessage, "documents" | "checkpoint"> | null;
}

export function makeLiveMessages(): LiveMessages {
  let live: ChangesMessage[] = [];
  return {
    add(message) {
      live = [...live, message].slice(-BUFFERED);
    },
    clear() {
      live = [];
    },
    take(checkpoint) {
      const messages = live;
      live = [];
      if (messages.length === 0) return null;
      let reached = checkpoint;
      const documents: ChangesMessage["documents"] = [];
      for (const message of messages) {
        if (message.checkpoint === reached) continue;
        if (message.previous !== reached) return null;
        documents.push(...message.documents);
        reached = message.checkpoint;
      }
      return { documents, checkpoint: reached };
    },
  };
}
