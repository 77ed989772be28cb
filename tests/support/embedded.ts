import { cp, mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildServer } from "#server/child-server.ts";
import { type Kind, startShared } from "./shared-servers.ts";

const EMBEDDED = join(import.meta.dirname, "../../sync-server/embedded");
const PASSPHRASE = "Astrolabe Test Network ; 2026";

export interface TestMongo {
  readonly url: string;
  stop(): Promise<void>;
}

/** A network that lets who knows the secret steer it. */
export interface Steered {
  readonly horizonUrl: string;
  readonly controlSecret: string;
}

export interface TestStellar extends Steered {
  readonly rpcUrl: string;
  readonly friendbotUrl: string;
  readonly demoUrl: string | null;
  readonly passphrase: string;
  stop(): Promise<void>;
}

/** What tells a server of this network, as its environment does. */
export function settingsOf({ rpcUrl, horizonUrl, friendbotUrl, passphrase }: TestStellar): Record<string, string> {
  return {
    STELLAR_RPC_URL: rpcUrl,
    STELLAR_HORIZON_URL: horizonUrl,
    STELLAR_FRIENDBOT_URL: friendbotUrl,
    STELLAR_NETWORK_PASSPHRASE: passphrase,
  };
}

/** Names the folder of a database on which all migrations ran; see `template.ts`. */
export const TEMPLATE = "ASTROLABE_TEST_TEMPLATE";

/** What an embedded server begins with, and what is left of it. */
export interface Kept {
  /** The folder to begin with a copy of. */
  readonly from?: string | undefined;
  /** Where the folder is copied to once it has stopped. */
  readonly keepAs?: string | undefined;
}

/**
 * Starts an embedded MongoDB on a free port over a temporary folder that goes with it. Tests have it in a process that it
 * shares with the other servers of their worker; who wants to kill it starts one of its own.
 */
export async function startMongo(kept: Kept = {}): Promise<TestMongo> {
  const { port, stop } = await startEmbedded("mongo", () => [], kept);
  return { url: `mongodb://127.0.0.1:${port}/?directConnection=true`, stop };
}

export interface TestStellarOptions extends Kept {
  /** With 0, ledgers close on demand only. */
  readonly closeIntervalMs: number;
  /** Ledgers that its RPC remembers. */
  readonly retainLedgers?: number;
  /** Ledgers whose history Horizon tells; far more than any test closes unless told. */
  readonly keepHistory?: number;
  /** Whether it has the demo market, without a history. */
  readonly hasDemo?: boolean;
  /** What its ledgers were made with, where it begins with some. */
  readonly passphrase?: string;
}

/** Starts the embedded Stellar network likewise. */
export async function startStellar(options: TestStellarOptions): Promise<TestStellar> {
  const { closeIntervalMs, retainLedgers, keepHistory, hasDemo, passphrase = PASSPHRASE, ...kept } = options;
  const remembered = [
    ...(retainLedgers === undefined ? [] : ["--retain", String(retainLedgers)]),
    ...(keepHistory === undefined ? [] : ["--keep-history", String(keepHistory)]),
  ];
  const flags = ["--close-interval", String(closeIntervalMs), "--passphrase", passphrase, ...remembered];
  const demo = hasDemo ? ["--demo", "--demo-days", "0", "--demo-domain", "localhost:3000"] : [];
  const secretIn = (folder: string) => join(folder, "control.secret");
  const flagsIn = (folder: string) => [...flags, ...demo, "--control", secretIn(folder)];
  const { port, stop, dataFolder } = await startEmbedded("stellar", flagsIn, kept);
  const horizonUrl = `http://127.0.0.1:${port}`;
  return {
    rpcUrl: `${horizonUrl}/rpc`,
    horizonUrl,
    friendbotUrl: `${horizonUrl}/friendbot`,
    demoUrl: hasDemo ? `${horizonUrl}/demo` : null,
    controlSecret: await readFile(secretIn(dataFolder), "utf8"),
    passphrase,
    stop,
  };
}

/** Steers the network: `/close` closes a ledger at once, `/time`, `/faults` and `/upgrade` take what they are to be. */
export function steer(
  { horizonUrl, controlSecret }: Steered,
  path: "/close" | "/time" | "/faults" | "/upgrade",
  body: object = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${controlSecret}` };
  return fetch(`${horizonUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function startEmbedded(kind: Kind, flagsIn: (dataFolder: string) => readonly string[], { from, keepAs }: Kept) {
  const dataFolder = await mkdtemp(join(tmpdir(), `astrolabe-${kind}-`));
  if (from !== undefined) await copy(from, dataFolder);
  const flags = flagsIn(dataFolder);
  const { port, stop } = await (
    isInTestWorker()
      ? startShared(kind, ["--port", "0", "--data", dataFolder, ...flags])
      : startOwn(kind, dataFolder, flags)
  ).catch(async (error: unknown) => {
    await rm(dataFolder, { recursive: true, force: true });
    throw error;
  });
  return {
    port,
    dataFolder,
    stop: async () => {
      await stop();
      if (keepAs !== undefined) await cp(dataFolder, keepAs, { recursive: true });
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function copy(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  if (isInTestWorker()) return;
  // Gigabytes that are on their way to the disk hold up whoever writes first.
  for (const name of await readdir(to)) {
    const file = await open(join(to, name));
    await file.sync();
    await file.close();
  }
}

/** Benches measure processes, and so have one for each server as in use. */
function isInTestWorker(): boolean {
  return process.env["VITEST_POOL_ID"] !== undefined;
}

function startOwn(kind: Kind, dataFolder: string, flags: readonly string[]) {
  const onDeath = (sentence: string) => console.error(sentence);
  return startChildServer({ script: join(EMBEDDED, kind, "cli.ts"), dataFolder, flags, onDeath });
}
