import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, type AccountState } from "./account.ts";
import { refreshAllBalances } from "./balances.ts";
import { tellShared } from "./tell-shared.ts";

/** Stores what accounts became and shows it. Also without a change of their own: a settled payment frees its reservation. */
export async function storeStates(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  accounts: readonly AccountDocument[],
  states: ReadonlyMap<string, AccountState>,
): Promise<void> {
  const changed = accounts.flatMap((before) => {
    const state = states.get(before._id);
    if (!state) return [];
    const { exists, balance, selling, buying, reserves, lines, isShared, asOfLedger } = state;
    return [{ ...before, exists, balance, selling, buying, reserves, lines, isShared, asOfLedger }];
  });
  if (changed.length === 0) return;
  await accountCollection(database).bulkWrite(
    changed.map(({ _id, exists, balance, selling, buying, reserves, lines, isShared, asOfLedger }) => ({
      updateOne: {
        filter: { _id },
        update: {
          $set: { exists, balance, selling, buying, reserves, lines, isShared, asOfLedger },
          $inc: { version: 1 },
        },
      },
    })),
    { session },
  );
  await refreshAllBalances(database, session, changed);
  await tellShared({ database, clock }, session, accounts, changed);
}
