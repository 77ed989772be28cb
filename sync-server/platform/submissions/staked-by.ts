import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { submissionCollection } from "./submission.ts";

/** Which of these hashes are of envelopes that were signed for stakes. */
export async function stakedBy(
  database: Database,
  session: ClientSession,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = { $in: [...hashes] };
  const found = await submissionCollection(database)
    .find(
      { kind: "stake", $or: [{ "attempt.hash": known }, { "attempt.innerHash": known }, { formerHashes: known }] },
      { session, projection: { _id: 0, "attempt.hash": 1, "attempt.innerHash": 1, formerHashes: 1 } },
    )
    .toArray();
  return new Set(
    found.flatMap(({ attempt, formerHashes }) => [
      ...(attempt ? [attempt.hash, ...(attempt.innerHash === null ? [] : [attempt.innerHash])] : []),
      ...formerHashes,
    ]),
  );
}
