import { createAttemptLimit, takeAll } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Counts a code that is tried; answers with the way to take it back. Throws `rate-limited`. */
export type CountCode = (userId: number, place: string) => Promise<() => Promise<void>>;

export const SIGNED_IN = "signed-in";

const MINUTE_MS = 60_000;
/** One of a million opens within half a minute: a day's worth of tries comes to one in five thousand. */
const LIMITS = [
  { name: "second-factor", max: 10, windowMs: 15 * MINUTE_MS },
  { name: "second-factor-daily", max: 60, windowMs: 24 * 60 * MINUTE_MS },
];

/** What bounds the codes that can be tried, by user and place. */
export function openCodeCount(runtime: Runtime): CountCode {
  const limits = LIMITS.map(({ name, max, windowMs }) => createAttemptLimit(runtime, name, max, windowMs));
  return (userId, place) => takeAll(limits.map((limit) => ({ limit, key: `${userId} ${place}` })));
}
