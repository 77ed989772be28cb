import { follow } from "#server/platform/db/follow.ts";
import { type Listing, listingOf, type ListingRuntime, readOrSeed } from "./listing.ts";
import { listingCollection } from "./stored-listing.ts";

/** What is listed, as a running process knows it. */
export interface FollowedListing {
  /** From memory, but for the first time. Throws "network-unreachable" while nobody can say. */
  read(): Promise<Listing>;
  /** Calls back after each change, whichever process made it; answers with the way to end that. */
  onChange(listener: () => void): () => void;
  /** Looks at once: this process has changed it. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Follows what is listed, whichever process changes it. */
export function followListing(runtime: ListingRuntime): FollowedListing {
  const listeners = new Set<() => void>();
  let known: Listing | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One look after the other, so that none puts what was true before it in the place of what is. */
  function look(): Promise<Listing> {
    const looked = last.then(read, read);
    last = looked.catch(() => undefined);
    return looked;
  }

  async function read(): Promise<Listing> {
    const stored = await readOrSeed(runtime);
    const before = known;
    // What was written past the server takes nothing from what the server wrote.
    if (before && (stored.isForged === true || stored.version === before.version)) return before;
    const now = listingOf(stored);
    known = now;
    if (before) tell();
    return now;
  }

  function tell(): void {
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        runtime.log.error({ err: error }, "a change of what is listed was not told");
      }
    }
  }

  const stop = follow({
    database: runtime.database,
    log: runtime.log,
    collection: listingCollection(runtime).collectionName,
    look: async () => known && look(),
    what: "what is listed",
  });
  return {
    read: async () => known ?? look(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    catchUp: async () => {
      await look();
    },
    stop,
  };
}
