import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { rpc } from "@stellar/stellar-sdk";

const CLI = join(import.meta.dirname, "../../../sync-server/embedded/stellar/cli.ts");
const CLOSE_INTERVAL_MS = 20;

/** The network as a process of its own, to be killed. */
export interface NetworkProcess {
  readonly url: string;
  readonly client: rpc.Server;
  /** Ends it as a power cut would end the process: at once, in the middle of whatever it does. */
  kill(): Promise<void>;
}

export async function startNetwork(directory: string): Promise<NetworkProcess> {
  const flags = ["--port", "0", "--data", directory, "--close-interval", String(CLOSE_INTERVAL_MS)];
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await portOf(child);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    client: new rpc.Server(`${url}/rpc`, { allowHttp: true }),
    kill: async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

async function portOf(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const port = / ready on \S+:(\d+)/.exec(text)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error(`the network ended before it was ready: ${text}`);
}
