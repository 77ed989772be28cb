import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildApp } from "#server/app.ts";
import { readEnvironment } from "#server/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { settleConfig } from "#server/settle-config.ts";

// A whole server whose clock is set from outside: each line that it reads says by how many ms it is ahead from then on.
const log = createLog("silent");
const { config } = await settleConfig(readEnvironment(process.env), log);
const database = await openDatabase(config.mongodbUrl, config.databaseName, 10_000);
let aheadMs = 0;
createInterface({ input: process.stdin }).on("line", (line) => {
  aheadMs = Number(line);
});
const clock = { now: () => new Date(Date.now() + aheadMs) };
const app = await buildApp({ config, database, log, clock }, join(config.dataDir, "no-pwa"));
await app.createFirstAdmin({ username: "watcher", password: "a long password 2026", email: "watcher@example.org" });
process.on("SIGTERM", () => {
  void app.server
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
process.stdout.write(`ready on ${await app.server.listen({ host: "127.0.0.1", port: 0 })}\n`);
