import * as v from "valibot";
import { Email } from "./auth.ts";
import { FourEyesSettings } from "./four-eyes.ts";
import { Role } from "./operators.ts";
import { Instant, requiredText } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";

/** An invitation works once, for two days. */
export const INVITATION_MS = 48 * 60 * 60 * 1000;

/** Each at most once, and in one order, so that the same roles are told alike. */
export const Roles = v.pipe(
  v.array(Role),
  v.minLength(1, says("roles")),
  v.transform((roles) => [...new Set(roles)].toSorted()),
);
const Reason = requiredText(500, says("say-why"));

export const OperatorOutput = v.strictObject({
  userId: v.number(),
  username: v.string(),
  email: v.string(),
  roles: v.array(Role),
  /** Since when they may what they may; before a day is over they do not count as one of two. */
  since: Instant,
  /** Null for who has not signed in since that is kept. */
  lastSignInAt: v.nullable(Instant),
  hasSecondFactor: v.boolean(),
  isFrozen: v.boolean(),
});
export type OperatorOutput = v.InferOutput<typeof OperatorOutput>;
export const OperatorsOutput = v.strictObject({ operators: v.array(OperatorOutput) });

export const RolesInput = v.strictObject({ roles: Roles, reason: Reason });
export const InviteInput = v.strictObject({ email: Email, roles: Roles, reason: Reason });
export const InvitationState = v.picklist(["open", "accepted", "withdrawn", "expired"]);

/** An invitation as operators see it: never what opens it. */
export const InvitationOutput = v.strictObject({
  id: v.number(),
  email: v.string(),
  roles: v.array(Role),
  state: InvitationState,
  /** Whether the mail server took it. */
  isMailed: v.boolean(),
  invitedBy: v.number(),
  reason: v.string(),
  invitedAt: Instant,
  expiresAt: Instant,
  /** Who became an operator by it. */
  acceptedBy: v.nullable(v.number()),
});
export type InvitationOutput = v.InferOutput<typeof InvitationOutput>;
/** Newest first, 100 at most. */
export const InvitationsOutput = v.strictObject({ invitations: v.array(InvitationOutput) });
export type InvitationsOutput = v.InferOutput<typeof InvitationsOutput>;
export const InvitationParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed invitation number"), v.transform(Number)),
});
export const FourEyesOutput = v.strictObject({ settings: FourEyesSettings });
/** `former` is what the operator was shown: where it is not so by now, nothing is set. */
export const FourEyesInput = v.strictObject({
  settings: FourEyesSettings,
  former: v.optional(FourEyesSettings),
  reason: Reason,
});
