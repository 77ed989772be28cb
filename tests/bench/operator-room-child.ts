import { setTimeout as delay } from "node:timers/promises";
import { startTestApp } from "#tests/support/app.ts";
import { anAdmin } from "#tests/support/builders.ts";

const LEDGER_MS = 5000;
/** How often something that waits changes: five times as often as consoles are told. */
const CHANGE_MS = 200;

/** The whole app, where something that waits for an operator changes all the time; answers `cpu` with the ms of processor time used. */
const app = await startTestApp({ closeIntervalMs: LEDGER_MS });
const url = await app.listen();
const { cookie } = await anAdmin(app);
process.on("message", (asked) => {
  if (asked !== "cpu") return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000 });
});
process.on("disconnect", () => {
  void app.stop().finally(() => process.exit(0));
});
process.send?.({ url, cookie });
for (let number = 1; process.connected; number += 1) {
  const declared = { id: 900_000 + number, uid: `bench-${number}`, revision: number, userId: 900_000 };
  await app.database
    .collection("cash_app_deposits")
    .insertOne({ ...declared, status: "pending", createdAt: new Date(), cashAppTransactionId: `B${number}` });
  await delay(CHANGE_MS);
}
