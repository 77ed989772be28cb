import { parseArgs } from "node:util";
import { lineOfResult, type Result } from "./results.ts";
import { withSyncDatabase } from "./sync-database.ts";
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
const needsHistory = values.only === undefined || ["pull", "device"].includes(values.only);

async function report(name: string, measure: () => Promise<Result[]>): Promise<void> {
  if (values.only !== undefined && values.only !== name) return;
  for (const result of await measure()) console.log(lineOfResult(result));
}

await withSyncDatabase(needsHistory ? documents : 0, async (mongoUrl) => {
  await report("pull", () => measurePull(mongoUrl, 5));
  await report("memory", () => measureMemory(mongoUrl, Number(values.sockets)));
  await report("device", () => measureDevice(mongoUrl, documents));
  await report("latency", () => measureLatency(mongoUrl, 300));
});
