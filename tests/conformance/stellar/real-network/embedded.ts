import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PASSPHRASE } from "#server/embedded/stellar/test-network.ts";
import { startServer } from "#server/embedded/stellar/server.ts";
import { Client } from "./client.ts";
import { compare } from "./compare.ts";
import type { Comparison } from "./compare.ts";
import { realNetwork } from "./recording.ts";
import { play } from "./scenario.ts";

const PROTOCOL = 28;
/** What RPC was told to remember when the answers were recorded. */
const RETAINED_LEDGERS = 17_280;
const CLOSE_INTERVAL_MS = 20;

/** Plays the recorded scenario on a new embedded network, and compares what it answers with what the real one did. */
export async function compareEmbedded(): Promise<Comparison> {
  const directory = mkdtempSync(join(tmpdir(), "astrolabe-real-network-"));
  try {
    const server = await startServer({
      port: 0,
      directory,
      closeIntervalMs: CLOSE_INTERVAL_MS,
      passphrase: PASSPHRASE,
      protocol: PROTOCOL,
      retainLedgers: RETAINED_LEDGERS,
    });
    try {
      const url = `http://127.0.0.1:${server.port}`;
      const real = realNetwork();
      return compare(real, await play(new Client(url, `${url}/rpc`, `${url}/friendbot`), real, PASSPHRASE));
    } finally {
      await server.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
