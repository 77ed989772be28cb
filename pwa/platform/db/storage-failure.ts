import { t } from "@lingui/core/macro";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";

/** The device did not store what was written. Nothing was changed; the person may try again. */
export class StorageFailure extends Error {
  readonly isFull: boolean;

  constructor(isFull: boolean, cause: unknown) {
    super(
      isFull
        ? t`This device has no room left. Free some space and try again.`
        : t`This device could not save that. Please try again.`,
      { cause },
    );
    this.name = "StorageFailure";
    this.isFull = isFull;
  }
}

/**
 * Runs a write and turns the storage's refusal into a {@link StorageFailure}. The other tabs and the sync hear of it. Throws
 * WritesHeld while the data is being fetched anew.
 */
export async function keepWritten(database: UserDatabase, write: () => Promise<unknown>): Promise<void> {
  await database.gate.pass(() => tryToWrite(database, write));
}

async function tryToWrite(database: UserDatabase, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    database.reportStorageFailure(isQuotaError(error));
    throw new StorageFailure(isQuotaError(error), error);
  }
}

/**
 * Whether an error says that the disk is full. Dexie shows a quota error that ended a transaction as an AbortError with
 * the quota error inside, and RxDB wraps either in its own.
 */
export function isQuotaError(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 6) return false;
  if ("name" in error && (error.name === "QuotaExceededError" || error.name === "AbortError")) return true;
  return Object.values({
    inner: "inner" in error ? error.inner : undefined,
    cause: "cause" in error ? error.cause : undefined,
    parameters: "parameters" in error ? error.parameters : undefined,
    writeError: "writeError" in error ? error.writeError : undefined,
    errors: "errors" in error && Array.isArray(error.errors) ? error.errors[0] : undefined,
  }).some((inner) => isQuotaError(inner, depth + 1));
}
