import type { NotificationWays } from "#server/platform/notifications/notify.ts";
import {
  type AnyTopic,
  APART,
  MAIL_TOPICS,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  type Topic,
} from "#schemas/notifications.ts";

/** What decides where a person is reached. */
export interface Reach {
  readonly choices: NotificationChoices;
  /** The settings' switches over all notifications but warnings, and over mails about sign-ins. */
  readonly isWanted: boolean;
  readonly wantsSignInMails: boolean;
  /** Browsers that can be pushed to. */
  readonly subscriptionIds: readonly string[];
  readonly hasMail: boolean;
}

/** A message to one place about one notification, or about many of a kind. */
export interface PlannedMessage {
  readonly kind: NotificationKind;
  readonly uids: readonly string[];
  /** The browser; null for a mail. */
  readonly subscriptionId: string | null;
}

interface Untold {
  readonly uid: string;
  readonly kind: NotificationKind;
  /** Where it goes, of a topic about which nobody chooses. */
  readonly ways?: NotificationWays;
}

/** More of a kind at once are told in one message: whoever is sent a hundred payments is not rung a hundred times. */
const MOST_SINGLY = 3;

const NO_WAYS: NotificationWays = { push: false, mail: false };

/** Which messages tell a person of what they have not been told, the oldest first. */
export function planMessages(untold: readonly Untold[], reach: Reach): PlannedMessage[] {
  const bundles = [...Map.groupBy(untold, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const uids = ofKind.map(({ uid }) => uid);
    // What is apart is told in few messages by who tells it, each with its own ways.
    const isBundled = uids.length > MOST_SINGLY && !isWarning(kind) && !isApart(NOTIFICATION_KINDS[kind].topic);
    return isBundled ? [{ kind, uids, ways: undefined }] : ofKind.map(({ uid, ways }) => ({ kind, uids: [uid], ways }));
  });
  return bundles.flatMap(({ kind, uids, ways }) => {
    const { topic } = NOTIFICATION_KINDS[kind];
    const { push, mail } = isApart(topic)
      ? (ways ?? NO_WAYS)
      : { push: isPushed(kind, topic, reach), mail: isMailed(topic, reach) };
    const pushed = push ? reach.subscriptionIds : [];
    const mailed = reach.hasMail && mail ? [null] : [];
    return [...mailed, ...pushed].map((subscriptionId) => ({ kind, uids, subscriptionId }));
  });
}

/** What warns says what happened and what to do, each time: else a burst of a kind would hide what it tells of. */
function isWarning(kind: NotificationKind): boolean {
  const { topic } = NOTIFICATION_KINDS[kind];
  return topic === "security" || topic === "signIns";
}

/** Warnings go out also where a device was told to be silent: whoever holds it could tell it so. */
function isPushed(kind: NotificationKind, topic: Topic, { choices, isWanted }: Reach): boolean {
  return (isWanted || isWarning(kind)) && choices.push[topic];
}

function isApart(topic: AnyTopic): topic is (typeof APART)[number] {
  return APART.some((each) => each === topic);
}

function isMailed(topic: Topic, { choices, isWanted, wantsSignInMails }: Reach): boolean {
  // Whoever got into an account must not be able to keep its owner from hearing of it.
  if (topic === "security") return true;
  if (topic === "signIns") return wantsSignInMails;
  const mailTopic = MAIL_TOPICS.find((name) => name === topic);
  return isWanted && mailTopic !== undefined && choices.mail[mailTopic];
}
