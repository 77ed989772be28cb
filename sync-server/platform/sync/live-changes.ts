import type { ChangeStream, Document } from "mongodb";
import type { ChangesMessage, Checkpoint, SyncCollection } from "#schemas/protocol.ts";
import { SYNC_COLLECTIONS } from "#schemas/protocol.ts";
import { beginStream } from "#server/platform/db/begin-stream.ts";
import type { Clock, Logger } from "#server/platform/http/runtime.ts";
import { syncLag } from "#server/platform/metrics/counted.ts";
import { toCheckpoint } from "./checkpoint.ts";
import { collectionNamed } from "./policy.ts";
import { readAfter, type ReadContext } from "./pull.ts";

/** Where changes go. */
export interface ChangesAudience {
  /** Whether anyone of this owner is connected here, and reads what is sent. */
  presence(owner: number): "absent" | "behind" | "listening";
  send(owner: number, message: ChangesMessage, bytes: number): void;
  /** Tells the owner's devices how far there is something to pull. */
  tell(owner: number, collection: SyncCollection, checkpoint: Checkpoint): void;
  /** Called when changes may have been missed: everyone must pull. */
  resyncAll(): void;
}

export interface LiveChanges {
  /** Settles once changes are being watched. */
  readonly ready: Promise<void>;
  /** Forgets how far an owner was told, once nobody of theirs is connected here. */
  forget(owner: number): void;
  stop(): Promise<void>;
}

interface SeenChange {
  readonly collection: SyncCollection;
  readonly owner: number;
  readonly revision: number;
  /** When it was committed, in ms since the epoch, by the database's clock; null where it does not say. */
  readonly committedAtMs: number | null;
}

/** Sent of its own accord at once; of more than this, devices are told and pull as fast as they can store it. */
const LIVE_BOUNDS = { rows: 200, bytes: 64 * 1024 };
/** Readings for different owners under way at once. */
const READS_AT_ONCE = 8;
const RETRY_MS = 1000;

/**
 * Watches the replicated collections and tells each owner's devices what changed, whichever process wrote it. Changes
 * only say that an owner has something new; the rows are read anew, in the order of their revisions.
 */
