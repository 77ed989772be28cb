import { MongoError } from "#server/embedded/mongo/error.ts";

const SQLITE_FULL = 13;
/** Other than by a full disk a write fails by a quota or by a limit on the size of files: no space either. */
const SQLITE_IOERR_WRITE = 778;
const NO_SPACE = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Whether SQLite itself refused; what was written in the open batch may then be there in part. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/** SQLite's own number for what went wrong; 0 for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number {
  return isSqliteError(error) && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0;
}

/** What a client is told when its write could not be stored. */
export function toStorageError(cause: unknown): MongoError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const name = isOutOfSpace(cause) ? "OutOfDiskSpace" : "InternalError";
  return new MongoError(name, `The write could not be stored: ${message}`);
}

function isOutOfSpace(cause: unknown): boolean {
  const code = sqliteCode(cause);
  if (code === SQLITE_IOERR_WRITE || (code & 255) === SQLITE_FULL) return true;
  return cause instanceof Error && "code" in cause && NO_SPACE.includes(String(cause.code));
}
