import type { ClientSession } from "mongodb";
import type { ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { say } from "#schemas/say.ts";
import { takenBackSaid } from "#schemas/protection-words.ts";
import { type Act, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { findUserById } from "#server/users/index.ts";
import {
  NOBODY_WE_KNOW,
  readSecurity,
  readSecurityWithin,
  type TakenKind,
  type UserSecurity,
  writeSecurity,
} from "#server/users/index.ts";
import { describeTakenBack, type TakerBack } from "./taken-back.ts";
import { cancelAllWaiting } from "./waiting.ts";

export interface FreezeDeps {
  readonly runtime: Runtime;
  readonly takersBack: readonly TakerBack[];
  /** Says that an account was frozen, so that what it has on the network is taken back at once. */
  readonly onFrozen?: () => void;
}

/** A change of whether an account is frozen; `by` is its owner or an operator. */
interface Freezing {
  readonly isFrozen: boolean;
  readonly reason: string;
  readonly by: number;
}

/**
 * Freezes an account on its owner's word, or lets it go. Nothing can be sent from a frozen one; what was accepted but not signed yet,
 * standing orders and changes that wait are taken back with it, offers on the network right after (`keep-taken-back.ts`). Letting go
 * brings none of it back. Throws `user-unknown`.
 */
export async function setFrozen(deps: FreezeDeps, userId: number, change: Freezing): Promise<void> {
  const { runtime } = deps;
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  await runtime.database.transaction((session) => changeFrozen(deps, session, userId, change));
  if (change.isFrozen) deps.onFrozen?.();
}

/** Freezing somebody's account: one operator's word is enough, unless it is set otherwise. Its preparation throws `user-unknown`. */
export function freezeAct(deps: FreezeDeps): Act<ContentOf<"freeze">> {
  const { runtime } = deps;
  return {
    subject: ({ userId }) => `freezing ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId }) => `The account of user ${userId} is frozen.`,
    whySecond: () => Promise.resolve(null),
    prepare: async ({ userId }) => {
      if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
      return async (session, authority) => {
        const { operatorId, reason } = authority;
        const former = await readSecurityWithin(runtime, session, userId);
        const by = isByOperator(former) ? former.frozenBy : operatorId;
        const change = { before: standing(former), after: { isFrozen: true, by } };
        await noteAct(runtime, session, authority, { action: "freeze", userId, change });
        await changeFrozen(deps, session, userId, { isFrozen: true, reason, by: operatorId });
      };
    },
    afterwards: () => deps.onFrozen?.(),
  };
}

/** Which operator froze the account, or {@link NOBODY_WE_KNOW}; 0 where it was its owner, or it is not frozen. Throws `user-unknown`. */
export async function frozenBy(runtime: Runtime, userId: number, session: ClientSession | null): Promise<number> {
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  const security = await (session ? readSecurityWithin(runtime, session, userId) : readSecurity(runtime, userId));
  const by = security.isFrozen === true ? (security.frozenBy ?? 0) : 0;
  return by === userId ? 0 : by;
}

/** Letting an account go: what another operator froze, one operator alone does not let go. */
export function letGoAct(deps: FreezeDeps): Act<ContentOf<"let-go">> {
  const { runtime } = deps;
  return {
    subject: ({ userId }) => `frozen ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId }) => `The account of user ${userId} is let go.`,
    whySecond: async ({ userId }, operatorId, session) => {
      const freezer = await frozenBy(runtime, userId, session);
      if (freezer === NOBODY_WE_KNOW) return "What protects it was changed past the server.";
      return freezer === 0 || freezer === operatorId ? null : `Operator ${freezer} froze it.`;
    },
    prepare: ({ userId, frozenBy: former }) =>
      Promise.resolve(async (session, by) => {
        const { operatorId, reason } = by;
        const before = standing(await readSecurityWithin(runtime, session, userId));
        const change = { before, after: standing({}) };
        await noteAct(runtime, session, by, { action: "let-go", userId, change });
        if ((await frozenBy(runtime, userId, session)) !== former) throw new AppError("proposal-outdated");
        await changeFrozen(deps, session, userId, { isFrozen: false, reason, by: operatorId });
      }),
  };
}

