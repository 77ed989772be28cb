import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Running = { readonly port: number; readonly host: string; readonly stop: () => Promise<void> };

export const LOGIN = { user: "root", password: "rosebud" };

/** The embedded server as a process of its own, on a free port and in a folder that goes with it. */
export function startServer(...extra: string[]): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "mongo-conformance-"));
  const cli = new URL(import.meta.resolve("#server/embedded/mongo/cli.ts")).pathname;
  const child = spawn(process.execPath, [cli, "--port", "0", "--data", folder, "--exit-with-parent", ...extra], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => {
      rmSync(folder, { recursive: true, force: true });
      reject(new Error(`the server ended with ${String(code)}`));
    });
    child.stdout.on("data", (chunk: Buffer) => {
      const port = Number(/:(\d+)\n/.exec(chunk.toString())?.[1]);
      if (port > 0) resolve({ port, host: `127.0.0.1:${port}`, stop: () => stop(child, folder) });
    });
  });
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
