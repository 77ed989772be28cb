import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** More than anybody reviews or sends by hand. */
export const LOOK_UPS = 120;
const WINDOW_MS = 60_000;

/**
 * Counts that the nodes of the network are asked for this user, whatever it is about: to check or to do. Throws
 * `rate-limited`. Whoever repeats an accepted request by its key is answered from the database and does not count.
 */
export function takeLookUp(runtime: Pick<Runtime, "database" | "clock">, userId: number): Promise<void> {
  return createAttemptLimit(runtime, "ledger-look-up", LOOK_UPS, WINDOW_MS).take(String(userId));
}
