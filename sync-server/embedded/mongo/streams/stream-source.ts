import { EncodedDoc, encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import type { Source } from "#server/embedded/mongo/cursors.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { MAX_DOCUMENT_BYTES } from "#server/embedded/mongo/store/store.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";
import type { ChangeStream } from "./change-stream.ts";
import { splitEvent } from "./split-event.ts";

export type StreamShape = {
  /** The rest of the pipeline, for one event. */
  transform: (event: Doc) => Doc | undefined;
  /** Whether an event that is too large for one document comes in several. */
  splits: boolean;
};

/** As a cursor's source: events through the rest of the pipeline, waiting for more where there is nothing yet. */
export function streamSource(store: Store, stream: ChangeStream, shape: StreamShape): Source {
  let pieces: { document: Doc; token: Doc }[] = [];
  let token = stream.token();
  return {
    next: () => {
      while (pieces.length === 0) {
        const event = stream.next();
        token = stream.token();
        if (event === undefined) return undefined;
        const shaped = shape.transform(event);
        if (shaped !== undefined) pieces = piecesOf(stream, shaped, shape.splits);
      }
      const piece = pieces.shift();
      token = piece?.token ?? token;
      return piece?.document;
    },
    close: () => {},
    isOver: () => stream.hasEnded && pieces.length === 0,
    resumeToken: () => token,
    wait: (timeoutMs, stop) => waitForCommit(store, timeoutMs, stop),
  };
}

function piecesOf(stream: ChangeStream, event: Doc, splits: boolean): { document: Doc; token: Doc }[] {
  const bytes = encodeDoc(event);
  if (bytes.length <= MAX_DOCUMENT_BYTES) return [{ document: new EncodedDoc(bytes), token: stream.token() }];
  if (!splits) {
    throw new MongoError(
      "BSONObjectTooLarge",
      `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and 16793600(16MB)`,
    );
  }
  const documents = splitEvent(event, MAX_DOCUMENT_BYTES, (fragment) => stream.token(fragment));
  // A stream resumed within an event has told its first pieces before.
  const told = stream.toldFragments;
  return documents.map((document, index) => ({ document, token: stream.token(index + 1) })).slice(told);
}

function waitForCommit(store: Store, timeoutMs: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      unsubscribe();
      stop.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, timeoutMs);
    const unsubscribe = store.database.onCommit((durable) => {
      if (durable) finish();
    });
    stop.addEventListener("abort", finish);
    if (stop.aborted) finish();
  });
}
