import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { eventually } from "./app.ts";

const MAIN = join(import.meta.dirname, "../../sync-server/main.ts");
const START_TIMEOUT_MS = 75_000;

/** The server as `npm run serve` starts it, with its embedded servers as children. */
export interface MainProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly output: () => string;
  readonly complaints: () => string;
  readonly exit: Promise<number | null>;
  /** Waits until it is ready; answers where. */
  address(): Promise<string>;
  /** Ends it at once, as a power cut would; its children end with it. */
  kill(): Promise<void>;
}

/** Starts it on a free port, without the demo market unless `env` asks for one; what it compiles is kept in `compiled`. */
export function startMain(dataDir: string, compiled: string, env: Readonly<Record<string, string>> = {}): MainProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { DATA_DIR: dataDir, PORT: "0", DEMO: "0", NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaints = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const exit = new Promise<number | null>((resolve) => {
    // What it said last is read by then; at "exit" it may still be in the pipe.
    child.once("close", resolve);
  });
  return {
    child,
    pid: child.pid ?? 0,
    output: () => output,
    complaints: () => complaints,
    exit,
    address: () =>
      eventually(() => {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${complaints}`);
        return /^Astrolabe is ready on (http:\/\/localhost:\d+)$/m.exec(output)?.[1];
      }, START_TIMEOUT_MS),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exit;
    },
  };
}
