import type { Bench } from "./mongo-bench.ts";
import type { Result } from "./results.ts";
import { busyness, median, quantile } from "./results.ts";

const EVENTS = 1000;
const EVERY_MS = 5;

/** From the call that writes to the event at a watcher on a connection of its own: the write's own time is in it. */
export async function measureStream(bench: Bench): Promise<Result[]> {
  const watching = await bench.connect();
  try {
    const stream = watching.db("bench").collection("watched").watch();
    // Answers once the server has opened the stream.
    await stream.tryNext();
    const sentAt: number[] = [];
    const times: number[] = [];
    const watch = async (): Promise<void> => {
      while (times.length < EVENTS) {
        const event = await stream.next();
        if (event.operationType !== "insert") continue;
        times.push(performance.now() - (sentAt[Number(event.fullDocument["number"])] ?? Number.NaN));
      }
    };
    await Promise.all([watch(), writeSteadily(bench, sentAt)]);
    await stream.close();
    const note = `${EVENTS} events from the call on, one every ${EVERY_MS} ms, ${busyness()}`;
    return [
      { name: "change stream delivery, median", value: median(times), unit: "ms", note },
      {
        name: "change stream delivery, p95",
        value: quantile(times, 0.95),
        unit: "ms",
        goal: { kind: "at most", value: 10 },
        note,
      },
    ];
  } finally {
    await watching.close();
  }
}

async function writeSteadily(bench: Bench, sentAt: number[]): Promise<void> {
  const collection = bench.db.collection("watched");
  for (let number = 0; number < EVENTS; number += 1) {
    sentAt.push(performance.now());
    await collection.insertOne({ number });
    await new Promise((resolve) => {
      setTimeout(resolve, EVERY_MS);
    });
  }
}
