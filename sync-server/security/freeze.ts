import type { ClientSession } from "mongodb";
import type { ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import type { Act } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { findUserById } from "#server/users/index.ts";
import { type Authority, noteAct } from "./operator-actions.ts";
import { refuseOwn } from "./own.ts";
import { readSecurity, writeSecurity } from "./store.ts";

/** A change of whether an account is frozen; `by` is its owner or an operator. */
interface Freezing {
  readonly isFrozen: boolean;
  readonly reason: string;
  readonly by: number;
}

/** Freezes an account on its owner's word, or lets it go. Throws `user-unknown`. */
export async function setFrozen(runtime: Runtime, userId: number, change: Freezing): Promise<void> {
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  await runtime.database.transaction((session) => changeFrozen(runtime, session, userId, change));
}

/** Freezes somebody's account on one operator's word, noted first. Throws `user-unknown`, `operator-own`. */
export async function freezeUser(runtime: Runtime, userId: number, by: Authority): Promise<void> {
  const { operatorId, reason } = by;
  refuseOwn(operatorId, userId);
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  await runtime.database.transaction(async (session) => {
    await noteAct(runtime, session, by, { action: "freeze", userId });
    await changeFrozen(runtime, session, userId, { isFrozen: true, reason, by: operatorId });
  });
}

/** Which operator froze the account; 0 where it was its owner, or it is not frozen. Throws `user-unknown`. */
export async function frozenBy(runtime: Runtime, userId: number, session?: ClientSession): Promise<number> {
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  const security = await readSecurity(runtime.database, userId, session);
  const by = security.isFrozen === true ? (security.frozenBy ?? 0) : 0;
  return by === userId ? 0 : by;
}

/** Letting an account go: what another operator froze, one operator alone does not let go. */
export function letGoAct(runtime: Runtime): Act<ContentOf<"let-go">> {
  return {
    subject: ({ userId }) => `frozen ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId }) => `The account of user ${userId} is let go.`,
    whySecond: async ({ userId }, operatorId, session) => {
      const freezer = await frozenBy(runtime, userId, session);
      return freezer === 0 || freezer === operatorId ? null : `Operator ${freezer} froze it.`;
    },
    prepare: ({ userId, frozenBy: former }) =>
      Promise.resolve(async (session, by) => {
        const { operatorId, reason } = by;
        await noteAct(runtime, session, by, { action: "let-go", userId });
        if ((await frozenBy(runtime, userId, session)) !== former) throw new AppError("proposal-outdated");
        await changeFrozen(runtime, session, userId, { isFrozen: false, reason, by: operatorId });
      }),
  };
}

/** Nothing can be sent from a frozen account, and what was accepted but not signed yet is not sent either. */
async function changeFrozen(runtime: Runtime, session: ClientSession, userId: number, change: Freezing): Promise<void> {
  const { isFrozen, reason, by } = change;
  const { database } = runtime;
  // A payment that is being signed meanwhile takes the wallet too: whichever comes second sees the first.
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" }, { session });
  if (wallet) await takeAccount(database, session, wallet._id);
  const former = await readSecurity(database, userId, session);
  // Whoever freezes it once more is not who may let it go alone.
  const isAnothers = isFrozen && former.isFrozen === true && (former.frozenBy ?? userId) !== userId;
  const fields = isAnothers ? { isFrozen } : { isFrozen, frozenReason: reason, frozenBy: by };
  await writeSecurity(database, userId, fields, session);
  await notify(runtime, session, { userId, kind: isFrozen ? "account-frozen" : "account-let-go" });
  runtime.log.warn({ userId, isFrozen, by }, "an account is being frozen or let go");
}
