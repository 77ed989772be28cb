import type { RxReplicationWriteToMasterRow, WithDeleted } from "rxdb";
import { replicateRxCollection, type RxReplicationState } from "rxdb/plugins/replication";
import { filter, firstValueFrom, Subject } from "rxjs";
import type { ChangesMessage, Checkpoint, PushMessage } from "#schemas/protocol.ts";
import type { LocalRow, WritableCollection } from "#pwa/platform/rxdb/row-schema.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { type Backoff, makeBackoff } from "./backoff.ts";
import { type CollectionSync, type CollectionSyncEvents, LONGEST_RETRY_MS, RETRY_MS } from "./collection-sync.ts";
import { cutPush } from "./cut-push.ts";
import { type AnyReplication, findWaiting, type HeldCheckpoint } from "./find-waiting.ts";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { type Link } from "./link.ts";
import { makeLiveMessages } from "./live-messages.ts";
import { readRows } from "./read-rows.ts";
import { REPLICATION_WRITE, watchLost } from "./watch-lost.ts";

type Replication<C extends WritableCollection> = RxReplicationState<LocalRow<C>, HeldCheckpoint>;

/** Stored in one go: few enough that the page answers a finger in between. */
const PULL_BATCH = 250;
/** RxDB hands over all it has at once; the parts that fit a message are cut here, so that a push is one or none. */
const PUSH_BATCH = 10_000;
const PERSIST_POLL_MS = 5;

/**
 * Replicates one collection that this device writes, by RxDB's replication. All documents come in through the pull
 * handler, one batch at a time, so that nothing overtakes anything: a live message is only a hint to pull, answered from
 * the message where it follows directly upon what is held.
 */
