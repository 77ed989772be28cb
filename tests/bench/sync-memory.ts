import type { Socket } from "socket.io-client";
import { ratioOf, type Result } from "./results.ts";
import { connectDevice, startBenchServer } from "./sync-processes.ts";

const AT_ONCE = 50;

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
    for (let first = 0; first < AT_ONCE; first += 1) open.push(await connectDevice(server.url, 1_000_000 + first));
    const before = await server.memory();
    for (let opened = 0; opened < count; opened += AT_ONCE) {
      const users = Array.from({ length: Math.min(AT_ONCE, count - opened) }, (_, index) => 10_000 + opened + index);
      open.push(...(await Promise.all(users.map((userId) => connectDevice(server.url, userId)))));
    }
    return ((await server.memory()) - before) / count;
  } finally {
    for (const socket of open) socket.disconnect();
    server.stop();
  }
}
