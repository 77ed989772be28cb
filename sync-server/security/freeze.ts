import { AppError } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { findUserById } from "#server/users/index.ts";
import { noteOperatorAction } from "./operator-actions.ts";
import { writeSecurity } from "./store.ts";

/**
 * Freezes an account, or lets it go. Nothing can be sent from a frozen one, and what was accepted but not signed yet is
 * not sent either. Throws `user-unknown`.
 */
export async function setFrozen(
  runtime: Runtime,
  userId: number,
  change: { readonly isFrozen: boolean; readonly reason: string; readonly by: number },
): Promise<void> {
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  const { isFrozen, reason, by } = change;
  const { database } = runtime;
  await database.transaction(async (session) => {
    // A payment that is being signed meanwhile takes the wallet too: whichever comes second sees the first.
    const wallet = await accountCollection(database).findOne({ userId, role: "wallet" }, { session });
    if (wallet) await takeAccount(database, session, wallet._id);
    await writeSecurity(database, userId, { isFrozen, frozenReason: reason, frozenBy: by }, session);
    const kind = isFrozen ? "account-frozen" : "account-let-go";
    await notify(runtime, session, { userId, kind });
    if (by === userId) return;
    await noteOperatorAction(runtime, session, {
      operatorId: by,
      action: isFrozen ? "freeze" : "let-go",
      userId,
      reason,
    });
  });
  runtime.log.warn({ userId, isFrozen, by }, "an account was frozen or let go");
}
