import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Socket } from "socket.io-client";
import type { Axis } from "./growth-table.ts";
import { withSyncDatabase } from "./sync-database.ts";
import { openDevices, startBenchServer } from "./sync-processes.ts";

const IDLE_MS = 30_000;
/** Open besides the sockets, of which each takes a handle here and one in the server. */
const HANDLES_SPARED = 200;

const FIGURES = {
  kib: { name: "memory of an idle socket", unit: "KiB", grows: "flat" },
  cpu: {
    name: "processor time while all of them are idle",
    unit: "ms/s",
    grows: "linear",
    note: "each is pinged every 25 s and answers; below that lies the change stream",
  },
} as const;

export const SOCKETS: Axis<keyof typeof FIGURES> = {
  what: "idle sockets, each of a user of its own",
  sizes: [100, 1000, 3000, 10_000],
  figures: FIGURES,
  measure: (sizes, at) =>
    withSyncDatabase(0, async (mongoUrl) => {
      const server = await startBenchServer("sync", mongoUrl);
      const open: Socket[] = [];
      try {
        // What the first of them loads is nobody's own.
        open.push(...(await openDevices(server.url, 1_000_000, 50)));
        const before = await server.memory();
        let opened = 0;
        for (const sockets of sizes) {
          if (!(await mayOpen(sockets))) continue;
          open.push(...(await openDevices(server.url, 10_000 + opened, sockets - opened)));
          opened = sockets;
          const note = at(sockets);
          note("kib", ((await server.memory()) - before) / sockets / 1024);
          const cpuMs = await server.cpuMs();
          await delay(IDLE_MS);
          note("cpu", ((await server.cpuMs()) - cpuMs) / (IDLE_MS / 1000));
        }
      } finally {
        for (const socket of open) socket.disconnect();
        server.stop();
      }
    }),
};

/** Says loudly where a process may not have as many handles open. */
async function mayOpen(sockets: number): Promise<boolean> {
  const limits = await readFile("/proc/self/limits", "utf8");
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  if (sockets + HANDLES_SPARED <= most) return true;
  console.error(
    `NOT MEASURED: ${sockets} sockets take as many handles, and a process may have only ${most} here (ulimit -n)`,
  );
  return false;
}
