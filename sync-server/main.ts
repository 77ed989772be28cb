import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { AppError } from "#schemas/errors.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { buildApp } from "./app.ts";
import { ConfigError, configWarnings, PWA_FOLDER, readEnvironment } from "./config.ts";
import { settleConfig } from "./settle-config.ts";

const DATABASE_TIMEOUT_MS = 10_000;
/** Closing takes less than the 10 s that a supervisor waits before it kills. */
const CLOSE_TIMEOUT_MS = 9000;

type Undo = () => Promise<void>;

/** What has been opened, to be closed last first. */
const opened: Undo[] = [];
let isClosing = false;

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = createLog("info");
  const settled = await settleConfig(environment, log);
  opened.push(() => settled.stop());
  const { config } = settled;
  for (const warning of configWarnings(config)) log.warn(warning);
  const database = await openDatabase(config.mongodbUrl, config.databaseName, DATABASE_TIMEOUT_MS).catch(() => {
    throw new ConfigError("MONGODB_URL names a database that does not answer.");
  });
  opened.push(() => database.close());

  const runtime = { config, database, log, clock: { now: () => new Date() } };
  const app = await buildApp(runtime, join(import.meta.dirname, "..", PWA_FOLDER));
  opened.push(() => app.server.close());
  const { adminUsername, adminPassword } = environment;
  const chosen = { username: adminUsername, password: adminPassword };
  const admin = await app.createFirstAdmin(chosen).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "password-common" || error.code === "password-like-name")
      throw new ConfigError("ADMIN_PASSWORD is one of those that are guessed first; choose another.");
    throw new ConfigError("ADMIN_USERNAME is taken by someone who is no admin; choose another name.");
  });
  if (admin?.generatedPassword) {
    console.log(`First admin: ${admin.username}\nPassword:    ${admin.generatedPassword}\n(It is not shown again.)`);
  }
  await app.server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw new ConfigError(listenProblem(error, config.host, config.port));
  });
  console.log(`Astrolabe is ready on http://${shownHost(config.host)}:${portOf(app.server.server.address())}`);
}

/** Closes everything, last opened first; answers whether that went well. */
async function closeAll(): Promise<boolean> {
  let isClean = true;
  for (const undo of opened.splice(0).toReversed()) {
    await undo().catch((error: unknown) => {
      isClean = false;
      console.error(error);
    });
  }
  return isClean;
}

function stop(): void {
  if (isClosing) return;
  isClosing = true;
  setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
  void closeAll().then((isClean) => process.exit(isClean ? 0 : 1));
}

function listenProblem(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `PORT ${port} is in use by another process; free it or set another PORT.`;
  if (code === "EACCES") return `PORT ${port} may not be used by this account; set a PORT above 1023.`;
  return `HOST ${host} is no address of this machine (${String(code)}).`;
}

function shownHost(host: string): string {
  return ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host) ? "localhost" : host;
}

function portOf(address: AddressInfo | string | null): string {
  return address !== null && typeof address === "object" ? String(address.port) : "";
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
try {
  await start();
} catch (error) {
  if (!isClosing) {
    isClosing = true;
    // A wrong setting is told in its own sentence; anything else is a fault of ours and keeps its trace.
    console.error(error instanceof ConfigError ? error.message : error);
    await closeAll();
    process.exit(1);
  }
}
