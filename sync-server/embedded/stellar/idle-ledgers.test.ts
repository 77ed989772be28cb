import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { startServer } from "./server.ts";

const CLOSE_MS = 20;
const NEVER_MS = 3_600_000;

test("without anything to bring a ledger waits, and what comes waits no longer than ever", async () => {
  const { network, port, close, directory } = await start(NEVER_MS);
  try {
    const before = network.chain.last.seq;
    await ticks(20);
    expect(network.chain.last.seq).toBe(before);
    const { status } = await fetch(`http://127.0.0.1:${port}/friendbot?addr=${Keypair.random().publicKey()}`);
    expect(status).toBe(200);
    expect(network.chain.last.seq).toBeGreaterThan(before);
  } finally {
    await close();
    rmSync(directory, { recursive: true, force: true });
  }
});

test("while nothing happens a ledger closes once the longer time has passed", async () => {
  const { network, close, directory } = await start(5 * CLOSE_MS);
  try {
    const before = network.chain.last.seq;
    await expect.poll(() => network.chain.last.seq, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + 2);
  } finally {
    await close();
    rmSync(directory, { recursive: true, force: true });
  }
});

async function start(idleIntervalMs: number) {
  const directory = mkdtempSync(join(tmpdir(), "astrolabe-idle-"));
  const options = { port: 0, directory, closeIntervalMs: CLOSE_MS, idleIntervalMs, passphrase: "idle", protocol: 27 };
  return { ...(await startServer(options)), directory };
}

/** As long as so many ledgers would have taken. */
function ticks(count: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, count * CLOSE_MS);
  });
}
