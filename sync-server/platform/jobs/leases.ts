import { randomBytes } from "node:crypto";
import { type ClientSession, MongoServerError } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

interface LeaseDocument {
  /** Name of the job. */
  readonly _id: string;
  readonly holder: string;
  readonly token: number;
  readonly until: Date;
}

/** The right to run a job, until `until`. `token` grows with every holder. */
export interface Lease {
  readonly name: string;
  readonly token: number;
}

/** The job was taken over by another process; whatever this one was about to write must not be written. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`the lease on ${name} was lost`);
    this.name = "LeaseLostError";
  }
}

export interface Leases {
  /** Takes or renews the lease on `name` for `durationMs`; null while another process holds it. */
  acquire(name: string, durationMs: number): Promise<Lease | null>;
  /** Throws LeaseLostError unless the lease is still this one. Within the transaction of the writes that it fences. */
  assertHeld(session: ClientSession, lease: Lease): Promise<void>;
  release(lease: Lease): Promise<void>;
}

const DUPLICATE_KEY = 11_000;

export function openLeases(database: Database, clock: Clock): Leases {
  const leases = database.collection<LeaseDocument>("leases");
  const holder = randomBytes(12).toString("hex");

  return {
    async acquire(name, durationMs) {
      const now = clock.now();
      const until = new Date(now.getTime() + durationMs);
      const renewed = await leases.findOneAndUpdate(
        { _id: name, holder, until: { $gt: now } },
        { $set: { until } },
        { returnDocument: "after" },
      );
      if (renewed) return { name, token: renewed.token };
      try {
        const taken = await leases.findOneAndUpdate(
          { _id: name, until: { $lte: now } },
          { $set: { holder, until }, $inc: { token: 1 } },
          { upsert: true, returnDocument: "after" },
        );
        return taken && { name, token: taken.token };
      } catch (error) {
        // The upsert met the document of a lease that still runs.
        if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return null;
        throw error;
      }
    },
    async assertHeld(session, { name, token }) {
      // Written, not only read: a takeover that commits first makes this transaction conflict.
      const held = await leases.updateOne({ _id: name, holder, token }, { $inc: { fenced: 1 } }, { session });
      if (held.matchedCount === 0) throw new LeaseLostError(name);
    },
    async release({ name, token }) {
      await leases.updateOne({ _id: name, holder, token }, { $set: { until: new Date(0) } });
    },
  };
}
