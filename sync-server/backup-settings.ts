import * as v from "valibot";
import { Hours, Key } from "./config-values.ts";

/** How backups are made, by hand and by the server itself. */
export interface BackupConfig {
  /** Where the server puts those that it makes itself; null where it makes none. */
  readonly folder: string | null;
  /** From one of its own to the next, in ms. */
  readonly everyMs: number;
  readonly keep: BackupKeep;
  /** 32 bytes that seal every backup, and are in none; null where none is made. */
  readonly key: Buffer | null;
}

/** Of how many days, and of how many weeks, the last backup is kept. */
export interface BackupKeep {
  readonly days: number;
  readonly weeks: number;
}

export const DEFAULT_BACKUP: BackupConfig = {
  folder: null,
  everyMs: 24 * 3_600_000,
  keep: { days: 7, weeks: 4 },
  key: null,
};

const KEEP = /^(\d{1,3})d,(\d{1,3})w$/;

export const BACKUP_VARIABLES = {
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_EVERY: v.optional(Hours),
  BACKUP_KEEP: v.optional(
    v.pipe(
      v.string(),
      v.regex(KEEP, "must be days and weeks such as 7d,4w"),
      v.transform((text): BackupKeep => {
        const [, days, weeks] = KEEP.exec(text) ?? [];
        return { days: Number(days), weeks: Number(weeks) };
      }),
    ),
  ),
  BACKUP_KEY: v.optional(Key),
};

const BackupVariables = v.object(BACKUP_VARIABLES);
type Variables = v.InferOutput<typeof BackupVariables>;

/** One sentence on what does not fit together, naming the variable; null when all does. */
export function backupProblem(variables: Variables & { readonly VAULT_KEY?: Buffer | undefined }): string | null {
  const { BACKUP_DIR, BACKUP_KEY, VAULT_KEY } = variables;
  if (BACKUP_DIR !== undefined && !BACKUP_KEY) return "BACKUP_KEY must be given together with BACKUP_DIR.";
  if (BACKUP_KEY && VAULT_KEY?.equals(BACKUP_KEY))
    return "BACKUP_KEY must be another key than VAULT_KEY: whoever opens a backup opens no wallet.";
  return null;
}

/** Says how backups are made, of variables without a {@link backupProblem}. */
export function backupSettings({ BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP, BACKUP_KEY }: Variables): BackupConfig {
  return {
    folder: BACKUP_DIR ?? null,
    everyMs: BACKUP_EVERY ?? DEFAULT_BACKUP.everyMs,
    keep: BACKUP_KEEP ?? DEFAULT_BACKUP.keep,
    key: BACKUP_KEY ?? null,
  };
}
