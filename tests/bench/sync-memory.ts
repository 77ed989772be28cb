import type { Socket } from "socket.io-client";
import { ratioOf, type Result } from "./results.ts";
import { openDevices, startBenchServer } from "./sync-processes.ts";

const FIRST = 50;

/** What one idle socket of a user of its own costs the sync server, beside socket.io with nothing on it. */
export async function measureMemory(mongoUrl: string, sockets: number): Promise<Result[]> {
  const bare = await bytesPerSocket("bare", mongoUrl, sockets);
  const sync = await bytesPerSocket("sync", mongoUrl, sockets);
  return [
    ratioOf({
      name: `memory of an idle socket, ${sockets.toLocaleString("en")} of them`,
      unit: "KiB",
      own: [sync / 1024],
      other: [bare / 1024],
      counterpart: "of bare socket.io",
      goal: { kind: "at most", value: 1.3 },
    }),
  ];
}

async function bytesPerSocket(kind: "sync" | "bare", mongoUrl: string, count: number): Promise<number> {
  const server = await startBenchServer(kind, mongoUrl);
  const open: Socket[] = [];
  try {
    // What the first of them loads is nobody's own.
    open.push(...(await openDevices(server.url, 1_000_000, FIRST)));
    const before = await server.memory();
    open.push(...(await openDevices(server.url, 10_000, count)));
    return ((await server.memory()) - before) / count;
  } finally {
    for (const socket of open) socket.disconnect();
    server.stop();
  }
}
