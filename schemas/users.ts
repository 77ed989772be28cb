import * as v from "valibot";
import { entity, optionalText, StoredDate } from "./entity.ts";

export const KycStatus = v.picklist(["pending", "approved", "rejected"]);
export type KycStatus = v.InferOutput<typeof KycStatus>;

/** The account of a person. `walletSecret` is never filled: keys live in the vault, by wallet address. */
export const Users = entity(
  "users",
  {
    username: v.string(),
    password: v.string(),
    email: v.string(),
    walletAddress: optionalText,
    walletSecret: optionalText,
    uniqueUserId: v.string(),
    isAdmin: v.optional(v.boolean(), false),
    kycStatus: v.optional(KycStatus, "pending"),
    kycVerified: v.optional(v.boolean(), false),
    profilePicture: optionalText,
    stripeCustomerId: optionalText,
    stripeSubscriptionId: optionalText,
    createdAt: StoredDate,
  },
  [["username"], ["email"], ["uniqueUserId"]],
);

/** How long GET /api/user may tell of a user as they were before a change. */
export const USER_SEEN_WITHIN_MS = 1000;

/** What a client knows of its user (spec section 3), and the id of the user's own device database. */
export const UserOutput = v.strictObject({
  id: v.number(),
  username: v.string(),
  email: v.string(),
  /** Present while the mailbox has yet to be shown to be theirs. */
  isEmailUnproven: v.optional(v.literal(true)),
  uniqueUserId: v.string(),
  walletAddress: v.optional(v.string()),
  /** Which picture they have, absent for none; another one has another id. */
  pictureId: v.optional(v.string()),
  isAdmin: v.boolean(),
});
export type UserOutput = v.InferOutput<typeof UserOutput>;
