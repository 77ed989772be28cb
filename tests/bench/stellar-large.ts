import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BenchNetwork, PASSPHRASE, cpuMs, payment } from "./stellar-network.ts";
import type { Signer } from "./stellar-network.ts";

const CLI = join(import.meta.dirname, "../../sync-server/embedded/stellar/cli.ts");
const ACCOUNTS = 1_000;
const MEGABYTE = 1_000_000;
const TELL_EVERY = 100_000;

/** Fills a network with payments, one account's in each of many, and tells what it then weighs and how fast it starts. */
export async function measureLarge(transactions: number, tell: (line: string) => void): Promise<void> {
  const bench = new BenchNetwork();
  try {
    fill(bench, transactions, tell);
    const rss = process.memoryUsage().rss / MEGABYTE;
    bench.stop();
    const file = statSync(join(bench.directory, "stellar.sqlite")).size;
    const name = transactions.toLocaleString("en-US");
    tell(
      `after ${name} transactions: file ${(file / MEGABYTE).toFixed(0)} MB (${(file / transactions).toFixed(0)} bytes each), memory of the process that wrote them ${rss.toFixed(0)} MB`,
    );
    tell(`start there: ${await measureStart(bench.directory)}`);
  } finally {
    bench.remove();
  }
}

function fill(bench: BenchNetwork, transactions: number, tell: (line: string) => void): void {
  bench.network.closeLedger([{ type: 3, newMaxTxSetSize: 4 * ACCOUNTS }]);
  const signers = bench.createAccounts(ACCOUNTS);
  const start = { wall: performance.now(), cpu: cpuMs() };
  let signingCpu = 0;
  for (let done = 0, round = 1; done < transactions; round += 1) {
    const before = cpuMs();
    const envelopes = signers
      .slice(0, transactions - done)
      .map((signer, index) => bench.envelope(signer, [payment(partner(signers, index, round), 1n)]));
    signingCpu += cpuMs() - before;
    bench.run(envelopes);
    done += envelopes.length;
    if (done % TELL_EVERY === 0) {
      const cpu = (cpuMs() - start.cpu - signingCpu) / 1000;
      const wall = (performance.now() - start.wall) / 1000;
      tell(`${done} transactions: ${(done / cpu).toFixed(0)} per second of CPU, ${wall.toFixed(0)} s with signing`);
    }
  }
}

function partner(signers: readonly Signer[], index: number, round: number): Signer {
  const found = signers[(index + round) % signers.length];
  if (!found) throw new Error("no accounts");
  return found;
}

/** Starts the command on the folder: milliseconds until it is ready and its memory then. */
async function measureStart(directory: string): Promise<string> {
  const start = performance.now();
  const flags = ["--port", "0", "--data", directory, "--close-interval", "0", "--passphrase", PASSPHRASE];
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    let text = "";
    for await (const chunk of child.stdout) {
      text += String(chunk);
      if (text.includes("\n")) break;
    }
    const readyMs = performance.now() - start;
    const port = /:(\d+)\s*$/.exec(text)?.[1] ?? "0";
    const asked = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/transactions?order=desc&limit=200`);
    await response.text();
    const firstMs = performance.now() - asked;
    return `${readyMs.toFixed(0)} ms until ready, ${firstMs.toFixed(0)} ms for the newest 200 transactions, ${memoryOf(child.pid)}`;
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

/** Resident memory of another process; only Linux tells. */
function memoryOf(pid: number | undefined): string {
  if (process.platform !== "linux" || pid === undefined) return "memory unknown on this system";
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return `memory ${((kilobytes * 1024) / MEGABYTE).toFixed(0)} MB`;
}
