import { AcceptInvitationInput, OwnRolesOutput } from "#schemas/own-roles.ts";
import type { Endpoint } from "./endpoint.ts";

/** What one is oneself as an operator, and becomes by an invitation; apart from the operators' own, which no user's device loads. */
export const OWN_ROLES_ENDPOINTS = {
  ownRoles: {
    method: "GET",
    path: "/api/own-roles",
    access: "user",
    output: OwnRolesOutput,
  },
  acceptInvitation: {
    method: "POST",
    path: "/api/operator-invitation/accept",
    access: "confirmed",
    input: AcceptInvitationInput,
    output: OwnRolesOutput,
  },
} as const satisfies Record<string, Endpoint>;