export function watchChanges(
  context: ReadContext & { readonly log: Logger; readonly clock: Clock },
  audience: ChangesAudience,
  retryMs = RETRY_MS,
): LiveChanges {
  const { log } = context;
  /** Revision up to which the owner's devices were told, by collection and owner. */
  const told = new Map<string, number>();
  const dirty = new Map<string, SeenChange>();
  const life = { isStopped: false, isSending: false, hasMissed: false };
  let resumeToken: unknown = null;
  let stream: ChangeStream<Document, Document> | null = null;
  let settleReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    settleReady = resolve;
  });

  function note(change: SeenChange): void {
    if (audience.presence(change.owner) === "absent") return;
    const key = `${change.collection}:${change.owner}`;
    if (!told.has(key)) told.set(key, change.revision - 1);
    const seen = dirty.get(key);
    if (seen === undefined || seen.revision < change.revision) dirty.set(key, change);
    if (life.isSending) return;
    life.isSending = true;
    // Later: what one transaction wrote arrives as many changes.
    setImmediate(() => void sendDirty());
  }

  function noteEvent(event: Document): void {
    resumeToken = event["_id"];
    note(toChange(event));
  }

  /** Several owners' at a time, and of each owner and collection one after the other. */
  async function sendDirty(): Promise<void> {
    while (dirty.size > 0) {
      const round = [...dirty.entries().take(READS_AT_ONCE)];
      for (const [key] of round) dirty.delete(key);
      await Promise.all(round.map(([key, change]) => sendOrResync(key, change)));
    }
    life.isSending = false;
  }

  async function sendOrResync(key: string, change: SeenChange): Promise<void> {
    try {
      await sendChange(key, change);
    } catch (error) {
      log.error({ err: error, collection: change.collection }, "changes could not be sent");
      if (!life.isStopped) audience.resyncAll();
    }
  }

  async function sendChange(key: string, change: SeenChange): Promise<void> {
    const { collection, owner, revision } = change;
    const after = told.get(key);
    if (after === undefined || after >= revision || life.isStopped) return;
    if (audience.presence(owner) === "behind") return tellUpTo(key, collection, owner, revision);
    const read = await readAfter(context, collection, owner, after, LIVE_BOUNDS);
    if (!told.has(key)) return;
    if (read.rows.length > 0) {
      const previous = after === 0 ? null : toCheckpoint(context.database, after);
      const message = {
        collection,
        documents: read.rows,
        previous,
        checkpoint: toCheckpoint(context.database, read.revision),
      };
      audience.send(owner, message, read.bytes);
      noteLag(context, change);
    }
    told.set(key, read.revision);
    if (read.hasMore && read.revision < revision) tellUpTo(key, collection, owner, revision);
  }

  function tellUpTo(key: string, collection: SyncCollection, owner: number, revision: number): void {
    told.set(key, revision);
    audience.tell(owner, collection, toCheckpoint(context.database, revision));
  }

  /** Only once changes are watched again: what is written after a device's pull must be heard of. */
  function resync(): void {
    life.hasMissed = false;
    told.clear();
    audience.resyncAll();
  }

  async function watch(): Promise<void> {
    while (!life.isStopped) {
      try {
        const opened = openStream(context, resumeToken);
        stream = opened;
        const events = await beginStream(opened);
        settleReady();
        if (life.hasMissed) resync();
        for await (const event of events) noteEvent(event);
      } catch (error) {
        if (life.isStopped) return;
        // The stream's own token also moves on while nothing that concerns us happens.
        resumeToken = stream?.resumeToken ?? resumeToken;
        log.warn({ err: error }, "the change stream ended; opening it again");
        if (resumeToken === null || isUnresumable(error)) {
          resumeToken = null;
          life.hasMissed = true;
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  const watching = watch();
  return {
    ready,
    forget(owner) {
      for (const collection of SYNC_COLLECTIONS) told.delete(`${collection}:${owner}`);
    },
    async stop() {
      life.isStopped = true;
      await stream?.close();
      await watching;
    },
  };
}

function openStream({ database }: ReadContext, resumeAfter: unknown): ChangeStream<Document, Document> {
  return database.db.watch<Document, Document>(
    [
      { $match: { operationType: { $in: ["insert", "update", "replace"] }, "ns.coll": { $in: SYNC_COLLECTIONS } } },
      // The documents themselves are read when there is someone to read them for.
      {
        $project: {
          "ns.coll": 1,
          wallTime: 1,
          "fullDocument.userId": 1,
          "fullDocument.revision": 1,
          "updateDescription.updatedFields.revision": 1,
        },
      },
    ],
    {
      fullDocument: "updateLookup",
      maxAwaitTimeMS: database.awaitMs,
      ...(resumeAfter === null ? {} : { resumeAfter }),
    },
  );
}

/** An update names the revision it wrote; its looked-up document may be a later one. */
function toChange(event: Document): SeenChange {
  const written = event["updateDescription"]?.updatedFields?.revision;
  return {
    collection: collectionNamed(event["ns"].coll),
    owner: event["fullDocument"]?.userId ?? -1,
    revision: written ?? event["fullDocument"]?.revision ?? 1,
    committedAtMs: event["wallTime"] instanceof Date ? event["wallTime"].getTime() : null,
  };
}

function noteLag({ clock }: { readonly clock: Clock }, { committedAtMs }: SeenChange): void {
  if (committedAtMs !== null) syncLag.observe(Math.max(0, clock.now().getTime() - committedAtMs) / 1000);
}

/** MongoDB no longer holds the history that the token points into, or refuses the token. */
function isUnresumable(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && [260, 280, 286].includes(Number(error.code));
}
