import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { AppError } from "#schemas/errors.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { createLog, stderrStream } from "#server/platform/http/log.ts";
import { openLogKeeper } from "#server/platform/log/log-keeper.ts";
import { buildApp } from "./app.ts";
import { buildBeside } from "./build-beside.ts";
import { readDefaultContent, readDefaultPictures } from "./content/index.ts";
import { type Config, ConfigError, configWarnings, PWA_FOLDER, readEnvironment } from "./config.ts";
import { holdBuild } from "./hold-build.ts";
import { withSecretFiles } from "./secret-files.ts";
import { settleConfig } from "./settle-config.ts";
import { shownAddress } from "./shown-address.ts";
import { tellNetwork } from "./tell-network.ts";

const DATABASE_TIMEOUT_MS = 10_000;
/** As `npm start` runs it: builds the app where that has changed. */
const BUILD_FLAG = "--build";
/** Closing takes less than the 10 s that a supervisor waits before it kills. */
const CLOSE_TIMEOUT_MS = 9000;

type Undo = () => Promise<void>;

/** What has been opened, to be closed last first. */
const opened: Undo[] = [];
const stopping = new AbortController();

/**
 * Opens one thing after the other. Told to stop, it ends with the step under way and throws the signal's reason: what is half
 * open cannot be closed.
 */
async function start(signal: AbortSignal): Promise<void> {
  const building = process.argv.includes(BUILD_FLAG) ? buildBeside(signal) : Promise.resolve();
  // Waited for below, where its files are needed.
  building.catch(() => undefined);
  const environment = readEnvironment(withSecretFiles(process.env));
  const { level, keptDays } = environment.log;
  const keeper = keptDays > 0 ? openLogKeeper(keptDays) : null;
  const log = createLog(level, stderrStream(), keeper);
  const settled = await settleConfig(environment, log, signal);
  opened.push(() => settled.stop());
  const { config } = settled;
  const telling = tellNetwork(environment, config.stellar, log, signal);
  // Waited for below; what the database says comes first.
  telling.catch(() => undefined);
  for (const warning of configWarnings(config)) log.warn(warning);
  const database = await connect(config, signal);
  opened.push(() => database.close());
  if (keeper) {
    keeper.writeTo(database, log);
    opened.push(() => keeper.stop());
  }
  await telling;

  const runtime = { config, database, log, clock: { now: () => new Date() } };
  await building;
  const build = await holdBuild(join(import.meta.dirname, "..", PWA_FOLDER));
  opened.push(() => build.release());
  const app = await buildApp(runtime, build.folder, {
    signal,
    defaults: { content: readDefaultContent, pictures: readDefaultPictures },
  });
  opened.push(() => app.drain().finally(() => app.server.close()));
  signal.throwIfAborted();
  const { adminUsername, adminPassword, adminEmail } = environment;
  const chosen = { username: adminUsername, password: adminPassword, email: adminEmail };
  const admin = await app.createFirstAdmin(chosen).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "password-common" || error.code === "password-like-name")
      throw new ConfigError("ADMIN_PASSWORD is one of those that are guessed first; choose another.");
    if (error.code === "email-taken")
      throw new ConfigError("ADMIN_EMAIL is the address of someone who is no admin; choose another.");
    throw new ConfigError("ADMIN_USERNAME is taken by someone who is no admin; choose another name.");
  });
  if (admin?.generatedPassword) {
    console.log(`First admin: ${admin.username}\nPassword:    ${admin.generatedPassword}\n(It is not shown again.)`);
  }
  signal.throwIfAborted();
  await app.server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw new ConfigError(listenProblem(error, config.host, config.port));
  });
  // Where there is a cache (NODE_COMPILE_CACHE), one that is killed later has filled it, too.
  flushCompileCache();
  console.log(`Astrolabe is ready on ${shownAddress(config, app.server.server.address())}`);
}

/** A database that does not answer is not waited for by whoever wants to stop. */
async function connect({ mongodbUrl, databaseName }: Config, signal: AbortSignal): Promise<Database> {
  const opening = openDatabase(mongodbUrl, databaseName, DATABASE_TIMEOUT_MS).catch(() => {
    throw new ConfigError("MONGODB_URL names a database that does not answer.");
  });
  const givenUp = told(signal).then((): never => {
    throw signal.reason;
  });
  return Promise.race([opening, givenUp]);
}

function told(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
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
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
}

/** Runs until it is told to stop, or cannot start; answers with the exit code. */
async function live(): Promise<number> {
  const { signal } = stopping;
  let isFine = true;
  try {
    await start(signal);
    await told(signal);
  } catch (error) {
    if (!signal.aborted) {
      isFine = false;
      // A wrong setting is told in its own sentence; anything else is a fault of ours and keeps its trace.
      console.error(error instanceof ConfigError ? error.message : error);
    }
  }
  return (await closeAll()) && isFine ? 0 : 1;
}

function listenProblem(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `PORT ${port} is in use by another process; free it or set another PORT.`;
  if (code === "EACCES") return `PORT ${port} may not be used by this account; set a PORT above 1023.`;
  return `HOST ${host} is no address of this machine (${String(code)}).`;
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.exit(await live());
