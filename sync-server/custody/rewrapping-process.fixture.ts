import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "#server/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { verifyRing } from "#server/platform/vault/canary.ts";
import { localKeyProvider } from "#server/platform/vault/key-provider.ts";
import { keyRingOf } from "#server/platform/vault/key-ring.ts";
import { startRewrapping } from "./start-custody.ts";

// A server that changes the vault's locks and nothing else, so slowly that it can be killed in the middle.
const [url = "", leaseMs = "", current = "", former = "", session = ""] = process.argv.slice(2);
const SLOW_MS = 40;

const clock = { now: () => new Date() };
const database = await openDatabase(url, "astrolabe", 10_000);
const [first, second] = [current, former].map((key) => localKeyProvider(Buffer.from(key, "hex")));
if (!first || !second) throw new Error("no keys are named");
const ring = keyRingOf("VAULT_KEY", first, [second]);
await verifyRing(database, ring);
const slow = async (dataKey: Buffer, context: string): Promise<Buffer> => {
  await delay(SLOW_MS);
  return first.wrap(dataKey, context);
};
const leases = openLeases(database, Number(leaseMs));
const config = { sessionKey: Buffer.from(session, "hex") } as Config;
startRewrapping({
  runtime: { config, database, clock, log: createLog("silent") },
  leases,
  ring: { ...ring, current: { ...first, wrap: slow } },
});
process.stdout.write(`${leases.holder}\n`);
