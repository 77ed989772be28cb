import { createHash } from "node:crypto";
import { MongoServerError } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "./runtime.ts";

/** Counts attempts per key (an account, an address) within a window. Fails when the database does: nobody is let through uncounted. */
export interface AttemptLimit {
  /** Counts one attempt. Throws `rate-limited` with the seconds to wait when the window is used up. */
  take(key: string): Promise<void>;
  /** Counts nothing. Throws like `take` where that would. */
  check(key: string): Promise<void>;
  /** Takes the attempt back: it was a good one. */
  giveBack(key: string): Promise<void>;
}

/** One attempt, as one limit sees it. */
export interface Counted {
  readonly limit: AttemptLimit;
  readonly key: string;
}

/** The attempts of one key since its window opened. */
interface AttemptWindow {
  /** The limit's name and a digest of the key: names and addresses of people stay out of it. */
  readonly _id: string;
  readonly used: number;
  readonly endsAt: Date;
}

/** Windows vanish once they have ended, by an index on `endsAt`. */
export const ATTEMPT_WINDOWS = "attempt_windows";
const DUPLICATE_KEY = 11_000;

/**
 * A limit of `max` attempts per key in `windowMs`, which every server process shares under its `name`. Attempts count when
 * they begin, so that many at once are not all let through while none has failed yet.
 */
export function createAttemptLimit(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  name: string,
  max: number,
  windowMs: number,
): AttemptLimit {
  const windows = database.collection<AttemptWindow>(ATTEMPT_WINDOWS);

  /** The window as it was before this attempt; counting and looking are one step, so that no two attempts see the same. */
  async function count(_id: string, now: Date): Promise<AttemptWindow | null> {
    const isOpen = { $gt: ["$endsAt", now] };
    const counted = { $cond: [{ $lt: ["$used", max] }, { $add: ["$used", 1] }, "$used"] };
    const endsAt = new Date(now.getTime() + windowMs);
    const step = { $set: { used: { $cond: [isOpen, counted, 1] }, endsAt: { $cond: [isOpen, "$endsAt", endsAt] } } };
    return windows.findOneAndUpdate({ _id }, [step], { upsert: true, returnDocument: "before" });
  }

  function refuse(window: AttemptWindow | null, now: Date): void {
    if (!window || window.endsAt <= now || window.used < max) return;
    throw new AppError("rate-limited", { seconds: Math.ceil((window.endsAt.getTime() - now.getTime()) / 1000) });
  }

  return {
    async take(key) {
      const now = clock.now();
      const _id = idOf(name, key);
      const before = await count(_id, now).catch((error: unknown) => {
        // Of two first attempts at once one makes the window; the other finds it now.
        if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return count(_id, now);
        throw error;
      });
      refuse(before, now);
    },
    async check(key) {
      refuse(await windows.findOne({ _id: idOf(name, key) }), clock.now());
    },
    async giveBack(key) {
      await windows.updateOne(
        { _id: idOf(name, key), used: { $gt: 0 }, endsAt: { $gt: clock.now() } },
        { $inc: { used: -1 } },
      );
    },
  };
}

/**
 * Counts one attempt in each of these limits, in their order; where one refuses, the attempt counts in none. The narrowest
 * stands first, so that who is refused by a limit of their own uses up nobody else's. Answers with the way to take it back.
 */
export async function takeAll(counted: readonly Counted[]): Promise<() => Promise<void>> {
  const taken: Counted[] = [];
  const giveBack = async (): Promise<void> => {
    for (const { limit, key } of taken.splice(0)) await limit.giveBack(key);
  };
  try {
    for (const each of counted) {
      await each.limit.take(each.key);
      taken.push(each);
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  return giveBack;
}

function idOf(name: string, key: string): string {
  return `${name} ${createHash("sha256").update(key).digest("base64url")}`;
}
