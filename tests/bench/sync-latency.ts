import type { Socket } from "socket.io-client";
import { openDatabase } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { busyness, quantile, type Result } from "./results.ts";
import { connectDevice, startBenchServer } from "./sync-processes.ts";

const OWNER = 2;

/** From a commit to the `changes` on a device, beside one message through bare socket.io to another socket, in turns. */
export async function measureLatency(mongoUrl: string, turns: number): Promise<Result[]> {
  const database = await openDatabase(mongoUrl, "bench-sync", 10_000);
  const [sync, bare] = [await startBenchServer("sync", mongoUrl), await startBenchServer("bare", mongoUrl)];
  const device = await connectDevice(sync.url, OWNER);
  const [here, there] = [await connectDevice(bare.url, 3), await connectDevice(bare.url, 4)];
  const commits: number[] = [];
  const writes: number[] = [];
  const echoes: number[] = [];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      const echoed = next(there, "echo");
      const sentMs = performance.now();
      here.emit("echo", { turn, text: "x".repeat(200) });
      echoes.push((await echoed) - sentMs);

      const heard = next(device, "changes");
      const beganMs = performance.now();
      const fields = { name: `turn ${turn}`, stellarAddress: "", uniqueUserId: "", memo: "", editedAt: {} };
      await database.transaction((session) =>
        putReplicated(database, session, "contacts", OWNER, [{ uid: `u${turn % 50}`, fields }]),
      );
      const committedMs = performance.now();
      const heardMs = await heard;
      // The device may hear of it before the writer does.
      commits.push(Math.max(0, heardMs - committedMs));
      writes.push(heardMs - beganMs);
    }
  } finally {
    for (const socket of [device, here, there]) socket.disconnect();
    for (const server of [sync, bare]) server.stop();
    await database.close();
  }
  const note = `${turns} turns, ${busyness()}`;
  return [
    {
      name: "commit to the other device, p95 above a bare echo's",
      value: quantile(commits, 0.95) - quantile(echoes, 0.95),
      unit: "ms",
      goal: { kind: "at most", value: 30 },
      note: `${ofBoth(commits)} beside ${ofBoth(echoes)} (${note})`,
    },
    { name: "write begun to the other device, p95", value: quantile(writes, 0.95), unit: "ms", note: `(${note})` },
  ];
}

function next(socket: Socket, event: string): Promise<number> {
  return new Promise((resolve) => {
    socket.once(event, () => resolve(performance.now()));
  });
}

function ofBoth(values: readonly number[]): string {
  return `median ${quantile(values, 0.5).toFixed(1)}, p95 ${quantile(values, 0.95).toFixed(1)} ms`;
}
