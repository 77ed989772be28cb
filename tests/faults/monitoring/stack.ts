import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ChildServer, startChildServer } from "#server/child-server.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { type LyingProxy, startLyingProxy } from "#server/platform/network/checks/lying-proxy.fixture.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openSeals } from "#server/platform/vault/sealing-key.ts";
import { eventually } from "#tests/support/app.ts";
import { startStellar, type TestStellar } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";

const MONGO = join(import.meta.dirname, "../../../sync-server/embedded/mongo/cli.ts");
const SERVER = join(import.meta.dirname, "server.fixture.ts");
const READY_MS = 300_000;
/** What the servers' folder lies on: small, so that it is soon full. */
const DISK_MB = 64;

/** Two whole servers on a database, a network and a disk that can each be taken away. */
export interface Stack {
  readonly database: Database;
  readonly stellar: TestStellar;
  /** Stands before the network. */
  readonly link: LyingProxy;
  /** Null where no disk can be mounted here. */
  readonly disk: string | null;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** How many mails said that the database is away. */
  awayMails(): number;
  /** Sets the clocks of all servers so many ms ahead of the true time. */
  setClocks(aheadMs: number): void;
  /** Ends one of the servers as a power cut would, by turns, and starts it again. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
}

export async function startStack(): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), "astrolabe-watched-"));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    return await startWithin(folder, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWithin(
  folder: string,
  undo: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const disk = await mountDisk(folder, undo);
  const stellar = await startStellar({ closeIntervalMs: 1000 });
  undo.push(stellar.stop);
  const link = await startLyingProxy(stellar.horizonUrl);
  undo.push(link.stop);
  let mongo = await startMongo(folder, 0);
  const { port } = mongo;
  undo.push(() => mongo.stop());
  const url = `mongodb://127.0.0.1:${port}`;
  const key = randomBytes(32).toString("hex");
  const environment = {
    PATH: process.env["PATH"] ?? "",
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    MONGODB_URL: `${url}/astrolabe?directConnection=true`,
    STELLAR_RPC_URL: link.rpcUrl,
    STELLAR_HORIZON_URL: link.horizonUrl,
    STELLAR_FRIENDBOT_URL: stellar.friendbotUrl,
    STELLAR_NETWORK_PASSPHRASE: stellar.passphrase,
    SESSION_KEY: randomBytes(32).toString("hex"),
    VAULT_KEY: key,
    DATA_DIR: disk ?? folder,
    ERASURE_KEYS_DIR: join(folder, "erasure-keys"),
    PUBLIC_URL: "http://localhost:3997",
    CHANNEL_ACCOUNTS: "1",
  };
  const servers: ChildProcess[] = [];
  undo.push(() => Promise.all(servers.map(end)));
  for (let count = 0; count < 2; count += 1) servers.push(await startServer(environment));
  const database = await openDatabase(`${url}/?directConnection=true`, "astrolabe", 10_000);
  undo.push(() => database.close());
  await openSeals(database, openKeyRing(testVault(Buffer.from(key, "hex")), { now: () => new Date() }));
  let turn = 0;
  return {
    database,
    stellar,
    link,
    disk,
    stopDatabase: () => mongo.stop(),
    async startDatabase() {
      mongo = await startMongo(folder, port);
    },
    awayMails: () => countMails(join(disk ?? folder, "outbox"), "database does not answer"),
    setClocks(aheadMs) {
      for (const { stdin } of servers) stdin?.write(`${aheadMs}\n`);
    },
    async killOne() {
      const place = turn % servers.length;
      turn += 1;
      const server = servers[place];
      if (!server) return;
      await end(server);
      servers[place] = await startServer(environment);
    },
    stop,
  };
}

/** Mails in a folder whose subject has these words. */
function countMails(outbox: string, words: string): number {
  if (!existsSync(outbox)) return 0;
  const mails = readdirSync(outbox).filter((name) => name.endsWith(".eml"));
  return mails.filter((name) => readFileSync(join(outbox, name), "utf8").includes(words)).length;
}

function startMongo(folder: string, port: number): Promise<ChildServer> {
  const flags = port === 0 ? [] : ["--port", String(port)];
  return startChildServer({ script: MONGO, dataFolder: join(folder, "mongo"), flags, onDeath: console.info });
}

/** A disk of its own; null, told loudly, where none can be mounted. */
async function mountDisk(folder: string, undo: (() => Promise<unknown>)[]): Promise<string | null> {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const run = promisify(execFile);
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", disk]);
    undo.push(() => run("umount", [disk]).catch(() => run("umount", ["--lazy", disk])));
    return disk;
  } catch (error) {
    console.warn(`SKIPPED: nothing is shown of a full disk, since none can be mounted here (${String(error)}).`);
    return null;
  }
}

async function startServer(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SERVER], { env, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  let complained = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    complained = (complained + chunk.toString()).slice(-2000);
  });
  try {
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}:\n${complained}`);
      return said.includes("ready on");
    }, READY_MS);
  } catch (error) {
    await end(child);
    throw error;
  }
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  child.kill("SIGKILL");
  await gone;
}
