import * as v from "valibot";
import { Role } from "./operators.ts";

/** What one is oneself: no roles is no operator. */
export const OwnRolesOutput = v.strictObject({
  roles: v.array(Role),
  /** Whether nothing can be done with them before a second factor is set up. */
  needsSecondFactor: v.boolean(),
});
export type OwnRolesOutput = v.InferOutput<typeof OwnRolesOutput>;

export const AcceptInvitationInput = v.strictObject({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, "Malformed invitation token")),
});
