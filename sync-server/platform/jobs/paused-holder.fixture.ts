import { openDatabase } from "#server/platform/db/database.ts";
import { LeaseLostError, openLeases } from "./leases.ts";

// A process that takes a lease, says so, and after a word on its stdin writes what the lease is for.
const [url = "", durationMs = ""] = process.argv.slice(2);
const database = await openDatabase(url, "leases", 10_000);
const leases = openLeases(database, { now: () => new Date() });
const lease = await leases.acquire("paying", Number(durationMs));
if (!lease) throw new Error("somebody else holds the lease");
process.stdout.write("held\n");
await new Promise((resolve) => {
  process.stdin.once("data", resolve);
});
try {
  await database.transaction(async (session) => {
    await leases.assertHeld(session, lease);
    await database.collection("effects").insertOne({ by: "paused" }, { session });
  });
  process.stdout.write("wrote\n");
} catch (error) {
  process.stdout.write(error instanceof LeaseLostError ? "lost\n" : `failed: ${String(error)}\n`);
}
await database.close();
process.stdin.destroy();
