import type { HideClaimInput } from "#schemas/claims.ts";
import { AppError } from "#schemas/errors.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { claimableCollection } from "#server/claimables/index.ts";

/** Hides what was set aside for a user from their list, or shows it again, on all their devices. Throws `claim-unknown`. */
export async function hideClaim(
  { database }: Pick<Runtime, "database">,
  userId: number,
  { balanceId, isHidden }: HideClaimInput,
): Promise<void> {
  await database.transaction(async (session) => {
    const row = await claimableCollection(database).findOne({ userId, balanceId, deleted: false }, { session });
    if (!row) throw new AppError("claim-unknown");
    if ((row.isHidden ?? false) === isHidden) return;
    const write = { uid: row.uid, fields: { isHidden } };
    await putReplicated(database, session, "claimable_balances", userId, [write]);
  });
}
