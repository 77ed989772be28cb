import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import type { Command } from "./context.ts";

/** Not MongoDB's: writes a copy of everything committed to a new file, which serves as a database file itself. */
export async function backupTo(command: Command): Promise<Doc> {
  const path = command.body.get("backupTo");
  if (typeof path !== "string" || !isAbsolute(path)) throw badValue("backupTo needs the absolute path of a file");
  if (existsSync(path)) throw new MongoError("IllegalOperation", `${path} is there already`);
  const { database } = command.services.store;
  database.commit();
  database.sql.prepare("VACUUM INTO ?").run(path);
  const file = await open(path, "r+");
  try {
    await file.sync();
    return doc({ bytes: BigInt((await file.stat()).size) });
  } finally {
    await file.close();
  }
}
