import { getAssumedMasterState, getChangedDocumentsSince } from "rxdb";
import type { RxReplicationState } from "rxdb/plugins/replication";
import type { Checkpoint } from "#schemas/protocol.ts";

/** RxDB adds checkpoints up as objects. */
export interface HeldCheckpoint {
  readonly at: Checkpoint;
}

/** The replication of any collection, for those who only look at it. */
export type AnyReplication = RxReplicationState<{ uid: string }, HeldCheckpoint>;

/** More than a person leaves unsent; beyond it the count says "at least". */
const WAITING_LIMIT = 1000;

/**
 * The uids of the documents whose stored state the server has not acknowledged, read from the storage itself; null where the
 * replication has not begun or has ended.
 */
export async function findWaiting(replication: AnyReplication): Promise<string[] | null> {
  const state = replication.internalReplicationState;
  if (!state || replication.isStopped()) return null;
  const since = state.lastCheckpointDoc.up?.checkpointData;
  const { documents } = await getChangedDocumentsSince<{ uid: string }, unknown>(
    state.input.forkInstance,
    WAITING_LIMIT,
    since,
  );
  const held = await getAssumedMasterState(
    state,
    documents.map((document) => document.uid),
  );
  return documents
    .filter((document) => {
      const known = held[document.uid];
      return !known || !state.input.conflictHandler.isEqual(known.docData, document, "find-waiting");
    })
    .map((document) => document.uid);
}
