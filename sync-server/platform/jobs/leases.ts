import { randomBytes } from "node:crypto";
import { type ClientSession, MongoServerError } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";

interface LeaseDocument {
  /** Name of the job. */
  readonly _id: string;
  readonly holder: string;
  readonly token: number;
  /** By the database's time. */
  readonly until: Date;
}

/** The right to run a job. `token` grows with every holder. */
export interface Lease {
  readonly name: string;
  readonly token: number;
  /** Aborts once the lease may have run out: what is under way should end. What fences is {@link Leases.assertHeld}. */
  readonly lost: AbortSignal;
}

/** The job was taken over by another process; whatever this one was about to write must not be written. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`the lease on ${name} was lost`);
    this.name = "LeaseLostError";
  }
}

/** Whether it says that a lease was lost: by itself, or as why something was left that waited while the lease was held. */
export function saysLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLostError || (error instanceof Error && error.cause instanceof LeaseLostError);
}

export interface Leases {
  /** This process, by the name under which it holds leases. */
  readonly holder: string;
  /** How long a job stands still when its holder dies. */
  readonly durationMs: number;
  /** The jobs that this process runs or waits to take over. */
  readonly wanted: ReadonlySet<string>;
  /**
   * How long, in ms, who waits for a lease has to wait until it is looked again who holds which: all of a process look at the same
   * moments, so that one question answers them.
   */
  untilNextLook(): number;
  /** Takes the lease on `name`, and renews it until it is released or lost; null while another process holds it. */
  acquire(name: string): Promise<Lease | null>;
  /** Throws LeaseLostError unless the lease is still this one. Within the transaction of the writes that it fences. */
  assertHeld(session: ClientSession, lease: Lease): Promise<void>;
  release(lease: Lease): Promise<void>;
}

/** A lease of ours, and until when it is certainly that, by this process's monotonic clock. */
interface Held {
  readonly lease: Lease;
  readonly losing: AbortController;
  certainUntilMs: number;
}

const DURATION_MS = 5000;
/** Renewals within a lease's time, and looks of those who wait: a few may fail before it is lost. */
const BEATS = 4;
/** How long it is believed who else holds leases, in ms. */
const BELIEVED_MS = 250;
const DUPLICATE_KEY = 11_000;

/**
 * Opens the leases for one process, which holds any number of them and renews them all with one write. Only the database
 * says what time it is, so that a process whose clock is wrong neither steals a lease nor keeps one. A holder that is paused
 * within a transaction keeps its lease until the database ends that transaction (transactionLifetimeLimitSeconds).
 */
