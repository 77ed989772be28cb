import { randomBytes } from "node:crypto";
import { openDatabase } from "#server/platform/db/database.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { testVault } from "#tests/support/vault.ts";

/** A process that signs as often as it can: URL KEY ADDRESS AT_ONCE DURATION_MS; prints how often it did. */
const [url = "", key = "", address = "", atOnce = "1", durationMs = "1000"] = process.argv.slice(2);
const clock = { now: () => new Date() };
const database = await openDatabase(url, "bench", 10_000);
const audit = openAuditLog(database, clock);
const vault = openVault(database, openKeyRing(testVault(Buffer.from(key, "hex")), clock), audit, clock);
const request = { address, purpose: "wallet", userId: 1, requestedBy: "bench", reason: "bench" } as const;

await vault.verifyKey();
await vault.sign({ ...request, hash: randomBytes(32) });
const until = performance.now() + Number(durationMs);
let signatures = 0;
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (performance.now() < until) {
      await vault.sign({ ...request, hash: randomBytes(32) });
      signatures += 1;
    }
  }),
);
await database.close();
console.log(signatures);
