import { type Collection, type Document, MongoServerError } from "mongodb";
import { type Queue, type Taken, TAKEN_MS } from "#schemas/queues.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** A row of a queue that an operator has open. It decides nothing: two who decide at once are told apart by what they decide about. */
interface TakenRow extends Document {
  /** Queue and number. */
  readonly _id: string;
  readonly queue: Queue;
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  /** The socket on which it is open. */
  readonly socket: string;
  readonly since: Date;
  readonly until: Date;
}

export interface Taker {
  readonly userId: number;
  readonly name: string;
  readonly socket: string;
}

type Context = Pick<Runtime, "database" | "clock">;

export const TAKEN = "console_taken";
const DUPLICATE_KEY = 11_000;

/** Whatever a dead process left open vanishes by itself. */
export const takenRowIndexes: Migration = {
  number: 100,
  name: "rows that operators have open",
  run: async (database) => {
    const taken = takenCollection(database);
    await taken.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
    await taken.createIndex({ queue: 1, id: 1 });
    await taken.createIndex({ socket: 1 });
  },
};

function takenCollection(database: Database): Collection<TakenRow> {
  return database.collection<TakenRow>(TAKEN);
}

/** Gives the row to who opened it, and anew for a while to who has it; where another one has it, it stays theirs. */
export async function takeRow({ database, clock }: Context, queue: Queue, id: number, taker: Taker): Promise<void> {
  const rows = takenCollection(database);
  const _id = `${queue} ${id}`;
  const now = clock.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const { userId, socket } = taker;
  const kept = await rows.updateOne({ _id, userId, until: { $gt: now } }, { $set: { until, socket } });
  if (kept.matchedCount > 0) return;
  try {
    await rows.updateOne(
      { _id, until: { $lte: now } },
      { $set: { queue, id, ...taker, since: now, until } },
      { upsert: true },
    );
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
  }
}

/** Gives back what is open on a socket, but for one row. */
export async function giveBack({ database }: Pick<Context, "database">, socket: string, but?: string): Promise<void> {
  await takenCollection(database).deleteMany({ socket, ...(but !== undefined && { _id: { $ne: but } }) });
}

/** Which rows of a queue somebody has open. */
export async function takenOf({ database, clock }: Context, queue: Queue): Promise<Taken[]> {
  const rows = await takenCollection(database)
    .find({ queue, until: { $gt: clock.now() } }, { sort: { id: 1 } })
    .toArray();
  return rows.map(({ id, userId, name, since, until }) => ({
    id,
    userId,
    name,
    since: since.toISOString(),
    until: until.toISOString(),
  }));
}
