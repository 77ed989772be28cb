import type { ChangesMessage, Checkpoint, SyncCollection } from "#schemas/protocol.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { makeBackoff } from "./backoff.ts";
import { type CollectionSync, type CollectionSyncEvents, LONGEST_RETRY_MS, RETRY_MS } from "./collection-sync.ts";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { type Link } from "./link.ts";
import { makeLiveMessages } from "./live-messages.ts";
import { forgetPulled, putPulled, readHeld } from "./pulled-rows.ts";
import { readRows } from "./read-rows.ts";

type Changes = Pick<ChangesMessage, "documents" | "checkpoint"> & { readonly hasMore: boolean };

/** Read, checked and stored in one go: few enough that the page answers a finger in between. */
const PULL_BATCH = 500;

/**
 * Keeps a collection that this device never writes in step with the server. All rows come in batch by batch, each together
 * with its checkpoint; a live message is a hint to pull, answered from the message where it follows upon what is held.
 */
export function pullCollection(
  database: UserDatabase,
  collection: SyncCollection,
  link: Link,
  events: CollectionSyncEvents,
): CollectionSync {
  const life = { isStopped: false, hasCaughtUp: false };
  const live = makeLiveMessages();
  const backoff = makeBackoff(RETRY_MS, LONGEST_RETRY_MS);
  let heldAt: Checkpoint | undefined;
  let isAsked = true;
  let wake = (): void => undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function ask(): void {
    isAsked = true;
    wake();
  }

  async function work(): Promise<void> {
    while (!life.isStopped) {
      if (!isAsked) await new Promise<void>((resolve) => (wake = resolve));
      if (!life.isStopped) await turn();
    }
  }

  async function turn(): Promise<void> {
    events.active(true);
    try {
      await backoff.wait();
      await link.whenConnected();
      // Whatever was asked until now is answered by this.
      isAsked = false;
      if (!life.isStopped) await catchUp();
      backoff.reset();
    } catch (error) {
      if (life.isStopped) return;
      if (!(error instanceof LinkError)) {
        life.isStopped = true;
        return events.storageFailed(error);
      }
      backoff.failed();
      isAsked = true;
      events.linkFailed(error);
    } finally {
      if (!life.isStopped && !isAsked) events.active(false);
    }
  }

  /** Stores what there is; the next batch is on its way while one is stored. */
  async function catchUp(): Promise<void> {
    let held = await readHeld(database, collection);
    heldAt = held.at;
    let next: Promise<Changes> | null = changesAfter(held.at);
    while (next && !life.isStopped) {
      const { documents, checkpoint, hasMore }: Changes = await next;
      const rows = readRows(collection, documents);
      next = hasMore ? expected(pull(checkpoint)) : null;
      if (checkpoint !== held.at && !life.isStopped) {
        writing = putPulled(database, collection, rows, held, checkpoint);
        // Another tab pulls as well: what it stored is where this one goes on.
        if (!(await writing)) return ask();
        held = await readHeld(database, collection);
        heldAt = held.at;
        events.received(rows.length);
      }
    }
    if (life.isStopped || life.hasCaughtUp) return;
    life.hasCaughtUp = true;
    events.caughtUp();
  }

  async function changesAfter(checkpoint: Checkpoint): Promise<Changes> {
    const taken = live.take(checkpoint);
    return taken ? { ...taken, hasMore: false } : pull(checkpoint);
  }

  function pull(checkpoint: Checkpoint): Promise<Changes> {
    return link.pull({ collection, checkpoint, limit: PULL_BATCH });
  }

  async function stop(): Promise<void> {
    life.isStopped = true;
    backoff.reset();
    wake();
    // Its owner hears of a write that failed by its own waiting for it.
    await writing.catch(() => undefined);
  }

  void work();
  return {
    receive(message) {
      if (heldAt !== undefined && heldAt === message.checkpoint) return;
      live.add(message);
      ask();
    },
    resync() {
      live.clear();
      backoff.reset();
      ask();
    },
    waiting: () => Promise.resolve([]),
    stop,
    async forget() {
      await stop();
      await forgetPulled(database, collection);
    },
  };
}

/** A failure of what is not waited for yet is told once it is. */
function expected<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
