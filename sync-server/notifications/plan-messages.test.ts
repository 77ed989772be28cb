import { expect, test } from "vitest";
import {
  DEFAULT_CHOICES,
  isNotificationKind,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from "#schemas/notifications.ts";
import { planMessages, type Reach } from "./plan-messages.ts";

const reach: Reach = {
  choices: DEFAULT_CHOICES,
  isWanted: true,
  wantsSignInMails: true,
  subscriptionIds: ["browser"],
  hasMail: true,
};

function burst(kind: NotificationKind) {
  return Array.from({ length: 12 }, (_, index) => ({ kind, uid: String(index) }));
}

const warnings = Object.keys(NOTIFICATION_KINDS)
  .filter(isNotificationKind)
  .filter((kind) => ["security", "signIns"].includes(NOTIFICATION_KINDS[kind].topic));

test.each(warnings)("a burst of %s is told one by one, by mail and by push", (kind) => {
  const planned = planMessages(burst(kind), reach);
  expect(planned.map(({ uids }) => uids.length)).toEqual(planned.map(() => 1));
  expect(planned.filter(({ subscriptionId }) => subscriptionId === null)).toHaveLength(12);
  expect(planned.filter(({ subscriptionId }) => subscriptionId === "browser")).toHaveLength(12);
});

test("a burst of payments is one message", () => {
  expect(planMessages(burst("payment-received"), reach)).toMatchObject([{ uids: { length: 12 } }]);
});
