import type { Filter } from "mongodb";
import { manyWords, notificationWords, type NotificationWords } from "#schemas/notification-words.ts";
import { instantText, numberText } from "#schemas/word-facts.ts";
import { isBornRead, NOTIFICATION_KINDS, type NotificationRow } from "#schemas/notifications.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { deliveries } from "#server/platform/metrics/counted.ts";
import { type Words } from "#server/platform/words/words-in.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { findUserById } from "#server/users/index.ts";
import { readChoices } from "./choices.ts";
import { mailAddressOf } from "./mail-address.ts";
import { messageCollection, type OutgoingMessage } from "./messages.ts";
import { type PushDeps, type PushOutcome, sendPush } from "./send-push.ts";
import { standingSubscriptions, subscriptionCollection } from "./subscriptions.ts";
import { type Runtime } from "#server/platform/http/runtime.ts";

export interface DeliveryDeps extends PushDeps {
  readonly mailer: Mailer;
}

type StoredNotification = ReplicatedDocument & Omit<NotificationRow, "timestamp"> & { readonly timestamp: Date };

const AT_ONCE = 8;
const BATCH = 100;
/** Of one person's mails, and of their pushes, in a pass: whoever has many waiting must not hold up everybody else's. */
const MOST_OF_ONE = 10;
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 60 * 60 * 1000;
/** What could not be told within a day is in the list when the person looks. */
const GIVE_UP_MS = 24 * 60 * 60 * 1000;

/** Sends the messages that are due; answers with how many there were. One that fails is tried again later, each on its own. */
export async function deliverDue(deps: DeliveryDeps, signal: AbortSignal): Promise<number> {
  // Mails first: warnings go by mail, and browsers may be of anybody's making.
  const mails = await findDue(deps, { subscriptionId: null });
  const pushes = await findDue(deps, { subscriptionId: { $ne: null } });
  const fair = [...mails, ...pushes];
  const queue = fair.values();
  const workers = Array.from({ length: Math.min(AT_ONCE, fair.length) }, async () => {
    for (const message of queue) if (!signal.aborted) await deliver(deps, message);
  });
  await Promise.all(workers);
  return fair.length;
}

/** When the next message is due; null where none waits. */
export async function nextDelivery(runtime: Pick<Runtime, "database">): Promise<Date | null> {
  const next = await messageCollection(runtime).findOne({}, { sort: { dueAt: 1 }, projection: { dueAt: 1 } });
  return next?.dueAt ?? null;
}

/** The messages that are due the longest, but of everybody a few only: as many look-ups as it takes to get past a backlog. */
async function findDue({ runtime }: DeliveryDeps, ofSort: Filter<OutgoingMessage>): Promise<OutgoingMessage[]> {
  const dueAt = { $lte: runtime.clock.now() };
  const fair: OutgoingMessage[] = [];
  const served: number[] = [];
  while (fair.length < BATCH) {
    const due = await messageCollection(runtime)
      .find({ ...ofSort, dueAt, userId: { $nin: served } }, { sort: { dueAt: 1, _id: 1 }, limit: BATCH })
      .toArray();
    for (const [userId, own] of Map.groupBy(due, (message) => message.userId)) {
      served.push(userId);
      fair.push(...own.slice(0, MOST_OF_ONE));
    }
    if (due.length < BATCH) break;
  }
  return fair;
}

async function deliver(deps: DeliveryDeps, message: OutgoingMessage): Promise<void> {
  const { log } = deps.runtime;
  const sending = message.subscriptionId === null ? mail(deps, message) : push(deps, message);
  const outcome = await sending.catch((error: unknown): PushOutcome => {
    log.error({ err: error, messageId: message._id }, "a notification was not delivered and will be tried again");
    return { kind: "later", afterMs: null };
  });
  deliveries.inc({ channel: message.subscriptionId === null ? "mail" : "push", outcome: outcome.kind });
  if (outcome.kind === "later") return postpone(deps, message, outcome.afterMs);
  await messageCollection(deps.runtime).deleteOne({ _id: message._id });
}

