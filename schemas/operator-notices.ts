import * as v from "valibot";
import type { NotificationKind } from "./notifications.ts";
import { mayDo, type Permission, type Role } from "./operators.ts";

/**
 * What operators are told of: each to whoever may do something about it. Proposals are no part of it: each is told by itself, to all who
 * may approve it.
 */
export const OPERATOR_NOTICES = {
  deposits: { permission: "deposits.decide", kind: "operator-work" },
  held: { permission: "payments.decide", kind: "operator-work" },
  ambiguous: { permission: "payments.decide", kind: "operator-trouble" },
  suspense: { permission: "books.decide", kind: "operator-work" },
  differences: { permission: "books.decide", kind: "operator-trouble" },
  reports: { permission: "support.answer", kind: "operator-work" },
  identities: { permission: "identities.decide", kind: "operator-work" },
  treasury: { permission: "deposits.decide", kind: "operator-trouble" },
  // Whatever else the service found wrong with itself, such as a job that fails.
  failures: { permission: "operators.set", kind: "operator-trouble" },
} as const satisfies Readonly<Record<string, { readonly permission: Permission; readonly kind: NotificationKind }>>;
export type OperatorNotice = keyof typeof OPERATOR_NOTICES;
export const OPERATOR_NOTICE_NAMES = Object.keys(OPERATOR_NOTICES).filter(
  (name): name is OperatorNotice => name in OPERATOR_NOTICES,
);

/** What somebody of these roles may be told of. */
export function noticesFor(roles: readonly Role[]): readonly OperatorNotice[] {
  return OPERATOR_NOTICE_NAMES.filter((name) => mayDo(roles, OPERATOR_NOTICES[name].permission));
}

/** Where somebody is told: `app` is the list on their devices, without which the others are silent as well. */
const Ways = v.strictObject({ app: v.boolean(), push: v.boolean(), mail: v.boolean() });
export type NoticeWays = v.InferOutput<typeof Ways>;
export const USUAL_WAYS: NoticeWays = { app: true, push: true, mail: false };

const entry = v.optional(Ways, USUAL_WAYS);
/** An operator's own choice, kind by kind. */
export const OperatorNoticeChoices = v.strictObject({
  deposits: entry,
  held: entry,
  ambiguous: entry,
  suspense: entry,
  differences: entry,
  reports: entry,
  identities: entry,
  treasury: entry,
  failures: entry,
} satisfies Record<OperatorNotice, typeof entry>);
export type OperatorNoticeChoices = v.InferOutput<typeof OperatorNoticeChoices>;
