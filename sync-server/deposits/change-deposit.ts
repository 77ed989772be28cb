import type { ClientSession, WithoutId } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { showDeposit } from "./deposit-rows.ts";
import { assertRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { DEPOSIT_KIND, type DepositDocument, depositCollection } from "./store.ts";

/**
 * Changes a deposit, and what its owner's devices show of it, if it still is as it was read; null when somebody else was
 * quicker. Throws {@link SealBrokenError} for one that was written past the server.
 */
export async function changeDeposit(
  database: Database,
  seen: DepositDocument,
  fields: Partial<WithoutId<DepositDocument>>,
  session: ClientSession,
): Promise<DepositDocument | null> {
  assertRowSealed(database, DEPOSIT_KIND, seen, seen.id);
  const changed = await depositCollection(database).findOneAndUpdate(
    { id: seen.id, version: seen.version },
    { $set: { ...fields, seal: sealRow(database, DEPOSIT_KIND, { ...seen, ...fields }) }, $inc: { version: 1 } },
    { session, returnDocument: "after" },
  );
  if (changed) await showDeposit(database, session, changed);
  return changed;
}