export function openLeases(database: Database, durationMs = DURATION_MS): Leases {
  const leases = database.collection<LeaseDocument>("leases");
  const holder = randomBytes(12).toString("hex");
  const held = new Map<string, Held>();
  const nextUntil = { $add: ["$$NOW", durationMs] };
  const wanted = new Set<string>();
  let beating: NodeJS.Timeout | null = null;
  let isRenewing = false;
  let looked: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let lookAgainMs = 0;

  function beat(): void {
    for (const own of held.values()) if (performance.now() > own.certainUntilMs) drop(own);
    if (isRenewing || held.size === 0) return;
    isRenewing = true;
    // A database that is away is told of by whoever works with it; without renewals the leases run out.
    void renewAll([...held.values()])
      .catch(() => undefined)
      .finally(() => {
        isRenewing = false;
      });
  }

  async function renewAll(own: readonly Held[]): Promise<void> {
    const certainUntilMs = performance.now() + durationMs;
    const _id = { $in: own.map(({ lease }) => lease.name) };
    const renewed = await leases.updateMany({ _id, holder }, [{ $set: { until: nextUntil } }]);
    // One that is held is not taken again by this process: as long as it is its holder, the token is the same.
    const isWhole = renewed.matchedCount === own.length;
    const tokens = isWhole
      ? null
      : new Map((await leases.find({ holder }).toArray()).map((each) => [each._id, each.token]));
    for (const each of own) {
      if (tokens === null || tokens.get(each.lease.name) === each.lease.token) each.certainUntilMs = certainUntilMs;
      else drop(each);
    }
  }

  function keep(lease: Lease, losing: AbortController, certainUntilMs: number): Lease {
    held.set(lease.name, { lease, losing, certainUntilMs });
    beating ??= setInterval(beat, durationMs / BEATS).unref();
    return lease;
  }

  function drop({ lease, losing }: Held): void {
    losing.abort(new LeaseLostError(lease.name));
    if (held.get(lease.name)?.lease === lease) held.delete(lease.name);
    if (held.size > 0 || beating === null) return;
    clearInterval(beating);
    beating = null;
  }

  /** One look for all jobs that wait: there are dozens. */
  function heldByOthers(): Promise<ReadonlySet<string>> {
    if (performance.now() < lookAgainMs) return looked;
    lookAgainMs = performance.now() + BELIEVED_MS;
    const others = { holder: { $ne: holder }, $expr: { $gt: ["$until", "$$NOW"] } };
    looked = leases
      .find(others, { projection: { _id: 1 } })
      .toArray()
      .then((found) => new Set(found.map(({ _id }) => _id)));
    looked.catch(() => {
      lookAgainMs = 0;
    });
    return looked;
  }

  /** In one update, since a look and a write could be a takeover apart. */
  async function take(name: string): Promise<LeaseDocument | null> {
    const isOurs = { $eq: ["$holder", holder] };
    const isFree = { $lte: ["$until", "$$NOW"] };
    const taking = {
      holder: { $cond: [isFree, holder, "$holder"] },
      token: { $cond: [{ $and: [isFree, { $not: [isOurs] }] }, { $add: [{ $ifNull: ["$token", 0] }, 1] }, "$token"] },
      until: { $cond: [{ $or: [isOurs, isFree] }, nextUntil, "$until"] },
    };
    try {
      return await leases.findOneAndUpdate({ _id: name }, [{ $set: taking }], {
        upsert: true,
        returnDocument: "after",
      });
    } catch (error) {
      // Two that are the first to want this job may both insert it.
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return null;
      throw error;
    }
  }

  return {
    holder,
    durationMs,
    wanted,
    untilNextLook: () => durationMs / BEATS - (performance.now() % (durationMs / BEATS)),
    async acquire(name) {
      wanted.add(name);
      const known = held.get(name);
      if (known) return known.lease;
      const certainUntilMs = performance.now() + durationMs;
      // Those who only wait do not write.
      if ((await heldByOthers()).has(name)) return null;
      const taken = await take(name);
      if (taken?.holder !== holder) return null;
      const losing = new AbortController();
      return keep({ name, token: taken.token, lost: losing.signal }, losing, certainUntilMs);
    },
    async assertHeld(session, lease) {
      const { name, token } = lease;
      // Written, not only read: a takeover that commits first makes this transaction conflict.
      const still = await leases.updateOne({ _id: name, holder, token }, { $inc: { fenced: 1 } }, { session });
      if (still.matchedCount > 0) return;
      const own = held.get(name);
      if (own?.lease === lease) drop(own);
      throw new LeaseLostError(name);
    },
    async release(lease) {
      const { name, token } = lease;
      const own = held.get(name);
      if (own?.lease === lease) drop(own);
      await leases.updateOne({ _id: name, holder, token }, { $set: { holder: "", until: new Date(0) } });
    },
  };
}

/** Every job there has been, and which process holds its lease; null where none does. */
export async function readLeases(
  database: Database,
): Promise<readonly { readonly name: string; readonly holder: string | null }[]> {
  const held = { $gt: ["$until", "$$NOW"] };
  const found = await database
    .collection("leases")
    .aggregate<{ _id: string; holder: string; isHeld: boolean }>([
      { $project: { holder: 1, isHeld: held } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  return found.map(({ _id, holder, isHeld }) => ({ name: _id, holder: isHeld ? holder : null }));
}

/** Jobs of these names that nobody has held for so long, by the database's time, and for how many seconds. */
export async function readAbandoned(
  database: Database,
  names: readonly string[],
  forMs: number,
): Promise<readonly { readonly name: string; readonly seconds: number }[]> {
  // Given up at a stop it says when nothing: then it counts from when the database began, which is long.
  const idleMs = { $subtract: ["$$NOW", "$until"] };
  const found = await database
    .collection<LeaseDocument>("leases")
    .aggregate<{ _id: string; idleMs: number }>([
      { $match: { _id: { $in: [...names] }, $expr: { $gt: [idleMs, forMs] } } },
      { $project: { idleMs } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  return found.map(({ _id, idleMs: ms }) => ({ name: _id, seconds: Math.floor(ms / 1000) }));
}
