import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildServer } from "#server/child-server.ts";

const EMBEDDED = join(import.meta.dirname, "../../sync-server/embedded");
const PASSPHRASE = "Astrolabe Test Network ; 2026";

export interface TestMongo {
  readonly url: string;
  stop(): Promise<void>;
}

export interface TestStellar {
  readonly rpcUrl: string;
  readonly horizonUrl: string;
  readonly friendbotUrl: string;
  readonly demoUrl: string | null;
  readonly passphrase: string;
  /** POST here to close a ledger at once. */
  readonly closeUrl: string;
  stop(): Promise<void>;
}

/** Starts the embedded MongoDB as a process of its own, on a free port over a temporary folder that goes with it. */
export async function startMongo(): Promise<TestMongo> {
  const { port, stop } = await startEmbedded("mongo", []);
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
  const { port, stop } = await startEmbedded("stellar", [...flags, ...demo]);
  const horizonUrl = `http://127.0.0.1:${port}`;
  return {
    rpcUrl: `${horizonUrl}/rpc`,
    horizonUrl,
    friendbotUrl: `${horizonUrl}/friendbot`,
    demoUrl: hasDemo ? `${horizonUrl}/demo` : null,
    closeUrl: `${horizonUrl}/close`,
    passphrase: PASSPHRASE,
    stop,
  };
}

async function startEmbedded(name: string, flags: readonly string[]) {
  const dataFolder = await mkdtemp(join(tmpdir(), `astrolabe-${name}-`));
  const script = join(EMBEDDED, name, "cli.ts");
  const onDeath = (sentence: string) => console.error(sentence);
  const child = await startChildServer({ script, dataFolder, flags, onDeath }).catch(async (error: unknown) => {
    await rm(dataFolder, { recursive: true, force: true });
    throw error;
  });
  return {
    port: child.port,
    stop: async () => {
      await child.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
