import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ChildServer, startChildServer } from "./child-server.ts";
import { type Config, ConfigError, DATABASE_NAME, type Environment, type StellarConfig } from "./config.ts";
import { keptKey, openPrivateFolder } from "./private-folder.ts";
import { settleVault } from "./settle-vault.ts";
import type { VaultConfig } from "./vault-settings.ts";

/** A complete configuration, and the embedded servers that stand in for what the environment did not name. */
export interface Settled {
  readonly config: Config;
  stop(): Promise<void>;
}

/** Who the embedded database knows; `embedded/mongo/backup.ts` finds the password by the same names. */
const MONGO_USER = "astrolabe";
const MONGO_PASSWORD_FILE = "mongo.password";
/** Of the embedded network, unless another one is given. */
const EMBEDDED_PASSPHRASE = "Standalone Network ; February 2017";
const RPC_TIMEOUT_MS = 10_000;
/** In bytes, as the ledger's accounts hold it. */
const LONGEST_HOME_DOMAIN = 32;
/** While nothing happens the embedded network closes a ledger as seldom as the public one; with something to bring, every second. */
const IDLE_LEDGER_MS = 5000;
/** Of an embedded network that somebody uses now and then. */
const LEDGERS_A_DAY = 40_000;
/** A part of its history, and at most what RPC servers keep. */
const RPC_LEDGERS = 120_960;

/** Who is told, in sentences, what happens meanwhile. */
export interface Told {
  info(sentence: string): void;
  warn(sentence: string): void;
}

/**
 * Starts what is missing and makes the keys that were not given. Throws {@link ConfigError} with a sentence for the console. Told
 * by the signal that nobody wants it any more, it rejects; in either case nothing is left running.
 */
