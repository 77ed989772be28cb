import type { ChangeStream, Db, Document } from "mongodb";
import { beginStream } from "./begin-stream.ts";

/** Tells that something changed, whichever process wrote it. */
export interface Changes {
  /**
   * Calls `listener` soon after documents of these collections were inserted, changed or deleted, and whenever that may have been missed:
   * at first, and after the database was away. Of many changes it may hear once. Answers with the way to stop.
   */
  on(collections: readonly string[], listener: () => void): () => void;
  /** Calls every listener, as if everything had changed. */
  tellAll(): void;
  stop(): Promise<void>;
}

const RETRY_MS = 1000;
const WRITES = ["insert", "update", "replace", "delete"];

/** One change stream for all who listen; there is none before the first of them. */
export function openChanges(db: Db, awaitMs: number): Changes {
  const listeners = new Map<symbol, { readonly collections: ReadonlySet<string>; readonly listener: () => void }>();
  const life = { isStopped: false, wake: (): void => undefined };
  let watched: ReadonlySet<string> = new Set();
  let stream: ChangeStream<Document, Document> | null = null;
  let watching: Promise<void> | null = null;

  function tell(changed: string | null): void {
    for (const { collections, listener } of listeners.values())
      if (changed === null || collections.has(changed)) listener();
  }

  function isComplete(): boolean {
    return listeners.values().every(({ collections }) => collections.isSubsetOf(watched));
  }

  /** Opens the stream anew where somebody listens to more than it shows. */
  async function watch(): Promise<void> {
    while (!life.isStopped) {
      try {
        watched = new Set(listeners.values().flatMap(({ collections }) => collections));
        stream = open(db, [...watched], awaitMs);
        const events = await beginStream(stream);
        tell(null);
        while (isComplete()) {
          const { value } = await events.next();
          tell(value["ns"].coll);
        }
        await stream.close();
      } catch {
        if (life.isStopped) return;
        // Asked for by whoever listens to more. A database that is away is told of by those who work with it.
        if (!isComplete()) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, RETRY_MS);
          life.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  }

  return {
    on(collections, listener) {
      const key = Symbol("listener");
      listeners.set(key, { collections: new Set(collections), listener });
      // Later: at a start many come one after the other.
      watching ??= new Promise<void>((resolve) => setImmediate(resolve)).then(watch);
      if (stream && !isComplete()) stream.close().catch(() => undefined);
      return () => void listeners.delete(key);
    },
    tellAll: () => tell(null),
    async stop() {
      life.isStopped = true;
      life.wake();
      await stream?.close().catch(() => undefined);
      await watching;
    },
  };
}

function open(db: Db, collections: readonly string[], maxAwaitTimeMS: number): ChangeStream<Document, Document> {
  const concerns = { operationType: { $in: WRITES }, "ns.coll": { $in: collections } };
  const pipeline = [{ $match: concerns }, { $project: { "ns.coll": 1 } }];
  return db.watch<Document, Document>(pipeline, { maxAwaitTimeMS });
}
