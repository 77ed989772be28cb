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

/** Starts the embedded Stellar network likewise. With `closeIntervalMs` 0 ledgers close on demand only. */
export async function startStellar(options: { readonly closeIntervalMs: number }): Promise<TestStellar> {
  const flags = ["--close-interval", String(options.closeIntervalMs), "--passphrase", PASSPHRASE];
  const { port, stop } = await startEmbedded("stellar", flags);
  const horizonUrl = `http://127.0.0.1:${port}`;
  return {
    rpcUrl: `${horizonUrl}/rpc`,
    horizonUrl,
    friendbotUrl: `${horizonUrl}/friendbot`,
    closeUrl: `${horizonUrl}/close`,
    passphrase: PASSPHRASE,
    stop,
  };
}

async function startEmbedded(name: string, flags: readonly string[]) {
  const dataFolder = await mkdtemp(join(tmpdir(), `astrolabe-${name}-`));
  const script = join(EMBEDDED, name, "cli.ts");
  const child = await startChildServer({ script, dataFolder, flags, onDeath: (sentence) => console.error(sentence) });
  return {
    port: child.port,
    stop: async () => {
      await child.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
