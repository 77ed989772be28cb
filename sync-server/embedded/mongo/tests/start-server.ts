import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import type { MongoClientOptions } from "mongodb";

export type TestServer = {
  port: number;
  url: string;
  process: ChildProcessWithoutNullStreams;
  /** Resolves with the exit code (null after a signal) once the process is gone. */
  ended: Promise<number | null>;
  /** What it has said on its standard error so far. */
  complaints: () => string;
};

const CLI = new URL(import.meta.resolve("#server/embedded/mongo/cli.ts")).pathname;

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "embedded-mongo-"));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The real process on a free port; rejects with what it said when it does not become ready. */
export function startServer(folder: string, ...extra: string[]): Promise<TestServer> {
  return startServerAs({}, folder, ...extra);
}

/** The same under another account of the machine, which only root may do. */
export function startServerAs(
  account: { uid?: number; gid?: number },
  folder: string,
  ...extra: string[]
): Promise<TestServer> {
  const flags = [CLI, "--port", "0", "--data", folder, "--exit-with-parent", ...extra];
  const child = spawn(process.execPath, flags, account);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const port = Number(/^mongo ready on [\d.]+:(\d+)\n$/.exec(chunk.toString())?.[1]);
      if (!(port > 0)) return;
      const url = `mongodb://127.0.0.1:${port}/?directConnection=true`;
      resolve({ port, url, process: child, ended, complaints: () => said });
    });
    void ended.then((code) => reject(new Error(`ended with ${String(code)}: ${said.trim()}`)));
  });
}

export async function stopServer(server: TestServer): Promise<number | null> {
  server.process.kill("SIGTERM");
  return server.ended;
}

export function connect(server: TestServer, options: MongoClientOptions = {}): Promise<MongoClient> {
  return new MongoClient(server.url, options).connect();
}

/** Asks again until the answer is there; throws after half a minute, which is long for a machine that is busy too. */
export async function eventually<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error("it did not happen within half a minute");
    await new Promise((resolve) => {
      setTimeout(resolve, 2);
    });
  }
}
