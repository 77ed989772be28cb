import type { ClientSession } from "mongodb";
import { ConfigError } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { RESTORES, type RestoreMark } from "#server/platform/restored/state.ts";

function marksOf(database: Database) {
  return database.collection<RestoreMark>(RESTORES);
}

export async function isHalfRestored(database: Database): Promise<boolean> {
  return (await marksOf(database).findOne({ _id: "under-way" })) !== null;
}

/** Throws ConfigError for a database of which a part may be missing: no server starts on it. */
export async function refuseHalfRestored(database: Database): Promise<void> {
  const mark = await marksOf(database).findOne({ _id: "under-way" });
  if (mark === null) return;
  throw new ConfigError(
    `This database is being restored from ${mark.file}, or that was broken off: run \`npm run restore\` again, which begins anew.`,
  );
}

export async function markHalfRestored(database: Database, file: string, now: Date): Promise<void> {
  await marksOf(database).replaceOne({ _id: "under-way" }, { startedAt: now, file }, { upsert: true });
}

export async function unmarkHalfRestored(database: Database, session: ClientSession | null): Promise<void> {
  await marksOf(database).deleteOne({ _id: "under-way" }, inSession(session));
}
