import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Astrolabe } from "#tests/browser/astrolabe.ts";
import { freePort } from "#tests/support/free-port.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const READY = "Astrolabe is ready on";
const READY_TIMEOUT_MS = 120_000;

export interface RunningServer extends Astrolabe {
  /** Of the process that serves at present; throws where none does. */
  pid(): number;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/** A server on a free port over a temporary folder, not started yet; `env` names the stores that it shall not embed. */
export async function prepareServer(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), "astrolabe-journeys-"));
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child) await ended(child, signal);
    child = null;
  };
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ["sync-server/main.ts"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        DEMO: "0",
        REGISTRATIONS_PER_NETWORK: "10000",
        // Whoever measures asks as nobody does.
        REQUESTS_PER_NETWORK: "1000000",
        ADMIN_USERNAME: "admin",
        ADMIN_PASSWORD: "an admin's long password",
        ...env,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
      },
    });
    await untilReady(child);
  };
  return {
    url,
    dataDir,
    pid: () => {
      if (child?.pid === undefined) throw new Error("no server is running");
      return child.pid;
    },
    start,
    stop: () => end("SIGTERM"),
    restart: async () => {
      await end("SIGKILL");
      await start();
    },
    close: async () => {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let said = "";
    const complain = (what: string): void => {
      clearTimeout(timer);
      fail(new Error(`the server ${what}:\n${said.slice(-2000)}`));
    };
    const timer = setTimeout(() => complain("was not ready in time"), READY_TIMEOUT_MS);
    const read = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-10_000);
      if (!said.includes(READY)) return;
      clearTimeout(timer);
      done();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => complain(`ended with ${code}`));
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once("exit", () => done());
    child.kill(signal);
  });
}
