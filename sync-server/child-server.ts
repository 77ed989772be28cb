import { type ChildProcess, spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A server of its own that this process starts, watches and stops. */
export interface ChildServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface ChildServerOptions {
  readonly script: string;
  readonly dataFolder: string;
  readonly flags?: readonly string[];
  /** A secret that the script reads as the first line of its standard input; others would see it among the flags. */
  readonly secret?: string;
  /** Told when the process died by itself; it is started again on the same port. */
  readonly onDeath: (sentence: string) => void;
  /** Told what the process says before it is ready; as long as it says something, it is waited for. */
  readonly onNews?: (sentence: string) => void;
  /** Says that nobody wants it any more, before it is ready. */
  readonly signal?: AbortSignal;
}

const READY = / ready on \S+:(\d+)/;
const READY_TIMEOUT_MS = 30_000;
const RESTART_DELAY_MS = 250;
const STOP_TIMEOUT_MS = 5000;
/** Nearly all that a request makes is garbage at once: a heap that grows slowly costs little time and 55 MB less. */
const NODE_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=20"];

/** Starts the script on a free port and waits until it says that it is ready. Rejects with one sentence if it does not. */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const { child: first, port } = await launch(options, 0, options.signal);
  const stopping = new AbortController();
  let child = first;
  let restarted: Promise<void> | null = null;

  async function restart(): Promise<void> {
    await delay(RESTART_DELAY_MS);
    if (stopping.signal.aborted) return;
    try {
      ({ child } = await launch(options, port, stopping.signal));
    } catch (error) {
      if (stopping.signal.aborted) return;
      options.onDeath(error instanceof Error ? error.message : String(error));
      return restart();
    }
    watch();
  }

  function watch(): void {
    child.once("exit", (code, signal) => {
      if (stopping.signal.aborted) return;
      options.onDeath(`${options.script} ended (${signal ?? code}) and is started again.`);
      restarted = restart();
    });
  }

  watch();
  return {
    port,
    stop: async () => {
      stopping.abort();
      await restarted;
      await end(child);
    },
  };
}

/** Where this process keeps what it compiled, without the part of the path that names Node's version. */
function cacheOfThis(): string | undefined {
  const folder = getCompileCacheDir();
  return folder === undefined ? undefined : dirname(folder);
}

/** Rejects once the process is gone where the signal comes before it is ready. */
async function launch(
  options: ChildServerOptions,
  port: number,
  signal?: AbortSignal,
): Promise<{ child: ChildProcess; port: number }> {
  signal?.throwIfAborted();
  const flags = ["--port", String(port), "--data", options.dataFolder, "--exit-with-parent", ...(options.flags ?? [])];
  // Its stdin is the life line: when this process dies, however it dies, the pipe closes and the child ends. It gets a
  // process group of its own, since Ctrl-C must not stop the stores before those who still write to them.
  const child = spawn(process.execPath, [...NODE_FLAGS, options.script, ...flags], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    // What was compiled once is not compiled again at the next start, which takes half as long then.
    env: { NODE_COMPILE_CACHE: cacheOfThis() ?? join(dirname(options.dataFolder), "compile-cache") },
  });
  // One that has died meanwhile reads nothing; its exit is what is told.
  child.stdin.on("error", () => child.stdin.destroy());
  if (options.secret !== undefined) child.stdin.write(`${options.secret}\n`);
  return new Promise((resolve, reject) => {
    let said = "";
    let complained = "";
    let isReady = false;
    const timer = setTimeout(() => fail("did not get ready in time"), READY_TIMEOUT_MS);
    const onAbort = (): void => void end(child);
    signal?.addEventListener("abort", onAbort, { once: true });
    function settle(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
    function fail(what: string): void {
      settle();
      child.kill("SIGKILL");
      reject(new Error(`${options.script} ${what}. ${complained.trim().split("\n").at(-1) ?? ""}`.trim()));
    }
    const onExit = (code: number | null): void => fail(`ended with ${code ?? "a signal"} before it was ready`);
    child.once("exit", onExit);
    child.once("error", (error) => fail(error.message));
    child.stderr.on("data", (chunk: Buffer) => {
      complained = (complained + chunk.toString()).slice(-2000);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      // What it says later is nobody's concern, but must be read so that it can go on.
      if (isReady) return;
      said += chunk.toString();
      const lines = said.split("\n");
      said = (lines.pop() ?? "").slice(-2000);
      for (const line of lines) {
        const ready = READY.exec(line);
        if (!ready) {
          timer.refresh();
          options.onNews?.(line);
          continue;
        }
        isReady = true;
        settle();
        child.off("exit", onExit);
        resolve({ child, port: Number(ready[1]) });
      }
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}
