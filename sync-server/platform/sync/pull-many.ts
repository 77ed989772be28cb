import type { ErrorAck, PullMessage } from "#schemas/protocol.ts";
import { lastRevisions } from "#server/platform/db/replicated.ts";
import type { Logger } from "#server/platform/http/runtime.ts";
import { revisionOf } from "./checkpoint.ts";
import { collectionNamed, ownerRead } from "./policy.ts";
import { pull, PULL_BYTES, type ReadContext } from "./pull.ts";
import { toErrorAck } from "./refusals.ts";

type Pulled = Omit<Awaited<ReturnType<typeof pull>>, "bytes">;

/** Collections whose rows one message is answered with: each further one is pulled by a message of its own, which counts. */
const MOST_READ = 4;

/**
 * Answers the pulls of a device that has just connected (null: nobody signed in). Of what it holds already one look at the
 * counters of its collections tells; thousands that come back at once ask the database no more than that.
 */
export async function pullMany(
  context: ReadContext & { readonly log: Logger },
  userId: number | null,
  pulls: readonly PullMessage[],
): Promise<{ readonly answers: readonly (Pulled | ErrorAck)[]; readonly bytes: number }> {
  const { database, log } = context;
  const asked = pulls.map((message) => {
    try {
      const collection = collectionNamed(message.collection);
      const of = { collection, userId: ownerRead(collection, userId) };
      return { message, of, after: revisionOf(database, message.checkpoint) };
    } catch (error) {
      return { message, refusal: toErrorAck(error, log, "pull-many") };
    }
  });
  const last = await lastRevisions(
    database,
    asked.flatMap(({ of }) => of ?? []),
  );
  const answers: (Pulled | ErrorAck)[] = [];
  let looked = 0;
  let read = 0;
  let bytes = 0;
  for (const { message, refusal, after = 0 } of asked) {
    const { checkpoint } = message;
    if (refusal) {
      answers.push(refusal);
    } else if ((last[looked++] ?? 0) <= after) {
      answers.push({ documents: [], checkpoint, hasMore: false });
    } else if (read === MOST_READ || bytes >= PULL_BYTES) {
      answers.push({ documents: [], checkpoint, hasMore: true });
    } else {
      read += 1;
      const { bytes: own, ...pulled } = await pull(context, userId, message);
      bytes += own;
      answers.push(pulled);
    }
  }
  return { answers, bytes };
}