async function postpone({ runtime }: DeliveryDeps, message: OutgoingMessage, afterMs: number | null): Promise<void> {
  const { _id, attempts, createdAt } = message;
  const nowMs = runtime.clock.now().getTime();
  const pauseMs = Math.min(afterMs ?? FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), LONGEST_RETRY_MS);
  if (nowMs + pauseMs - createdAt.getTime() > GIVE_UP_MS) {
    runtime.log.warn({ messageId: _id, attempts }, "a notification could not be delivered");
    await messageCollection(runtime).deleteOne({ _id });
    return;
  }
  const next = { $set: { dueAt: new Date(nowMs + pauseMs) }, $inc: { attempts: 1 } };
  await messageCollection(runtime).updateOne({ _id, attempts }, next);
}

async function push(deps: DeliveryDeps, message: OutgoingMessage): Promise<PushOutcome> {
  const { runtime } = deps;
  const subscription = (await standingSubscriptions(runtime, message.userId)).find(
    ({ _id }) => _id === message.subscriptionId,
  );
  // What the person has seen in the meantime, on whichever device, need not be rung for.
  const unseen = (await readNotifications(deps, message)).filter(
    ({ kind, isRead, isHidden, deleted }) => (!isRead || isBornRead(kind)) && !isHidden && !deleted,
  );
  const tag = unseen[0]?.uid;
  if (!subscription || tag === undefined) return { kind: "gone", status: 0 };
  const words = await compose(deps, message, unseen, await wordsFor(runtime, message.userId));
  const unread = await runtime.database
    .collection("notifications")
    .countDocuments({ userId: message.userId, deleted: false, isRead: false, isHidden: false });
  const { topic } = NOTIFICATION_KINDS[message.kind];
  const urgency = topic === "security" || topic === "signIns" ? "high" : "normal";
  const outcome = await sendPush(deps, subscription, { ...words, tag, unread }, urgency);
  if (outcome.kind === "gone") await subscriptionCollection(runtime).deleteOne({ _id: subscription._id });
  if (outcome.kind === "refused")
    runtime.log.warn({ status: outcome.status, messageId: message._id }, "a push service refused a message");
  return outcome;
}

async function mail(deps: DeliveryDeps, message: OutgoingMessage): Promise<PushOutcome> {
  const { runtime, mailer } = deps;
  const user = await findUserById(runtime, message.userId);
  const to = user && mailAddressOf(user);
  const notifications = await readNotifications(deps, message);
  const [first] = notifications;
  if (!user || !to || !first) return { kind: "gone", status: 0 };
  const words = await wordsFor(runtime, message.userId);
  const { language, sentence } = words;
  const { title, body, path } = await compose(deps, message, notifications, words);
  const says = [
    sentence("mail.hello", { username: user.username }),
    sentence("mail.told", { title }),
    body,
    instantText(first.timestamp.getTime(), { language, time: "UTC" }),
    `${runtime.config.publicUrl}${path}`,
  ];
  const text = `${says.filter((part) => part !== "").join("\n\n")}\n`;
  await mailer.send({ to, subject: title, text, language });
  return { kind: "taken", status: 0 };
}

/** With those that made room for newer ones since: what waited is mailed all the same. */
async function readNotifications({ runtime }: DeliveryDeps, { userId, uids }: OutgoingMessage) {
  return runtime.database
    .collection<StoredNotification>("notifications")
    .find({ userId, uid: { $in: [...uids] } })
    .toArray();
}

/** The words for one notification, or for all of them together; with names the person gave, and amounts where they are wanted. */
async function compose(
  { runtime }: DeliveryDeps,
  { userId, kind }: OutgoingMessage,
  notifications: readonly StoredNotification[],
  { language, sentence, said }: Words,
): Promise<NotificationWords> {
  const [only, ...others] = notifications;
  if (!only || others.length > 0) return manyWords(kind, notifications.length, { sentence });
  const [choices, contact] = await Promise.all([
    readChoices(runtime, userId),
    runtime.database.collection("contacts").findOne({ userId, stellarAddress: only.party, deleted: false }),
  ]);
  const name: unknown = only.party === "" ? null : contact?.["name"];
  return notificationWords(only, {
    sentence,
    said,
    amount: ({ amount, assetCode }) =>
      choices.showsAmounts ? `${numberText(amount, { language, time: "UTC" }, true)} ${assetCode}` : null,
    party: (address, username) => {
      if (typeof name === "string") return name;
      return username === "" ? `${address.slice(0, 6)}...${address.slice(-4)}` : `@${username}`;
    },
  });
}
