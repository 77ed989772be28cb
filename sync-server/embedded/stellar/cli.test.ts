import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Account, Asset, Keypair, Operation, TransactionBuilder, rpc } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readCommand } from "./command-line.ts";
import { PASSPHRASE } from "./test-network.ts";

const CLI = join(import.meta.dirname, "cli.ts");
const KILLS = 4;

let directory: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "astrolabe-stellar-"));
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
  children.clear();
  rmSync(directory, { recursive: true, force: true });
});

function run(...flags: string[]): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ["pipe", "pipe", "pipe"] });
  children.add(child);
  return child;
}

async function start(...flags: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = run("--port", "0", "--data", directory, ...flags);
  const line = await firstLine(child);
  const port = /^stellar ready on 127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
  if (port === undefined) throw new Error(`unexpected first line: ${line}`);
  return { child, port: Number(port) };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  throw new Error("ended before it was ready");
}

async function ended(child: ChildProcess): Promise<{ code: unknown; stderr: string }> {
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const [code] = await once(child, "exit");
  return { code, stderr };
}

const clientOf = (port: number) => new rpc.Server(`http://127.0.0.1:${port}/rpc`, { allowHttp: true });

describe("the command", () => {
  test.each([
    [["--port", "x", "--data", "d"], "--port must be a whole number from 0 to 65535."],
    [["--data", ""], "--data must name the folder for the ledger."],
    [["--data", "d", "--close-interval", "1.5"], "--close-interval must be a whole number from 0 to 3600000."],
    [["--data", "d", "--protocol", "7"], "--protocol must be a whole number from 19 to 26."],
    [["--data", "d", "--passphrase", ""], "--passphrase must not be empty."],
    [["--data", "d", "--fund", "me:5"], "--fund must be an account and an amount of XLM, as in G...:100."],
  ])("%j is refused", (flags, sentence) => {
    expect(() => readCommand(flags)).toThrow(sentence);
  });

  test("a wrong flag ends it with one sentence", async () => {
    const { code, stderr } = await ended(run("--data", "d", "--close-interval", "-1"));
    expect(code).toBe(1);
    expect(stderr).toContain("--close-interval");
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("closes ledgers by the clock, keeps them over a restart, and ends cleanly on SIGTERM", async () => {
    const first = await start("--close-interval", "50");
    const key = Keypair.random();
    await clientOf(first.port).fundAddress(key.publicKey());
    const before = (await clientOf(first.port).getLatestLedger()).sequence;
    first.child.kill("SIGTERM");
    expect((await ended(first.child)).code).toBe(0);

    const second = await start("--close-interval", "0");
    expect((await clientOf(second.port).getLatestLedger()).sequence).toBeGreaterThanOrEqual(before);
    expect((await clientOf(second.port).getAccountEntry(key.publicKey())).balance).toBe(100_000_000_000n);
    second.child.kill("SIGTERM");
    await ended(second.child);

    const other = await ended(run("--port", "0", "--data", directory, "--passphrase", "another network"));
    expect(other.code).toBe(1);
    const funded = Keypair.random().publicKey();
    const flags = ["--reset", "--passphrase", "another network", "--fund", `${funded}:25.5`];
    const reset = await start("--close-interval", "0", ...flags);
    expect((await clientOf(reset.port).getLatestLedger()).sequence).toBe(2);
    expect((await clientOf(reset.port).getAccountEntry(funded)).balance).toBe(255_000_000n);
  });

  test("ends with its parent where asked to", async () => {
    const { child } = await start("--exit-with-parent");
    child.stdin?.end();
    expect((await ended(child)).code).toBe(0);
  });
});

describe("kill -9 under load", () => {
  test("leaves every ledger wholly there or not at all", { timeout: 30_000 }, async () => {
    const keys = Array.from({ length: 4 }, () => Keypair.random());
    let { child, port } = await start("--close-interval", "20");
    for (const key of keys) await clientOf(port).fundAddress(key.publicKey());
    const confirmed: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const client = clientOf(port);
      const load = Promise.allSettled(keys.map((key) => sendSome(client, key, confirmed)));
      await until(() => confirmed.length > (kill + 1) * 3);
      child.kill("SIGKILL");
      await Promise.all([once(child, "exit"), load]);
      ({ child, port } = await start("--close-interval", "20"));
      await checkConsistency(clientOf(port), keys, confirmed);
    }
  });
});

/** Sends payments one after another until the network is gone, noting those that it has confirmed. */
async function sendSome(client: rpc.Server, key: Keypair, confirmed: string[]): Promise<void> {
  for (;;) {
    const { seqNum } = await client.getAccountEntry(key.publicKey());
    const transaction = new TransactionBuilder(new Account(key.publicKey(), String(seqNum)), {
      fee: "100",
      networkPassphrase: PASSPHRASE,
    })
      .addOperation(Operation.payment({ destination: key.publicKey(), asset: Asset.native(), amount: "1" }))
      .setTimeout(60)
      .build();
    transaction.sign(key);
    const { hash } = await client.sendTransaction(transaction);
    for (let tries = 0; tries < 50; tries += 1) {
      const found = await client.getTransaction(hash);
      if (found.status === "SUCCESS") {
        confirmed.push(hash);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** What was confirmed is still there, sequence numbers and balances follow from history, and hashes chain. */
async function checkConsistency(
  client: rpc.Server,
  keys: readonly Keypair[],
  confirmed: readonly string[],
): Promise<void> {
  for (const hash of confirmed.slice(-10)) expect((await client.getTransaction(hash)).status).toBe("SUCCESS");
  const counts = new Map<string, bigint>();
  let page = await client.getTransactions({ startLedger: 1, pagination: { limit: 200 } });
  while (page.transactions.length > 0) {
    for (const { envelopeXdr } of page.transactions) {
      if (envelopeXdr.type !== "envelopeTypeTx") continue;
      const { sourceAccount } = envelopeXdr.v1.tx;
      if (sourceAccount.type !== "keyTypeEd25519") continue;
      const source = sourceAccount.ed25519.toString();
      counts.set(source, (counts.get(source) ?? 0n) + 1n);
    }
    page = await client.getTransactions({ pagination: { cursor: page.cursor, limit: 200 } });
  }
  for (const key of keys) {
    const sent = counts.get(Buffer.from(key.rawPublicKey()).toString("hex")) ?? 0n;
    const account = await client.getAccountEntry(key.publicKey());
    expect(account.balance).toBe(100_000_000_000n - sent * 100n);
    expect(account.seqNum & 0xffffffffn).toBe(sent);
  }
  const { sequence } = await client.getLatestLedger();
  const { ledgers } = await client.getLedgers({ startLedger: Math.max(1, sequence - 20), pagination: { limit: 21 } });
  for (const [index, ledger] of ledgers.entries()) {
    const next = ledgers[index + 1];
    if (next) expect(next.headerXdr.header.previousLedgerHash.toString()).toBe(ledger.hash);
  }
}

async function until(condition: () => boolean, timeoutMs = 5_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("condition not met in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
