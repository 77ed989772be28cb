import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildServer } from "#server/child-server.ts";

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

/** Names the folder of a database on which all migrations ran; see `template.ts`. */
export const TEMPLATE = "ASTROLABE_TEST_TEMPLATE";

export interface TestMongoOptions {
  /** The folder to begin with a copy of. */
  readonly from?: string | undefined;
  /** Where the folder is copied to once it has stopped. */
  readonly keepAs?: string;
}

/** Starts the embedded MongoDB as a process of its own, on a free port over a temporary folder that goes with it. */
export async function startMongo({ from, keepAs }: TestMongoOptions = {}): Promise<TestMongo> {
  const { port, stop } = await startEmbedded("mongo", () => [], {
    ...(from !== undefined && { before: (folder) => cp(from, folder, { recursive: true }) }),
    ...(keepAs !== undefined && { after: (folder) => cp(folder, keepAs, { recursive: true }) }),
  });
  return { url: `mongodb://127.0.0.1:${port}/?directConnection=true`, stop };
}

export interface TestStellarOptions {
  /** With 0, ledgers close on demand only. */
  readonly closeIntervalMs: number;
  /** Whether it has the demo market, without a history. */
  readonly hasDemo?: boolean;
}

/** Starts the embedded Stellar network likewise. */
export async function startStellar({ closeIntervalMs, hasDemo }: TestStellarOptions): Promise<TestStellar> {
  const flags = ["--close-interval", String(closeIntervalMs), "--passphrase", PASSPHRASE];
  const demo = hasDemo ? ["--demo", "--demo-days", "0", "--demo-domain", "localhost:3000"] : [];
  const secretIn = (folder: string) => join(folder, "control.secret");
  const { port, stop, dataFolder } = await startEmbedded("stellar", (folder) => [
    ...flags,
    ...demo,
    "--control",
    secretIn(folder),
  ]);
  const horizonUrl = `http://127.0.0.1:${port}`;
  return {
    rpcUrl: `${horizonUrl}/rpc`,
    horizonUrl,
    friendbotUrl: `${horizonUrl}/friendbot`,
    demoUrl: hasDemo ? `${horizonUrl}/demo` : null,
    controlSecret: await readFile(secretIn(dataFolder), "utf8"),
    passphrase: PASSPHRASE,
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

interface WithFolder {
  readonly before?: (dataFolder: string) => Promise<void>;
  readonly after?: (dataFolder: string) => Promise<void>;
}

async function startEmbedded(
  name: string,
  flagsIn: (dataFolder: string) => readonly string[],
  { before, after }: WithFolder = {},
) {
  const dataFolder = await mkdtemp(join(tmpdir(), `astrolabe-${name}-`));
  await before?.(dataFolder);
  const script = join(EMBEDDED, name, "cli.ts");
  const onDeath = (sentence: string) => console.error(sentence);
  const flags = flagsIn(dataFolder);
  const child = await startChildServer({ script, dataFolder, flags, onDeath }).catch(async (error: unknown) => {
    await rm(dataFolder, { recursive: true, force: true });
    throw error;
  });
  return {
    port: child.port,
    dataFolder,
    stop: async () => {
      await child.stop();
      await after?.(dataFolder);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
