import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { UNTOLD_NOTIFICATIONS, type UntoldNotification } from "#server/platform/notifications/notify.ts";
import { findUserById } from "#server/users/index.ts";
import { readChoices } from "./choices.ts";
import { mailAddressOf } from "./mail-address.ts";
import { messageCollection } from "./messages.ts";
import { planMessages, type Reach } from "./plan-messages.ts";
import { pruneSurplus } from "./prune.ts";
import { standingSubscriptions } from "./subscriptions.ts";

const BATCH = 500;
/** Messages that wait for one browser; of more the oldest go, so that one that never answers gathers no backlog. */
const MOST_WAITING = 20;

/** Turns notifications that nobody was told of into messages to the places where their owners want to hear of them. */
export async function fanOut(runtime: Runtime): Promise<void> {
  const untold = await runtime.database
    .collection<UntoldNotification>(UNTOLD_NOTIFICATIONS)
    .find({}, { sort: { createdAt: 1 }, limit: BATCH })
    .toArray();
  for (const [userId, own] of Map.groupBy(untold, (each) => each.userId)) {
    await fanOutTo(runtime, userId, own);
    await pruneSurplus(runtime, userId);
  }
}

async function fanOutTo(runtime: Runtime, userId: number, untold: readonly UntoldNotification[]): Promise<void> {
  const { database, clock } = runtime;
  const planned = planMessages(untold, await readReach(runtime, userId));
  const now = clock.now();
  const messages = planned.map(({ kind, uids, subscriptionId }) => ({
    _id: `${userId}-${uids[0] ?? ""}-${subscriptionId ?? "mail"}`,
    userId,
    kind,
    uids,
    subscriptionId,
    attempts: 0,
    dueAt: now,
    createdAt: now,
  }));
  const ids = untold.map(({ _id }) => _id);
  await database.transaction(async (session) => {
    const told = await database
      .collection<UntoldNotification>(UNTOLD_NOTIFICATIONS)
      .deleteMany({ _id: { $in: ids } }, { session });
    // Another process that took the job over meanwhile has told of some of them; the others have their turn again.
    if (told.deletedCount < ids.length) return;
    if (messages.length === 0) return;
    await messageCollection(runtime).insertMany(messages, { session });
    if (messages.some(({ subscriptionId }) => subscriptionId !== null)) await dropSurplus(runtime, session, userId);
  });
}

async function dropSurplus(runtime: Runtime, session: ClientSession, userId: number): Promise<void> {
  // The ids of a person's messages begin with theirs; "." is the character after "-".
  const ofUser = { $gte: `${userId}-`, $lt: `${userId}.` };
  const waiting = await messageCollection(runtime)
    .find({ _id: ofUser, subscriptionId: { $ne: null } }, { session, sort: { createdAt: -1, _id: 1 } })
    .toArray();
  const ofBrowsers = [...Map.groupBy(waiting, ({ subscriptionId }) => subscriptionId).values()];
  const surplus = ofBrowsers.flatMap((own) => own.slice(MOST_WAITING).map(({ _id }) => _id));
  if (surplus.length > 0) await messageCollection(runtime).deleteMany({ _id: { $in: surplus } }, { session });
}

async function readReach(runtime: Runtime, userId: number): Promise<Reach> {
  const [choices, settings, subscriptions, user] = await Promise.all([
    readChoices(runtime, userId),
    runtime.database.collection("settings").findOne({ userId }),
    standingSubscriptions(runtime, userId),
    findUserById(runtime, userId),
  ]);
  return {
    choices,
    isWanted: settings?.["notificationsEnabled"] !== false,
    wantsSignInMails: settings?.["notifyOnLogin"] !== false,
    subscriptionIds: subscriptions.map(({ _id }) => _id),
    hasMail: user !== null && mailAddressOf(user) !== null,
  };
}