async function changeFrozen(deps: FreezeDeps, session: ClientSession, userId: number, change: Freezing): Promise<void> {
  const { runtime, takersBack } = deps;
  const { isFrozen, reason, by } = change;
  await takeWallet(runtime, session, userId);
  const former = await readSecurityWithin(runtime, session, userId);
  const fields = isFrozen && isByOperator(former) ? { isFrozen } : { isFrozen, frozenReason: reason, frozenBy: by };
  if (isFrozen) await freeze(runtime, session, former, fields, takersBack);
  else await letGo(runtime, session, former, fields);
  runtime.log.warn({ userId, isFrozen, by }, "an account is being frozen or let go");
}

/** Whether it is an operator who froze it: whoever does so once more is not who may let it go alone. */
function isByOperator({ _id: userId, isFrozen, frozenBy: by = userId }: UserSecurity): boolean {
  return isFrozen === true && by !== userId;
}

/** Whether it is frozen, and by whom, for the audit log; of one that is not, nobody. */
function standing({ isFrozen = false, frozenBy }: Pick<UserSecurity, "isFrozen" | "frozenBy">) {
  return { isFrozen, by: isFrozen ? (frozenBy ?? null) : null };
}

/** Takes back whatever there is, within the caller's transaction, which has taken the wallet; adds up how much it was. */
export async function takeAllBack(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  takersBack: readonly TakerBack[],
): Promise<void> {
  const { takenBack: former = {} } = await readSecurityWithin(runtime, session, userId);
  const takenBack: Partial<Record<TakenKind, number>> = { ...former };
  for (const { kind, takeBack } of takersBack)
    takenBack[kind] = (takenBack[kind] ?? 0) + (await takeBack(session, userId));
  await writeSecurity(runtime, session, userId, { takenBack });
}

/** What is being signed meanwhile takes the wallet too: whichever comes second sees the first. */
export async function takeWallet({ database }: Runtime, session: ClientSession, userId: number): Promise<void> {
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" }, { session });
  if (wallet) await takeAccount(database, session, wallet._id);
}

const SET_ANEW = say("said.set-anew");

type Fields = Pick<UserSecurity, "isFrozen" | "frozenReason" | "frozenBy">;

/** Frozen again by somebody else, what was taken back before is still counted. */
async function freeze(
  runtime: Runtime,
  session: ClientSession,
  former: UserSecurity,
  fields: Fields,
  takersBack: readonly TakerBack[],
): Promise<void> {
  const { _id: userId } = former;
  const isNew = former.isFrozen !== true || !former.frozenAt;
  await writeSecurity(runtime, session, userId, {
    ...fields,
    ...(isNew && { frozenAt: runtime.clock.now(), takenBack: {} }),
  });
  await takeAllBack(runtime, session, userId, takersBack);
  await cancelAllWaiting(runtime, session, userId);
  const security = await readSecurityWithin(runtime, session, userId);
  const detail = takenBackSaid(await describeTakenBack(runtime, security, session));
  await notify(runtime, session, { userId, kind: "account-frozen", detail });
}

async function letGo(runtime: Runtime, session: ClientSession, former: UserSecurity, fields: Fields): Promise<void> {
  const { _id: userId } = former;
  const isForged = former.frozenBy === NOBODY_WE_KNOW;
  // What protected it is lost. Until its owner has said so anew, nobody is paid, and nothing at all during the pause.
  const anew = isForged ? { isAllowListOn: true, credentialsChangedAt: runtime.clock.now() } : {};
  await writeSecurity(runtime, session, userId, { ...fields, ...anew });
  await notify(runtime, session, { userId, kind: "account-let-go", ...(isForged && { detail: SET_ANEW }) });
}
