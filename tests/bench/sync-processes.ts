import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { eventually } from "#tests/support/app.ts";

/** A server in a process of its own. */
export interface BenchServer {
  readonly url: string;
  /** Bytes in use after a collection. */
  memory(): Promise<number>;
  stop(): void;
}

export async function startBenchServer(kind: "sync" | "bare", mongoUrl: string): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, "sync-child.ts"), [kind, mongoUrl], { execArgv: ["--expose-gc"] });
  const port = await answerOf(child, "port");
  return {
    url: `http://127.0.0.1:${port}`,
    memory: async () => {
      const answer = answerOf(child, "memory");
      child.send("memory");
      return answer;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}

function answerOf(child: ChildProcess, field: "port" | "memory"): Promise<number> {
  return new Promise((resolve, reject) => {
    const hear = (message: object) => {
      const value = new Map<string, unknown>(Object.entries(message)).get(field);
      if (typeof value !== "number") return;
      child.off("message", hear);
      resolve(value);
    };
    child.on("message", hear);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** A device of a user. */
export async function connectDevice(url: string, userId: number): Promise<Socket> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders: { cookie: String(userId) },
  });
  await eventually(() => socket.connected, 60_000);
  return socket;
}
