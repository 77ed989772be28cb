import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Check } from "./check.ts";
import { failed, passed } from "./results.ts";

/** What is known of a backup that was made or tried; whoever makes them writes it. */
interface BackupRow extends Document {
  readonly _id: string;
  readonly finishedAt: Date;
  readonly ok: boolean;
  /** A drill tries a backup, and makes none. */
  readonly kind?: string;
}

const HOUR_MS = 60 * 60 * 1000;
/** One a day, and the hours that it may take or be late by. */
const LONGEST_MS = 30 * HOUR_MS;
/** A new database has nothing to lose. */
const NEW_MS = 24 * HOUR_MS;

/**
 * Looks how old the last backup is that succeeded. Where the embedded database serves (no MONGODB_URL), nobody is told that there is none:
 * it is for trying the app out.
 */
export function backupCheck(isEmbedded: boolean): Check {
  return {
    id: "backup-age",
    version: 1,
    type: "backup",
    severity: "error",
    intervalMs: 10 * 60_000,
    timeLimitMs: 10_000,
    failures: 1,
    passes: 1,
    dependsOn: ["database"],
    title: "check.backup-age",
    means: "check.backup-age.means",
    steps: [{ says: "check.step.back-up", command: "npm run backup -- --to DIR" }],
    run: async ({ runtime: { database, clock } }) => {
      const now = clock.now().getTime();
      const [last] = await database
        .collection<BackupRow>("backups")
        .find({ ok: true, kind: { $ne: "drill" } }, { sort: { finishedAt: -1 }, limit: 1 })
        .toArray();
      if (!last) {
        const isYoung = now - (await firstMigration(database)) < NEW_MS;
        return [isEmbedded || isYoung ? passed() : failed("check.backup-age.none", {}, { severity: "warning" })];
      }
      if (now - last.finishedAt.getTime() < LONGEST_MS) return [passed()];
      return [failed("check.backup-age.old", { from: last.finishedAt.getTime() })];
    },
  };
}

/** When the database was made, in ms since 1970. */
async function firstMigration(database: Database): Promise<number> {
  const [first] = await database
    .collection<Document & { readonly appliedAt: Date }>("migrations")
    .find({}, { sort: { _id: 1 }, limit: 1 })
    .toArray();
  return first?.appliedAt.getTime() ?? Number.POSITIVE_INFINITY;
}
