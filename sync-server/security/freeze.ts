import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { takenBackWords } from "#schemas/protection-words.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { findUserById } from "#server/users/index.ts";
import { noteOperatorAction } from "./operator-actions.ts";
import { readSecurity, type TakenKind, writeSecurity } from "./store.ts";
import { describeTakenBack, type TakerBack } from "./taken-back.ts";
import { cancelAllWaiting } from "./waiting.ts";

export interface FreezeDeps {
  readonly runtime: Runtime;
  readonly takersBack: readonly TakerBack[];
  /** Says that an account was frozen, so that what it has on the network is taken back at once. */
  readonly onFrozen?: () => void;
}

/**
 * Freezes an account, or lets it go. Nothing can be sent from a frozen one; what was accepted but not signed yet, standing orders
 * and changes that wait are taken back with it, offers on the network right after (`keep-taken-back.ts`). Letting go brings none of
 * it back. Throws `user-unknown`.
 */
export async function setFrozen(
  { runtime, takersBack, onFrozen }: FreezeDeps,
  userId: number,
  change: { readonly isFrozen: boolean; readonly reason: string; readonly by: number },
): Promise<void> {
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  const { isFrozen, reason, by } = change;
  await runtime.database.transaction(async (session) => {
    await takeWallet(runtime, session, userId);
    const fields = { isFrozen, frozenReason: reason, frozenBy: by };
    if (isFrozen) await freeze(runtime, session, userId, fields, takersBack);
    else await letGo(runtime, session, userId, fields);
    if (by === userId) return;
    await noteOperatorAction(runtime, session, {
      operatorId: by,
      action: isFrozen ? "freeze" : "let-go",
      userId,
      reason,
    });
  });
  if (isFrozen) onFrozen?.();
  runtime.log.warn({ userId, isFrozen, by }, "an account was frozen or let go");
}

/** Takes back whatever there is, within the caller's transaction, which has taken the wallet; adds up how much it was. */
export async function takeAllBack(
  { database }: Runtime,
  session: ClientSession,
  userId: number,
  takersBack: readonly TakerBack[],
): Promise<void> {
  const { takenBack: former = {} } = await readSecurity(database, userId, session);
  const takenBack: Partial<Record<TakenKind, number>> = { ...former };
  for (const { kind, takeBack } of takersBack)
    takenBack[kind] = (takenBack[kind] ?? 0) + (await takeBack(session, userId));
  await writeSecurity(database, userId, { takenBack }, session);
}

/** What is being signed meanwhile takes the wallet too: whichever comes second sees the first. */
export async function takeWallet({ database }: Runtime, session: ClientSession, userId: number): Promise<void> {
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" }, { session });
  if (wallet) await takeAccount(database, session, wallet._id);
}

type Fields = { readonly isFrozen: boolean; readonly frozenReason: string; readonly frozenBy: number };

/** Frozen again by somebody else, what was taken back before is still counted. */
async function freeze(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  fields: Fields,
  takersBack: readonly TakerBack[],
): Promise<void> {
  const { database, clock } = runtime;
  const former = await readSecurity(database, userId, session);
  const isNew = former.isFrozen !== true || !former.frozenAt;
  await writeSecurity(database, userId, { ...fields, ...(isNew && { frozenAt: clock.now(), takenBack: {} }) }, session);
  await takeAllBack(runtime, session, userId, takersBack);
  await cancelAllWaiting(runtime, session, userId);
  const security = await readSecurity(database, userId, session);
  const detail = takenBackWords(await describeTakenBack(runtime, security, session));
  await notify(runtime, session, { userId, kind: "account-frozen", detail });
}

async function letGo(runtime: Runtime, session: ClientSession, userId: number, fields: Fields): Promise<void> {
  await writeSecurity(runtime.database, userId, fields, session);
  await notify(runtime, session, { userId, kind: "account-let-go" });
}
