import type { Filter } from "mongodb";
import type { PeopleSort } from "#schemas/people.ts";
import { nameKey } from "#schemas/values/names.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type UserDocument, userCollection } from "./store.ts";

type Store = Pick<Runtime, "database">;
/** Of texts that begin with a prefix, none comes after the prefix with this. */
const LAST = "\u{10FFFF}";
/** Fields that are known by their beginnings, each with an index. */
const PREFIXED = ["usernameKey", "uniqueUserIdKey", "email", "claimedEmail"] as const;

/** Which part of all people, in which order. */
export interface PeopleWalk {
  readonly sort: PeopleSort;
  /** The {@link placeOf} of the last one before; null for the beginning. */
  readonly after: string | null;
  /** Nobody else than these; null for everybody. */
  readonly ids: readonly number[] | null;
  readonly signedUpFrom: Date | null;
  /** Not included. */
  readonly signedUpBefore: Date | null;
}

/** The next so many people in the order, from its place on: whoever joins meanwhile moves nobody to where they were shown already. */
export function peopleInOrder(store: Store, walk: PeopleWalk, limit: number): Promise<UserDocument[]> {
  const { sort, ids, signedUpFrom, signedUpBefore } = walk;
  const createdAt = { ...(signedUpFrom && { $gte: signedUpFrom }), ...(signedUpBefore && { $lt: signedUpBefore }) };
  const conditions: Filter<UserDocument>[] = [
    ...(ids === null ? [] : [{ id: { $in: [...ids] } }]),
    ...(Object.keys(createdAt).length === 0 ? [] : [{ createdAt }]),
    ...afterPlace(walk),
  ];
  return userCollection(store)
    .find(conditions.length === 0 ? {} : { $and: conditions })
    .sort(
      sort === "name" ? { usernameKey: 1 } : { createdAt: sort === "newest" ? -1 : 1, id: sort === "newest" ? -1 : 1 },
    )
    .limit(limit)
    .toArray();
}

/** Where somebody stands in the order. */
export function placeOf(sort: PeopleSort, { usernameKey, createdAt, id }: UserDocument): string {
  return sort === "name" ? usernameKey : `${createdAt.getTime()}-${id}`;
}

/** Whether a text can be a place in that order: it came from outside. */
export function isPlace(sort: PeopleSort, text: string): boolean {
  return sort === "name" || /^\d{1,15}-\d{1,15}$/.test(text);
}

function afterPlace({ sort, after }: PeopleWalk): Filter<UserDocument>[] {
  if (after === null) return [];
  if (sort === "name") return [{ usernameKey: { $gt: after } }];
  const [ms = "0", id = "0"] = after.split("-");
  const [at, number] = [new Date(Number(ms)), Number(id)];
  // The first bound is what an index is read from.
  return sort === "newest"
    ? [{ createdAt: { $lte: at } }, { $or: [{ createdAt: { $lt: at } }, { id: { $lt: number } }] }]
    : [{ createdAt: { $gte: at } }, { $or: [{ createdAt: { $gt: at } }, { id: { $gt: number } }] }];
}

/** The numbers of all whose name, user ID or e-mail address begins with this; null where they are more than `most`. */
export async function idsBeginningWith(store: Store, text: string, most: number): Promise<number[] | null> {
  const range = { $gte: nameKey(text), $lt: nameKey(text) + LAST };
  const found = await Promise.all(
    PREFIXED.map((field) =>
      userCollection(store)
        .find({ [field]: range }, { projection: { _id: 0, id: 1 } })
        .limit(most + 1)
        .toArray(),
    ),
  );
  const ids = new Set(found.flat().map(({ id }) => id));
  return ids.size > most ? null : [...ids];
}

/** Which of {@link idsBeginningWith}'s ways somebody is found by. */
export function beginsWith(user: UserDocument, text: string): ("name" | "user-id" | "email")[] {
  const key = nameKey(text);
  return [
    ...(user.usernameKey.startsWith(key) ? (["name"] as const) : []),
    ...(user.uniqueUserIdKey.startsWith(key) ? (["user-id"] as const) : []),
    ...([user.email, user.claimedEmail].some((email) => email?.startsWith(key)) ? (["email"] as const) : []),
  ];
}
