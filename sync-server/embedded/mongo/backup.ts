import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";

const USAGE = "Usage: backup.ts --to FILE [--data DIR] [--user NAME --password WORD]";

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
    const login = settings.user === undefined ? {} : { auth: { username: settings.user, password: settings.password } };
    const client = new MongoClient(`mongodb://${address}/?directConnection=true`, {
      serverSelectionTimeoutMS: 3000,
      ...login,
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

type Settings = { to: string; data: string; user: string | undefined; password: string };

function readArguments(): Settings | undefined {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: "string" },
        data: { type: "string" },
        user: { type: "string" },
        password: { type: "string" },
      },
    });
    if (values.to === undefined) return undefined;
    const data = values.data ?? join(process.env["DATA_DIR"] ?? "data", "mongo");
    return { to: resolve(values.to), data, user: values.user, password: values.password ?? "" };
  } catch {
    return undefined;
  }
}
