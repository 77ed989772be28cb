/** Why a backup, a restore or a drill did not come about; its message is one sentence for a person, and repeats no secret. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "BackupError";
  }
}

/** What a disk without space, or a quota that is used up, says. */
const FULL = ["ENOSPC", "EDQUOT"];

/** Says in a sentence why a file could not be written; what is no such reason is handed back as it is. */
export function whyUnwritten(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string" || !("syscall" in error))
    return error;
  if (FULL.includes(error.code))
    return new BackupError(`The disk is full: ${path} was not written, and nothing of it was left.`, error);
  return new BackupError(`${path} cannot be written (${error.code}).`, error);
}
