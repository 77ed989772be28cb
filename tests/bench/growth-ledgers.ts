import { insertAccount } from "#server/platform/ingest/account.ts";
import { type Ground, withGround } from "./ground.ts";
import type { Axis } from "./growth-table.ts";
import { openPayers, type Payers } from "./payers.ts";
import { median } from "./results.ts";

/** Ledgers of each size. */
const LEDGERS = 5;
/** How often the network closes one. */
const LEDGER_MS = 5000;

const FIGURES = {
  lag: {
    name: "ledger closed to ingested, every payment between accounts of ours",
    unit: "ms",
    grows: "linear",
    note: `two rows and two accounts a payment; the next ledger comes after ${LEDGER_MS} ms`,
  },
  cpu: { name: "the server's processor time for a transaction", unit: "ms", grows: "flat" },
} as const;

export const LEDGERS_OF: Axis<keyof typeof FIGURES> = {
  what: "transactions in each ledger",
  sizes: [10, 100, 300, 1000],
  figures: FIGURES,
  measure: (sizes, at) =>
    withGround(async (ground) => {
      const payers = await openOurs(ground, Math.max(...sizes));
      await ground.untilIngested();
      // A server that has folded little yet takes longer over it.
      for (let ledger = 0; ledger < LEDGERS; ledger += 1) {
        await payers.pay(sizes[0]);
        await ground.untilIngested();
      }
      await ground.untilAtRest();
      for (const count of sizes) {
        const lags: number[] = [];
        let cpuMs = 0;
        for (let ledger = 0; ledger < LEDGERS; ledger += 1) {
          await payers.pay(count);
          const before = await ground.cpuMs();
          lags.push(await ground.untilIngested());
          cpuMs += (await ground.cpuMs()) - before;
        }
        at(count)("lag", median(lags));
        at(count)("cpu", cpuMs / LEDGERS / count);
      }
    }),
};

/** Accounts on the ledger that are ours. */
export async function openOurs({ stellar, database }: Ground, count: number): Promise<Payers> {
  const payers = await openPayers(stellar, count);
  for (const [index, key] of payers.keys.entries())
    await database.transaction((session) => insertAccount(database, session, key.publicKey(), index + 1));
  return payers;
}
