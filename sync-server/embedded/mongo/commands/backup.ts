import { isAbsolute } from "node:path";
import { doc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { copyDatabase } from "#server/embedded/mongo/store/copy-database.ts";
import type { Peer } from "#server/embedded/mongo/wire/connection.ts";
import type { Command } from "./context.ts";

/** Not MongoDB's: writes a copy of everything committed to a new file, which serves as a database file itself. */
export async function backupTo(command: Command): Promise<Doc> {
  const path = command.body.get("backupTo");
  if (typeof path !== "string" || !isAbsolute(path)) throw badValue("backupTo needs the absolute path of a file");
  // It writes where the server may write, which is for people on this machine only.
  if (!isSameMachine(command.peer))
    throw new MongoError("Unauthorized", "a backup is made from the server's own machine only");
  return doc({ bytes: BigInt(await copyDatabase(command.services.store.database, path)) });
}

/** The other end's address is this end's too, or stays within the machine. */
function isSameMachine({ address, reached }: Peer): boolean {
  const host = address.slice(0, address.lastIndexOf(":"));
  return host === reached.slice(0, reached.lastIndexOf(":")) || /^(127\.|\[(::ffff:127\.|::1\]))/.test(host);
}
