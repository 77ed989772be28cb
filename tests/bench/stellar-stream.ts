import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { startServer } from "#server/embedded/stellar/server.ts";
import { PASSPHRASE, cpuMs, median } from "./stellar-network.ts";

const LISTENERS = 1_000;
const ROUNDS = 10;
const Told = v.object({ kind: v.picklist(["open", "heard"]), atMs: v.number() });

/** How long until the last of many listeners has heard of a ledger, and what that costs the server. */
export async function measureStream(tell: (line: string) => void): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "astrolabe-bench-"));
  const options = { port: 0, directory, closeIntervalMs: 0, passphrase: PASSPHRASE, protocol: 27 };
  const server = await startServer(options);
  const url = `http://127.0.0.1:${server.port}/ledgers?cursor=now&limit=200`;
  const child = fork(join(import.meta.dirname, "stellar-listeners.ts"), [url, String(LISTENERS)]);
  try {
    await told(child, "open");
    const times: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startMs = performance.timeOrigin + performance.now();
      const cpu = cpuMs();
      const heard = told(child, "heard");
      server.network.closeLedger();
      times.push((await heard) - startMs);
      costs.push(cpuMs() - cpu);
    }
    const [time, cost] = [median(times).toFixed(0), median(costs).toFixed(0)];
    tell(
      `a ledger reaches the last of ${LISTENERS} listeners after ${time} ms (worst ${Math.max(...times).toFixed(0)}); ${cost} ms of the server's core each`,
    );
  } finally {
    const gone = once(child, "exit");
    child.send("stop");
    await gone;
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** When the listeners told of that. */
async function told(child: ChildProcess, kind: "open" | "heard"): Promise<number> {
  for (;;) {
    const [message]: unknown[] = await once(child, "message");
    const parsed = v.parse(Told, message);
    if (parsed.kind === kind) return parsed.atMs;
  }
}
