import type { Socket } from "socket.io-client";
import { openDatabase } from "#server/platform/db/database.ts";
import { ratioOf, type Result, roundsAndLoad } from "./results.ts";
import { connectDevice, startBenchServer } from "./sync-processes.ts";

const OWNER = 1;
const BATCH = 500;

/** Reads one owner's history by pulls and by a driver's cursor over the same documents, in turns. */
export async function measurePull(mongoUrl: string, rounds: number): Promise<Result[]> {
  const database = await openDatabase(mongoUrl, "bench-sync", 10_000);
  const server = await startBenchServer("sync", mongoUrl);
  const device = await connectDevice(server.url, OWNER);
  const pulled: number[] = [];
  const read: number[] = [];
  const before = await server.memory();
  let most = before;
  try {
    for (let round = 0; round < rounds; round += 1) {
      read.push(
        await rateOf(async () => {
          const cursor = database
            .collection("transactions")
            .find({ userId: OWNER }, { batchSize: BATCH })
            .sort({ revision: 1 });
          let count = 0;
          for await (const _document of cursor) count += 1;
          return count;
        }),
      );
      pulled.push(await rateOf(() => pullEverything(device)));
      most = Math.max(most, await server.memory());
    }
  } finally {
    device.disconnect();
    server.stop();
    await database.close();
  }
  return [
    ratioOf({
      name: "pull throughput",
      unit: "rows/s",
      own: pulled,
      other: read,
      counterpart: "of a raw MongoDB cursor",
    }),
    {
      name: "server memory kept after the pulls",
      value: (most - before) / 1024,
      unit: "KiB",
      note: `(${roundsAndLoad(rounds)})`,
    },
  ];
}

async function rateOf(work: () => Promise<number>): Promise<number> {
  const beganMs = performance.now();
  const count = await work();
  return (count / (performance.now() - beganMs)) * 1000;
}

async function pullEverything(device: Socket): Promise<number> {
  let count = 0;
  let checkpoint: string | null = null;
  for (;;) {
    const message = { collection: "transactions", checkpoint, limit: BATCH };
    const answer: Record<string, unknown> = await device.timeout(60_000).emitWithAck("pull", message);
    if (answer["error"] !== undefined) {
      // Only the limit on messages, which a device waits out.
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const { documents } = answer;
    count += Array.isArray(documents) ? documents.length : 0;
    checkpoint = typeof answer["checkpoint"] === "string" ? answer["checkpoint"] : null;
    if (answer["hasMore"] !== true) return count;
  }
}
