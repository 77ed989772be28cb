import { openDatabase } from "#server/platform/db/database.ts";
import { LeaseLostError, openLeases } from "./leases.ts";

// A process that takes a lease, says so, and after a word on its stdin writes what the lease is for. Its clock is wrong by
// `skewMs` all the while.
const [url = "", durationMs = "", skewMs = "0"] = process.argv.slice(2);
const now = (): number => RealDate.now() + Number(skewMs);
const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: readonly unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

const database = await openDatabase(url, "leases", 10_000);
const leases = openLeases(database, Number(durationMs));
const lease = await leases.acquire("paying");
process.stdout.write(lease ? "held\n" : "refused\n");
await new Promise((resolve) => {
  process.stdin.once("data", resolve);
});
try {
  if (!lease) throw new Error("nothing is held");
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
