import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { PASSWORD_OPTIONS, type PasswordSource, passwordIn, readPassword } from "./password.ts";

const USAGE =
  "Usage: backup.ts --to FILE [--data DIR] [--user NAME --password-file FILE | --password-stdin | --password WORD]";
/** Where the server keeps the password of the database it embeds, beside the database's folder. */
const KEPT = { user: "astrolabe", file: "mongo.password" };

process.exitCode = await main();

/** Asks the server that serves the data folder for a copy, and says how it went. */
async function main(): Promise<number> {
  const settings = readArguments();
  if (settings === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  try {
    const address = addressOf(settings.data);
    const auth = await loginFor(settings);
    const client = new MongoClient(`mongodb://${address}/?directConnection=true`, {
      serverSelectionTimeoutMS: 3000,
      ...(auth && { auth }),
    });
    try {
      const { bytes } = await client.db("admin").command({ backupTo: settings.to });
      process.stdout.write(`${String(bytes)} bytes written to ${settings.to}\n`);
      return 0;
    } finally {
      await client.close();
    }
  } catch (error) {
    process.stderr.write(`The backup failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** Where the server listens that holds the folder. */
function addressOf(folder: string): string {
  try {
    return readFileSync(join(folder, ".address"), "utf8").trim();
  } catch {
    throw new Error(`no server has served the folder ${folder}; --data names the one to copy.`);
  }
}

/** What was told, or the embedded database's own, or nothing for a database that lets everybody in. */
async function loginFor({ data, user, password }: Settings): Promise<{ username: string; password: string } | null> {
  if (user !== undefined && password !== undefined)
    return { username: user, password: await readPassword(password, process.stdin) };
  const path = join(dirname(resolve(data)), KEPT.file);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  return { username: KEPT.user, password: await readPassword({ from: "file", path }, process.stdin) };
}

type Settings = { to: string; data: string; user: string | undefined; password: PasswordSource | undefined };

function readArguments(): Settings | undefined {
  try {
    const { values } = parseArgs({
      options: { to: { type: "string" }, data: { type: "string" }, user: { type: "string" }, ...PASSWORD_OPTIONS },
    });
    const password = passwordIn(values);
    if (values.to === undefined || (values.user === undefined) !== (password === undefined)) return undefined;
    const data = values.data ?? join(process.env["DATA_DIR"] ?? "data", "mongo");
    return { to: resolve(values.to), data, user: values.user, password };
  } catch {
    return undefined;
  }
}
