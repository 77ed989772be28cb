import { LinkError } from "#pwa/platform/api/http-error.ts";
import type { Checkpoint, PullMessage } from "#schemas/protocol.ts";

/** What was pulled: rows of one collection, and up to where. */
export interface Pulled {
  readonly documents: Readonly<Record<string, unknown>>[];
  readonly checkpoint: Checkpoint;
  readonly hasMore: boolean;
}

/** How the server is asked; each answer of many is what it was refused with, or what was pulled. */
interface Asks {
  pull(message: PullMessage): Promise<Pulled>;
  pullMany(pulls: readonly PullMessage[]): Promise<readonly (Pulled | LinkError)[]>;
}

interface Waiting {
  readonly message: PullMessage;
  readonly resolve: (pulled: Pulled) => void;
  readonly reject: (error: unknown) => void;
}

export interface JoinedPulls {
  pull(message: PullMessage): Promise<Pulled>;
  /** From now on each collection's next pull is joined again with the others'. */
  connected(): void;
}

/**
 * Sends the first pulls after a connection together: those that come while an answer is under way go with the next message.
 * Each collection goes on by itself from there, so that none waits for another's rows.
 */
export function joinPulls(asks: Asks): JoinedPulls {
  const asked = new Set<string>();
  let waiting: Waiting[] = [];
  let isAsking = false;

  async function askAll(): Promise<void> {
    isAsking = true;
    // All that is asked for in one go has been by then.
    await Promise.resolve();
    while (waiting.length > 0) {
      const joined = waiting;
      waiting = [];
      await answerAll(joined);
    }
    isAsking = false;
  }

  async function answerAll(joined: readonly Waiting[]): Promise<void> {
    try {
      const answers = await asks.pullMany(joined.map(({ message }) => message));
      for (const [at, { resolve, reject }] of joined.entries()) {
        const answer = answers[at] ?? new LinkError("client-outdated", "An answer is missing.");
        if (answer instanceof LinkError) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      // Tried again, they go together again; a server of before this message is asked for each.
      const isUnknown = error instanceof LinkError && error.code === "sync-message-malformed";
      for (const { message, resolve, reject } of joined) {
        if (isUnknown) asks.pull(message).then(resolve, reject);
        else reject(error);
        if (!isUnknown) asked.delete(message.collection);
      }
    }
  }

  return {
    pull(message) {
      if (asked.has(message.collection)) return asks.pull(message);
      asked.add(message.collection);
      return new Promise((resolve, reject) => {
        waiting.push({ message, resolve, reject });
        if (!isAsking) void askAll();
      });
    },
    connected: () => asked.clear(),
  };
}
