import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { mayDo, type Permission } from "#schemas/operators.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  OPERATOR_PROJECTION,
  type OperatorFields,
  type Standing,
  standingOf,
} from "#server/platform/operators/standing.ts";
import { readSecurity, readSecurityWithin } from "#server/users/index.ts";

/** An operator as a transaction sees them. */
export interface Holder extends Standing {
  readonly id: number;
}

/**
 * The operators who may do something, the only place that says who does. Frozen ones count: whoever freezes all the others is not
 * thereby alone.
 */
export async function holdersOf(
  database: Database,
  session: ClientSession | null,
  permission: Permission,
): Promise<readonly Holder[]> {
  const open = { isAdmin: true, closedAt: { $exists: false } };
  const found = await database
    .collection<OperatorFields>("users")
    .find(open, { ...(session && { session }), projection: OPERATOR_PROJECTION })
    .toArray();
  return found.flatMap((user) => {
    const standing = standingOf(database, user);
    return standing && mayDo(standing.roles, permission) ? [{ id: user.id, ...standing }] : [];
  });
}

/** Those of them who can do it now: a frozen operator does nothing. */
export async function holdersAtWork(
  runtime: Pick<Runtime, "database" | "clock" | "log">,
  session: ClientSession | null,
  permission: Permission,
): Promise<readonly Holder[]> {
  const holders = await holdersOf(runtime.database, session, permission);
  const securities = await Promise.all(
    holders.map(({ id }) => (session ? readSecurityWithin(runtime, session, id) : readSecurity(runtime, id))),
  );
  return holders.filter((_holder, place) => securities[place]?.isFrozen !== true);
}

/** What a user is as an operator, as the transaction sees it; null for none. */
export async function holderWithin(database: Database, session: ClientSession, userId: number): Promise<Holder | null> {
  const open = { id: userId, closedAt: { $exists: false } };
  const user = await database
    .collection<OperatorFields>("users")
    .findOne(open, { session, projection: OPERATOR_PROJECTION });
  const standing = user && standingOf(database, user);
  return standing && { id: userId, ...standing };
}

/** Throws `admin-required` for who is no operator by now, and `role-required` for one who may not do this. */
export async function requireHolder(
  database: Database,
  session: ClientSession,
  operatorId: number,
  permission: Permission,
): Promise<Holder> {
  const holder = await holderWithin(database, session, operatorId);
  if (!holder) throw new AppError("admin-required");
  if (!mayDo(holder.roles, permission)) throw new AppError("role-required");
  return holder;
}

/** Nobody but a super does anything to an operator's account, or asks that it be done. Throws `operator-above`. */
export async function refuseAbove(
  database: Database,
  session: ClientSession,
  { roles }: Holder,
  { permission, about }: { readonly permission: Permission; readonly about: readonly number[] },
): Promise<void> {
  if (!permission.startsWith("users.") || mayDo(roles, "operators.set")) return;
  for (const userId of about) if (await holderWithin(database, session, userId)) throw new AppError("operator-above");
}
