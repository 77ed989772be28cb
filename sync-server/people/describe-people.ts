import type { FoundBy, PersonRow } from "#schemas/people.ts";
import { depositCollection, OPEN_DEPOSITS } from "#server/deposits/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  believedUser,
  findUsersById,
  givenEmail,
  isMailboxUnproven,
  readSecurityOf,
  type UserDocument,
} from "#server/users/index.ts";

/** What the list and the page say of a person alike. */
export function faceOf(runtime: Runtime, user: UserDocument) {
  return {
    id: user.id,
    username: user.username,
    uniqueUserId: user.uniqueUserId,
    email: givenEmail(user),
    isEmailUnproven: isMailboxUnproven(runtime, user),
    address: user.walletAddress ?? null,
    signedUpAt: user.createdAt.toISOString(),
    isOperator: user.isAdmin,
    isClosed: user.closedAt !== undefined,
  };
}

/** Rows of people as operators see them: as the server wrote them, whatever somebody else wrote there. */
export async function describePeople(
  runtime: Runtime,
  stored: readonly UserDocument[],
  foundBy: ReadonlyMap<number, readonly FoundBy[]> | null,
): Promise<PersonRow[]> {
  const ids = stored.map(({ id }) => id);
  const [people, security, deposits] = await Promise.all([
    Promise.all(stored.map((user) => believedUser(runtime, user))),
    readSecurityOf(runtime, ids),
    countOpenDeposits(runtime.database, ids),
  ]);
  return people
    .filter((user) => user !== null)
    .map((user) => ({
      ...faceOf(runtime, user),
      isFrozen: security.get(user.id)?.isFrozen ?? false,
      hasSecondFactor: security.get(user.id)?.hasSecondFactor ?? false,
      openDeposits: deposits.get(user.id) ?? 0,
      foundBy: [...(foundBy?.get(user.id) ?? [])],
    }));
}

/** What these people are called, as the server wrote it. */
export async function readNames(
  runtime: Runtime,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly username: string }[]> {
  const people = await findUsersById(runtime, ids);
  return people.map(({ id, username }) => ({ id, username }));
}

/** How many deposits of each wait for something; who has none is not in it. */
export async function countOpenDeposits(database: Database, userIds: readonly number[]): Promise<Map<number, number>> {
  const open = await depositCollection(database)
    .find({ userId: { $in: [...userIds] }, status: { $in: [...OPEN_DEPOSITS] } }, { projection: { _id: 0, userId: 1 } })
    .toArray();
  return new Map([...Map.groupBy(open, ({ userId }) => userId)].map(([userId, own]) => [userId, own.length]));
}
