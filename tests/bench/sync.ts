import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openDatabase } from "#server/platform/db/database.ts";
import { entityIndexes } from "#server/platform/db/indexes.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { writePayments } from "./long-history.ts";
import { measureDevice } from "./sync-device.ts";
import { measureLatency } from "./sync-latency.ts";
import { measureMemory } from "./sync-memory.ts";
import { measurePull } from "./sync-pull.ts";

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "100000" },
    sockets: { type: "string", default: "2000" },
    only: { type: "string" },
  },
});
const documents = Number(values.documents);

async function report(name: string, measure: () => Promise<string[]>): Promise<void> {
  if (values.only !== undefined && values.only !== name) return;
  const lines = await measure();
  const [load = 0] = loadavg();
  console.log(`${name} (load ${load.toFixed(1)})`);
  for (const line of lines) console.log(`  ${line}`);
}

const mongo = await startMongo();
try {
  const database = await openDatabase(mongo.url, "bench-sync", 10_000);
  await entityIndexes.run(database, new Date());
  if (values.only === undefined || values.only === "pull" || values.only === "device")
    await writePayments(database, 1, documents);
  await database.close();
  await report("pull", () => measurePull(mongo.url));
  await report("memory", () => measureMemory(mongo.url, Number(values.sockets)));
  await report("device", () => measureDevice(mongo.url, documents));
  await report("latency", () => measureLatency(mongo.url));
} finally {
  await mongo.stop();
}
