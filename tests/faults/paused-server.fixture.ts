import { join } from "node:path";
import { buildApp } from "#server/app.ts";
import { readEnvironment } from "#server/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import { LeaseLostError, openLeases } from "#server/platform/jobs/leases.ts";
import { settleConfig } from "#server/settle-config.ts";

// A whole server whose leases are short, and beside its jobs one more that has no guard but its lease: each of its runs asks
// a gate, which may keep it waiting, and then writes a row.
const [name = "", gateUrl = "", leaseMs = ""] = process.argv.slice(2);
const PAUSE_MS = 50;
const log = createLog("silent");
const { config } = await settleConfig(readEnvironment(process.env), log);
const database = await openDatabase(config.mongodbUrl, config.databaseName, 10_000);
const runtime = { config, database, log, clock: { now: () => new Date() } };
const app = await buildApp(runtime, join(config.dataDir, "no-pwa"), { leaseMs: Number(leaseMs) });
startLeasedLoop({
  name: "probe",
  runtime,
  leases: openLeases(database, Number(leaseMs)),
  failurePauseMs: PAUSE_MS,
  run: async (fenced) => {
    await fetch(gateUrl);
    try {
      await fenced.database.transaction((session) =>
        fenced.database.collection("probe").insertOne({ by: name }, { session }),
      );
    } catch (error) {
      if (error instanceof LeaseLostError) process.stdout.write("refused\n");
      throw error;
    }
    return PAUSE_MS;
  },
});
process.stdout.write(`ready on ${await app.server.listen({ host: "127.0.0.1", port: 0 })}\n`);
