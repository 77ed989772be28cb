import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { eventually } from "#tests/support/app.ts";
import { cpuMsOf } from "#tests/support/process-usage.ts";

/** Sockets that are opened at the same time. */
const AT_ONCE = 50;

/** A server in a process of its own. */
export interface BenchServer {
  readonly url: string;
  /** Bytes in use after a collection. */
  memory(): Promise<number>;
  /** Processor time that it has taken, in ms. */
  cpuMs(): Promise<number>;
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
    cpuMs: () => cpuMsOf(child.pid ?? 0),
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

/** A device of a user; the server itself knows people by their cookies, those for measuring by their ids alone. */
export async function connectDevice(url: string, user: number | string): Promise<Socket> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders: { cookie: String(user) },
  });
  await eventually(() => socket.connected, 60_000);
  return socket;
}

/** Devices of so many users, whose ids begin at `firstUser`. */
export async function openDevices(url: string, firstUser: number, count: number): Promise<Socket[]> {
  const open: Socket[] = [];
  while (open.length < count) {
    const users = Array.from({ length: Math.min(AT_ONCE, count - open.length) }, (_, index) => open.length + index);
    open.push(...(await Promise.all(users.map((user) => connectDevice(url, firstUser + user)))));
  }
  return open;
}
