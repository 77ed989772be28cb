import { ENTITIES } from "#schemas/entities.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { RestoredState } from "#server/platform/restored/state.ts";

interface Counter {
  readonly _id: string;
  readonly value: number;
  /** The restore for which it was moved on last. */
  readonly leapt?: Date;
}

/** Numbers that every counter is moved on by at least, and how many times faster than ever they may have been given out since the backup. */
const LEAST = 1000;
const TIMES = 20;
/** More revisions than any owner was given between two restores. */
const REVISIONS = 2 ** 32;

/**
 * Moves every counter on beyond what may have been given out after the backup, once for each restore: no number names two things. Those of
 * rows go by how fast they were given out; those of revisions, which nobody sees, by more than anybody can have had.
 */
export async function leapCounters(
  database: Database,
  { takenAt, restoredAt }: Pick<RestoredState, "takenAt" | "restoredAt">,
): Promise<void> {
  const counters = database.collection<Counter>("counters");
  const ageMs = Math.max(1, takenAt.getTime() - (await bornAt(database, takenAt)).getTime());
  const share = Math.max(0, restoredAt.getTime() - takenAt.getTime()) / ageMs;
  const known = new Map((await counters.find().toArray()).map(({ _id, value }) => [_id, value]));
  for (const name of new Set([...known.keys(), ...ENTITIES.map(({ collection }) => collection)])) {
    const value = LEAST + Math.ceil(TIMES * share * (known.get(name) ?? 0));
    const filter = { _id: name, leapt: { $ne: restoredAt } };
    if (known.has(name)) await counters.updateOne(filter, { $inc: { value }, $set: { leapt: restoredAt } });
    else await counters.updateOne({ _id: name }, { $setOnInsert: { value, leapt: restoredAt } }, { upsert: true });
  }
  await database
    .collection<Counter>("sync_revisions")
    .updateMany({ leapt: { $ne: restoredAt } }, { $inc: { value: REVISIONS }, $set: { leapt: restoredAt } });
}

/** When the database was made. */
async function bornAt(database: Database, takenAt: Date): Promise<Date> {
  const first = await database
    .collection<{ readonly _id: number; readonly appliedAt: Date }>("migrations")
    .findOne({}, { sort: { appliedAt: 1 } });
  return first?.appliedAt ?? takenAt;
}
