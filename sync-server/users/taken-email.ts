import { AppError } from "#schemas/errors.ts";
import { type AttemptLimit, createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** How often one network is told within an hour that an address has an account; only where no mail tells it instead. */
const MOST_TOLD = 10;
const WINDOW_MS = 60 * 60 * 1000;

export function takenEmailLimit(runtime: Runtime): AttemptLimit {
  return createAttemptLimit(runtime, "email-taken", MOST_TOLD, WINDOW_MS);
}

/**
 * Does what may throw `email-taken`, and counts how often it did. Once the network has heard it too often it hears nothing
 * more, of addresses that are free neither: throws `rate-limited`.
 */
export async function countTaken<T>(limit: AttemptLimit, network: string, work: () => Promise<T>): Promise<T> {
  await limit.check(network);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === "email-taken") await limit.take(network);
    throw error;
  }
}
