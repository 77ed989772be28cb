import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, type AccountState } from "./account.ts";
import { refreshBalances } from "./balances.ts";

/** Stores what an account became and shows it. Also without a change of its own: a settled payment frees its reservation. */
export async function storeState(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  before: AccountDocument,
  state: AccountState | undefined,
): Promise<void> {
  if (!state) return;
  const { exists, balance, selling, buying, reserves, lines, asOfLedger } = state;
  const account = await accountCollection(database).findOneAndUpdate(
    { _id: before._id },
    { $set: { exists, balance, selling, buying, reserves, lines, asOfLedger }, $inc: { version: 1 } },
    { session, returnDocument: "after" },
  );
  if (account) await refreshBalances(database, session, account);
}