export async function settleConfig(environment: Environment, told: Told, signal?: AbortSignal): Promise<Settled> {
  const { start, stop } = await embeddedServers(environment, told, signal);
  try {
    const [store, stellar, sessionKey] = await Promise.all([
      settleStore(environment, start),
      settleStellar(environment, { start, told, signal }),
      environment.sessionKey ?? keptKey(environment.dataDir, "session.key"),
    ]);
    const { isProduction, host, port, dataDir, publicUrl, trustedProxies, smtpUrl, push, house, perNetwork } =
      environment;
    const { prices, tradesKeptDays, limits, uncountedNetworksFile, cardProviderUrl } = environment;
    const { identity, approvalMs, backup, metrics, log, given } = environment;
    const settings = { isProduction, host, port, dataDir, publicUrl, trustedProxies, smtpUrl, push, house, perNetwork };
    signal?.throwIfAborted();
    return {
      config: {
        ...settings,
        prices,
        tradesKeptDays,
        limits,
        uncountedNetworksFile,
        cardProviderUrl,
        identity,
        approvalMs,
        backup,
        metrics,
        log,
        given,
        ...store,
        stellar,
        sessionKey,
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What locks the vault, for commands that need nothing else of the store. */
export function settleVaultAlone({ vault, dataDir }: Pick<Environment, "vault" | "dataDir">): Promise<VaultConfig> {
  return settleVault(vault, () => keptKey(dataDir, "vault.key"));
}

/** Which network is served, without starting one. Throws {@link ConfigError} where only a node could say that does not answer. */
export async function settlePassphrase({ stellarPassphrase, stellarRpcUrls }: Environment): Promise<string> {
  if (stellarPassphrase !== null) return stellarPassphrase;
  const passphrase = stellarRpcUrls === null ? EMBEDDED_PASSPHRASE : await askPassphrase(stellarRpcUrls);
  if (passphrase === null)
    throw new ConfigError("STELLAR_NETWORK_PASSPHRASE must be given, because no STELLAR_RPC_URL answered with it.");
  return passphrase;
}

/**
 * The database that the embedded server of a running Astrolabe over this DATA_DIR was last reached at; null where there has been none, or
 * where another database is named.
 */
export async function runningDatabase({ mongodbUrl, dataDir }: Environment): Promise<string | null> {
  if (mongodbUrl !== null) return null;
  try {
    const address = (await readFile(join(dataDir, "mongo", ".address"), "utf8")).trim();
    const password = (await readFile(join(dataDir, MONGO_PASSWORD_FILE), "utf8")).trim();
    return `mongodb://${MONGO_USER}:${password}@${address}/?authSource=admin&directConnection=true`;
  } catch {
    // Nothing has been there yet: it is started.
    return null;
  }
}

/** The part of a configuration that work on the stored data alone needs. */
export interface SettledStore {
  readonly store: Pick<Config, "mongodbUrl" | "databaseName" | "vault">;
  stop(): Promise<void>;
}

/** Like {@link settleConfig}, without a network: for commands that run beside the servers. */
export async function settleStoreAlone(environment: Environment, told: Told): Promise<SettledStore> {
  const { start, stop } = await embeddedServers(environment, told);
  try {
    return { store: await settleStore(environment, start), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type StartServer = (name: string, flags: readonly string[], secret?: string) => Promise<ChildServer>;

async function embeddedServers({ dataDir }: Environment, told: Told, wanted?: AbortSignal) {
  await openPrivateFolder(dataDir);
  const stopping = new AbortController();
  const signal = wanted ? AbortSignal.any([wanted, stopping.signal]) : stopping.signal;
  const children: Promise<ChildServer>[] = [];
  const start: StartServer = (name, flags, secret) => {
    const script = join(import.meta.dirname, "embedded", name, "cli.ts");
    const onDeath = (sentence: string): void => told.warn(sentence);
    const onNews = (sentence: string): void => told.info(`The embedded ${sentence}.`);
    const options = { script, dataFolder: join(dataDir, name), flags, onDeath, onNews, signal };
    const child = startChildServer({ ...options, ...(secret !== undefined && { secret }) });
    children.push(child);
    return child.catch((error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      throw new ConfigError(`${variableBehind(problem)} does not let the embedded ${name} server start: ${problem}`);
    });
  };
  const stop = async (): Promise<void> => {
    // One that is still starting, while another could not, must not be left either.
    stopping.abort();
    const started = await Promise.allSettled(children);
    await Promise.all(started.map((child) => (child.status === "fulfilled" ? child.value.stop() : undefined)));
  };
  return { start, stop };
}

async function settleStore({ mongodbUrl, vault, dataDir }: Environment, start: StartServer) {
  const [url, settledVault] = await Promise.all([
    mongodbUrl ?? startDatabase(dataDir, start),
    settleVaultAlone({ vault, dataDir }),
  ]);
  return { mongodbUrl: url, databaseName: databaseNameIn(url) ?? DATABASE_NAME, vault: settledVault };
}

/** Lets in only who has read the password in DATA_DIR: the port is open to every account of the machine. */
async function startDatabase(dataDir: string, start: StartServer): Promise<string> {
  const key = await keptKey(dataDir, MONGO_PASSWORD_FILE, "remove it, and another one is made");
  const password = key.toString("hex");
  const { port } = await start("mongo", ["--user", MONGO_USER, "--password-stdin"], password);
  return `mongodb://${MONGO_USER}:${password}@127.0.0.1:${port}/?authSource=admin&directConnection=true`;
}

/** A ledger of another network lies in the folder; anything else is wrong with the folder itself. */
function variableBehind(problem: string): string {
  return problem.includes("another network") ? "STELLAR_NETWORK_PASSPHRASE" : "DATA_DIR";
}

interface StellarMeans {
  readonly start: StartServer;
  readonly told: Told;
  readonly signal: AbortSignal | undefined;
}

async function settleStellar(environment: Environment, { start, told, signal }: StellarMeans): Promise<StellarConfig> {
  const { stellarRpcUrls, stellarHorizonUrls, stellarPassphrase, stellarFriendbotUrl, demo } = environment;
  if (stellarRpcUrls && stellarHorizonUrls) {
    const told = await askPassphrase(stellarRpcUrls, signal);
    // With another network's passphrase every signature would be wrong.
    if (told !== null && stellarPassphrase !== null && told !== stellarPassphrase)
      throw new ConfigError("STELLAR_NETWORK_PASSPHRASE is not that of the network which STELLAR_RPC_URL answers for.");
    const passphrase = stellarPassphrase ?? told;
    if (passphrase === null)
      throw new ConfigError("STELLAR_NETWORK_PASSPHRASE must be given, because no STELLAR_RPC_URL answered with it.");
    const urls = { rpcUrls: stellarRpcUrls, horizonUrls: stellarHorizonUrls };
    return { ...urls, passphrase, friendbotUrl: stellarFriendbotUrl, demoUrl: null };
  }
  const passphrase = stellarPassphrase ?? EMBEDDED_PASSPHRASE;
  const history = environment.embeddedHistoryDays * LEDGERS_A_DAY;
  const kept = ["--keep-history", String(history), "--retain", String(Math.min(RPC_LEDGERS, history / 2))];
  const pace = ["--idle-interval", String(IDLE_LEDGER_MS)];
  const flags = ["--passphrase", passphrase, ...pace, ...kept, ...demoFlags(environment, told)];
  const { port } = await start("stellar", flags);
  const base = `http://127.0.0.1:${port}`;
  return {
    rpcUrls: [`${base}/rpc`],
    horizonUrls: [base],
    passphrase,
    friendbotUrl: stellarFriendbotUrl ?? `${base}/friendbot`,
    demoUrl: demo === null ? null : `${base}/demo`,
  };
}

/** The issuers' home domain is where the server answers, since it serves their stellar.toml. */
function demoFlags({ demo, publicUrl }: Environment, told: Told): string[] {
  if (demo === null) return [];
  const { host } = new URL(publicUrl);
  const isTooLong = host.length > LONGEST_HOME_DOMAIN;
  if (isTooLong) {
    told.warn(
      "PUBLIC_URL names a host of more than 32 characters, which the ledger cannot hold: issuers get no home domain.",
    );
  }
  return ["--demo", "--demo-days", String(demo.days), "--demo-domain", isTooLong ? "" : host];
}

/** Asks the network itself for its passphrase (Stellar RPC getNetwork); null when none of its nodes answers. */
export async function askPassphrase(rpcUrls: readonly string[], wanted?: AbortSignal): Promise<string | null> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getNetwork" });
  for (const url of rpcUrls) {
    try {
      const headers = { "content-type": "application/json" };
      const inTime = AbortSignal.timeout(RPC_TIMEOUT_MS);
      const signal = wanted ? AbortSignal.any([wanted, inTime]) : inTime;
      const response = await fetch(url, { method: "POST", headers, body, signal });
      const answer: unknown = await response.json();
      const passphrase = field(field(answer, "result"), "passphrase");
      if (typeof passphrase === "string") return passphrase;
    } catch {
      // The next endpoint is asked; that none answered is for the caller to judge.
      continue;
    }
  }
  return null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The name of the database that an address names; null for none. */
export function databaseNameIn(mongodbUrl: string): string | null {
  return /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(mongodbUrl)?.[1] ?? null;
}