export function replicateCollection<C extends WritableCollection>(
  database: UserDatabase,
  collection: C,
  link: Link,
  events: CollectionSyncEvents,
  now: () => number,
): CollectionSync {
  const stored = database.rows[collection];
  const stream = new Subject<"RESYNC">();
  const live = makeLiveMessages();
  const pushing = { count: 0, epoch: 0, settling: null as Promise<void> | null };
  const life = { isStopped: false, hasFailed: false, isRefused: false };
  // Apart, so that a push the server keeps refusing does not hold up what comes in.
  const pulls = makeBackoff(RETRY_MS, LONGEST_RETRY_MS);
  const pushes = makeBackoff(RETRY_MS, LONGEST_RETRY_MS);

  async function pull(
    held: HeldCheckpoint | undefined,
    limit: number,
  ): Promise<{ documents: WithDeleted<LocalRow<C>>[]; checkpoint: HeldCheckpoint }> {
    await persisted(held);
    const checkpoint = held?.at ?? null;
    const answer = await answerApartFromPushes(checkpoint, limit);
    events.received(answer.documents.length);
    return { documents: readRows(collection, answer.documents), checkpoint: { at: answer.checkpoint } };
  }

  /**
   * What changed after the checkpoint, as of a moment at which no push was under way. A row that changed again on the
   * server behind a push in flight would be taken for our own unsent edit, dropped, and never pulled again.
   */
  async function answerApartFromPushes(
    checkpoint: Checkpoint,
    limit: number,
  ): Promise<{ documents: readonly Readonly<Record<string, unknown>>[]; checkpoint: Checkpoint }> {
    for (;;) {
      await pushesSettled();
      const { epoch } = pushing;
      const answer = live.take(checkpoint) ?? (await pullUpTo(limit, checkpoint));
      if (pushing.epoch === epoch && pushing.count === 0) return answer;
    }
  }

  /** RxDB takes fewer documents than the limit for the last ones, so answers that were cut short are put together. */
  async function pullUpTo(limit: number, after: Checkpoint): Promise<Pick<ChangesMessage, "documents" | "checkpoint">> {
    const documents: ChangesMessage["documents"] = [];
    let checkpoint = after;
    for (;;) {
      const answer = await link.pull({ collection, checkpoint, limit: limit - documents.length });
      documents.push(...answer.documents);
      checkpoint = answer.checkpoint;
      if (!answer.hasMore || documents.length >= limit) return { documents, checkpoint };
    }
  }

  async function pushesSettled(): Promise<void> {
    while (!life.isStopped && (pushing.count > 0 || pushing.settling)) {
      // Not for ever: the noting may stand behind a further push that the server keeps refusing.
      const waits = [pause(PERSIST_POLL_MS)];
      if (pushing.settling) waits.push(pushing.settling);
      await Promise.race(waits);
    }
  }

  /** Waits until the former batch is stored: a checkpoint beyond a batch that could not be stored would skip it. */
  async function persisted(held: HeldCheckpoint | undefined): Promise<void> {
    if (!held) return;
    while (!life.isStopped) {
      if (life.hasFailed) throw new LinkError("storage-failed", "The former rows were not stored.");
      const state = replication.internalReplicationState?.lastCheckpointDoc.down;
      if (state?.checkpointData?.at === held.at) return;
      await pause(PERSIST_POLL_MS);
    }
  }

  async function push(rows: RxReplicationWriteToMasterRow<LocalRow<C>>[]): Promise<WithDeleted<LocalRow<C>>[]> {
    // RxDB pushes again only after it has noted the former push.
    pushing.settling = null;
    await link.whenConnected();
    pushing.count += 1;
    pushing.epoch += 1;
    try {
      const conflicts: Readonly<Record<string, unknown>>[] = [];
      const refused: string[] = [];
      for (const part of cutPush(rows.map(toPushedRow))) {
        const answer = await link.push({ collection, rows: part });
        conflicts.push(...answer.conflicts);
        refused.push(...answer.refused.map(({ code }) => code));
      }
      // All others are written. RxDB knows no refusal of one row: it keeps waiting, and is seen to wait.
      life.isRefused = refused.length > 0;
      if (refused[0] !== undefined) throw new LinkError(refused[0], `${refused.length} edits were refused.`);
      settleAfterMeta();
      return readRows(collection, conflicts);
    } finally {
      pushing.count -= 1;
    }
  }

  /** Until RxDB has noted what the server now holds, the push counts as under way. */
  function settleAfterMeta(): void {
    const settling = noteSettled(replication.internalReplicationState?.streamQueue.up);
    pushing.settling = settling;
  }

  async function noteSettled(noted: Promise<unknown> | undefined): Promise<void> {
    await noted;
    pushing.settling = null;
  }

  const replication: Replication<C> = replicateRxCollection<LocalRow<C>, HeldCheckpoint>({
    replicationIdentifier: stored.replicationIdentifier,
    collection: stored.replicated,
    deletedField: "_deleted",
    live: true,
    retryTime: RETRY_MS,
    // Which tab replicates is decided by ./leadership.ts, which does not wait for a frozen one.
    waitForLeadership: false,
    toggleOnDocumentVisible: false,
    pull: {
      batchSize: PULL_BATCH,
      stream$: stream,
      handler: async (held, limit) => {
        await link.whenConnected();
        return guarded(pulls, () => pull(held, limit));
      },
    },
    push: { batchSize: PUSH_BATCH, handler: (rows) => guarded(pushes, () => push(rows)) },
  });

  function endBackoff(): void {
    pulls.reset();
    pushes.reset();
  }

  async function guarded<T>(backoff: Backoff, work: () => Promise<T>): Promise<T> {
    await backoff.wait();
    try {
      const done = await work();
      backoff.reset();
      return done;
    } catch (error) {
      backoff.failed();
      if (error instanceof LinkError) events.linkFailed(error);
      throw error;
    }
  }

  replication.error$.subscribe((error) => {
    // Failures of the handlers are retried by RxDB; any other is a write that the device refused.
    if (life.isStopped || life.hasFailed || isHandlerFailure(error)) return;
    life.hasFailed = true;
    events.storageFailed(error);
  });

  const watch = watchLost(database, collection, now);
  // RxDB pushes nothing more until what it pushes is taken; an edit may be the very one that lets it be.
  const editing = stored.changes$.subscribe(({ context }) => {
    if (!life.isRefused || life.isStopped || context.startsWith(REPLICATION_WRITE)) return;
    life.isRefused = false;
    events.heldUp();
  });

  replication.active$.subscribe((isActive) => events.active(isActive));
  replication.sent$.subscribe(() => events.sent());
  void pulledAll().then(() => events.caughtUp());

  /** What cannot be sent does not count: a device may hold all that the server has, and an edit that is refused. */
  async function pulledAll(): Promise<void> {
    await replication.startPromise;
    const state = replication.internalReplicationState;
    if (state) await firstValueFrom(state.firstSyncDone.down.pipe(filter((isDone) => isDone)));
  }

  function end(): void {
    life.isStopped = true;
    editing.unsubscribe();
    watch.stop();
    endBackoff();
  }

  return {
    receive(message) {
      const held = replication.internalReplicationState?.lastCheckpointDoc.down?.checkpointData?.at;
      if (held !== undefined && held === message.checkpoint) return;
      live.add(message);
      stream.next("RESYNC");
    },
    resync() {
      live.clear();
      endBackoff();
      stream.next("RESYNC");
    },
    async waiting() {
      try {
        const uids = await findWaiting(replication as unknown as AnyReplication);
        return life.isStopped ? null : uids;
      } catch (error) {
        if (life.isStopped) return null;
        throw error;
      }
    },
    async stop() {
      end();
      await replication.cancel();
    },
    async forget() {
      end();
      // With what the server was believed to have: all rows count as unsent, and are pushed or merged.
      await replication.remove();
    },
  };
}

function isHandlerFailure(error: { readonly code?: string; readonly parameters?: object }): boolean {
  const { parameters = {} } = error;
  return (error.code === "RC_PULL" || error.code === "RC_PUSH") && "direction" in parameters && "errors" in parameters;
}

function toPushedRow<Row extends object>(row: RxReplicationWriteToMasterRow<Row>): PushMessage["rows"][number] {
  return {
    assumedMasterState: row.assumedMasterState ? plain(row.assumedMasterState) : null,
    newDocumentState: plain(row.newDocumentState),
  };
}

/** The row without what RxDB keeps beside it. */
function plain(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field === "_deleted" || !field.startsWith("_")));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
