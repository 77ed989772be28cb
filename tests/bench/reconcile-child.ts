import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { compareRecords } from "#server/reconciliation/compare-records.ts";

// A process of its own that compares the records a few times, so that its memory is that of the comparison alone.
const [config = "", rounds = ""] = process.argv.slice(2);
const parsed = JSON.parse(config);
const database = await openDatabase(parsed.mongodbUrl, parsed.databaseName, 10_000);
const runtime = { config: parsed, database, log: createLog("silent"), clock: { now: () => new Date() } };
const network = openRpcNetwork(parsed.stellar);
await network.head();
const before = process.memoryUsage().rss;
for (let round = 0; round < Number(rounds); round += 1) {
  const from = performance.now();
  const { accounts, skipped, differences } = await compareRecords(runtime, network);
  const ms = performance.now() - from;
  // In kibibytes.
  const grown = process.resourceUsage().maxRSS * 1024 - before;
  process.stdout.write(`${JSON.stringify({ accounts, skipped, differences: differences.length, ms, grown })}\n`);
}
await database.close();
