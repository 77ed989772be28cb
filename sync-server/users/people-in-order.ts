import type { Filter } from "mongodb";
import type { PeopleSort } from "#schemas/people.ts";
import { nameKey } from "#schemas/values/names.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type UserDocument, userCollection } from "./store.ts";

type Store = Pick<Runtime, "database">;
/** Of texts that begin with a prefix, none comes after the prefix with this. */
const LAST = "\u{10FFFF}";
/** The place of who was found by their number. */
const NUMBERED = "n-";
const NUMBER = /^[1-9]\d{0,14}$/;
/** Fields that are known by their beginnings, each with an index. */
const PREFIXED = ["usernameKey", "uniqueUserIdKey", "email", "claimedEmail"] as const;

/** `match` is by what the text is the beginning of: names first, in their order, then user IDs, then addresses for mail. */
export type PeopleOrder = { readonly by: PeopleSort } | { readonly by: "match"; readonly text: string };

/** Which part of all people, in which order. */
export interface PeopleWalk {
  readonly order: PeopleOrder;
  /** The place of the last one before; null for the beginning. */
  readonly after: string | null;
  /** Nobody else than these; null for everybody. */
  readonly ids: readonly number[] | null;
  /** The days (UTC) of sign-up that the two instants below come to, where they are few enough to be read one by one. */
  readonly signedUpOn: readonly string[] | null;
  readonly signedUpFrom: Date | null;
  /** Not included. */
  readonly signedUpBefore: Date | null;
}

/** Somebody, and where they stand in an order. */
export interface PlacedPerson {
  readonly user: UserDocument;
  readonly place: string;
}

/** The day (UTC) on which somebody signed up, as it is kept beside the instant. */
export function signUpDay(createdAt: Date): string {
  return createdAt.toISOString().slice(0, 10);
}

/**
 * The next so many people in the order, from its place on: whoever joins meanwhile moves nobody to where they were shown already.
 * Fewer are the last.
 */
export async function peopleInOrder(store: Store, walk: PeopleWalk, limit: number): Promise<PlacedPerson[]> {
  const { order } = walk;
  if (order.by === "match") return peopleMatching(store, walk, order.text, limit);
  const { by } = order;
  const found = await userCollection(store)
    .find(allOf([...narrowed(walk), ...afterPlace(by, walk.after)]))
    .sort(by === "name" ? { usernameKey: 1 } : { createdAt: by === "newest" ? -1 : 1, id: by === "newest" ? -1 : 1 })
    .limit(limit)
    .toArray();
  return found.map((user) => ({ user, place: placeOf(by, user) }));
}

/** Read from one index after the other: however many begin like this, no more of them than a page are read. */
async function peopleMatching(store: Store, walk: PeopleWalk, text: string, limit: number): Promise<PlacedPerson[]> {
  const found: PlacedPerson[] = [];
  const number = NUMBER.test(text) ? Number(text) : null;
  if (walk.after === null && number !== null) {
    const user = await userCollection(store).findOne(allOf([...narrowed(walk), { id: number }]));
    if (user) found.push({ user, place: NUMBERED });
  }
  const [from, key] = walk.after === null || walk.after === NUMBERED ? [0, null] : readMatch(walk.after);
  for (const [stage, field] of PREFIXED.entries()) {
    let last = stage === from ? key : null;
    let isMore = stage >= from;
    while (isMore && found.length < limit) {
      const range = { ...beginning(text), ...(last !== null && { $gt: last }) };
      const wanted = limit - found.length;
      const next = await userCollection(store)
        .find(allOf([...narrowed(walk), { [field]: range }]))
        .sort({ [field]: 1 })
        .limit(wanted)
        .toArray();
      const fresh = next.filter((user) => user.id !== number && !beginsEarlier(user, stage, text));
      found.push(...fresh.map((user) => ({ user, place: `${stage}-${user[field] ?? ""}` })));
      last = next.at(-1)?.[field] ?? null;
      isMore = next.length === wanted;
    }
  }
  return found;
}

/** Whether they were found by something before. */
function beginsEarlier(user: UserDocument, stage: number, text: string): boolean {
  return PREFIXED.slice(0, stage).some((field) => user[field]?.startsWith(nameKey(text)) === true);
}

function readMatch(place: string): readonly [stage: number, key: string] {
  return [Number(place[0]), place.slice(2)];
}

function beginning(text: string) {
  return { $gte: nameKey(text), $lt: nameKey(text) + LAST };
}

function narrowed({ ids, signedUpOn, signedUpFrom, signedUpBefore }: PeopleWalk): Filter<UserDocument>[] {
  const only = ids === null ? [] : [{ id: { $in: [...ids] } }];
  // Of a few who are known, none of those days is read.
  if (signedUpOn !== null && ids === null) return [{ signedUpOn: { $in: [...signedUpOn] } }];
  const createdAt = { ...(signedUpFrom && { $gte: signedUpFrom }), ...(signedUpBefore && { $lt: signedUpBefore }) };
  return [...only, ...(Object.keys(createdAt).length === 0 ? [] : [{ createdAt }])];
}

function allOf(conditions: readonly Filter<UserDocument>[]): Filter<UserDocument> {
  return conditions.length === 0 ? {} : { $and: [...conditions] };
}

function placeOf(sort: PeopleSort, { usernameKey, createdAt, id }: UserDocument): string {
  return sort === "name" ? usernameKey : `${createdAt.getTime()}-${id}`;
}

/** Whether a text can be a place in that order: it came from outside. */
export function isPlace({ by }: PeopleOrder, text: string): boolean {
  if (by === "match") return /^(?:n|[0-3])-/.test(text);
  return by === "name" || /^\d{1,15}-\d{1,15}$/.test(text);
}

function afterPlace(sort: PeopleSort, after: string | null): Filter<UserDocument>[] {
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
  const range = beginning(text);
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
