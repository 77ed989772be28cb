import { createHash } from "node:crypto";
import type { Document } from "mongodb";
import type { PushSubscriptionInput } from "#schemas/notifications.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { SESSIONS } from "#server/platform/http/session-store.ts";

/** A browser that wants to be reached, for as long as the session of it stands. */
export interface PushSubscription extends Document {
  /** A digest of the endpoint: a browser has one, whoever is signed in there. */
  readonly _id: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly createdAt: Date;
}

export const PUSH_SUBSCRIPTIONS = "push_subscriptions";
const MOST_DEVICES = 20;

export function subscriptionCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<PushSubscription>(PUSH_SUBSCRIPTIONS);
}

/** Reaches the session's device from now on, under this endpoint alone; of more than twenty devices the oldest give way. */
export async function keepSubscription(
  runtime: Runtime,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: string },
  { endpoint, keys }: PushSubscriptionInput,
): Promise<void> {
  const subscriptions = subscriptionCollection(runtime);
  const _id = createHash("sha256").update(endpoint).digest("base64url");
  const fields = { userId, sessionId, endpoint, ...keys, createdAt: runtime.clock.now() };
  // Before the new one: of two that come at once, each may leave the other, but never both go.
  await subscriptions.deleteMany({ sessionId, _id: { $ne: _id } });
  await subscriptions.replaceOne({ _id }, fields, { upsert: true });
  const surplus = await subscriptions
    .find({ userId }, { projection: { _id: 1 } })
    .sort({ createdAt: -1 })
    .skip(MOST_DEVICES)
    .toArray();
  if (surplus.length > 0) await subscriptions.deleteMany({ _id: { $in: surplus.map((each) => each._id) } });
}

export async function isSubscribed(runtime: Runtime, sessionId: string): Promise<boolean> {
  return (await subscriptionCollection(runtime).findOne({ sessionId }, { projection: { _id: 1 } })) !== null;
}

export async function dropSubscriptionOf(runtime: Runtime, sessionId: string): Promise<void> {
  await subscriptionCollection(runtime).deleteMany({ sessionId });
}

/** A device that goes on under another session stays reached. */
export async function carrySubscription(runtime: Runtime, from: string, to: string): Promise<void> {
  await subscriptionCollection(runtime).updateMany({ sessionId: from }, { $set: { sessionId: to } });
}

/** The user's subscriptions whose session still stands; the others are forgotten. */
export async function standingSubscriptions(runtime: Runtime, userId: number): Promise<PushSubscription[]> {
  const { database, clock } = runtime;
  const found = await subscriptionCollection(runtime).find({ userId }).toArray();
  if (found.length === 0) return [];
  const account = await database.collection("users").findOne({ id: userId }, { projection: { sessionEpoch: 1 } });
  const sessions = await database
    .collection<{ _id: string; epoch?: number }>(SESSIONS)
    .find({ _id: { $in: found.map(({ sessionId }) => sessionId) }, userId, expiresAt: { $gt: clock.now() } })
    .toArray();
  const epoch = Number(account?.["sessionEpoch"] ?? 0);
  const standing = new Set(sessions.filter((session) => (session.epoch ?? 0) === epoch).map(({ _id }) => _id));
  const ended = found.filter(({ sessionId }) => !standing.has(sessionId)).map(({ sessionId }) => sessionId);
  // By session: one that was carried over to another meanwhile stays.
  if (ended.length > 0) await subscriptionCollection(runtime).deleteMany({ sessionId: { $in: ended } });
  return found.filter(({ sessionId }) => standing.has(sessionId));
}
