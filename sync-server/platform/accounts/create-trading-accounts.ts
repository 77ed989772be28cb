import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { insertAccount } from "#server/platform/ingest/account.ts";
import { custodyOf } from "#server/platform/vault/open-vault.ts";

/**
 * Makes so many accounts that only trade for this person, within the transaction of what opens them on the ledger: their keys go into the
 * vault. Answers with their addresses.
 */
export async function createTradingAccounts(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  count: number,
): Promise<string[]> {
  const { vault } = custodyOf(runtime);
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const address = await vault.createKey(session, { userId, purpose: "trading" });
    await insertAccount(runtime.database, session, address, userId, "trading");
    made.push(address);
  }
  return made;
}
