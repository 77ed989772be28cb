import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { MessageOutput } from "#schemas/auth.ts";
import {
  FourEyesInput,
  FourEyesOutput,
  InvitationOutput,
  InvitationParams,
  InvitationsOutput,
  InviteInput,
  OperatorOutput,
  OperatorsOutput,
  RolesInput,
} from "#schemas/roles.ts";
import { OperatorReasonInput, UserParams } from "#schemas/security.ts";
import type { Endpoint } from "./endpoint.ts";

/** Who is an operator, who is to become one, and what takes two of them. */
export const ROLES_ENDPOINTS = {
  operators: {
    method: "GET",
    path: "/api/admin/operators",
    access: "admin",
    permission: "operators.read",
    output: OperatorsOutput,
  },
  setRoles: {
    method: "PUT",
    path: "/api/admin/operators/:userId/roles",
    access: "operator",
    permission: "operators.set",
    params: UserParams,
    input: RolesInput,
    output: v.union([OperatorOutput, AwaitsApproval]),
  },
  removeOperator: {
    method: "POST",
    path: "/api/admin/operators/:userId/remove",
    access: "operator",
    permission: "operators.set",
    params: UserParams,
    input: OperatorReasonInput,
    output: v.union([MessageOutput, AwaitsApproval]),
  },
  operatorInvitations: {
    method: "GET",
    path: "/api/admin/operator-invitations",
    access: "admin",
    permission: "operators.read",
    output: InvitationsOutput,
  },
  inviteOperator: {
    method: "POST",
    path: "/api/admin/operator-invitations",
    access: "operator",
    permission: "operators.set",
    input: InviteInput,
    output: v.union([InvitationOutput, AwaitsApproval]),
    status: 201,
  },
  withdrawInvitation: {
    method: "POST",
    path: "/api/admin/operator-invitations/:id/withdraw",
    access: "operator",
    permission: "operators.set",
    params: InvitationParams,
    input: OperatorReasonInput,
    output: InvitationOutput,
  },
  fourEyes: {
    method: "GET",
    path: "/api/admin/four-eyes",
    access: "admin",
    permission: "four-eyes.read",
    output: FourEyesOutput,
  },
  setFourEyes: {
    method: "PUT",
    path: "/api/admin/four-eyes",
    access: "operator",
    permission: "four-eyes.set",
    input: FourEyesInput,
    output: v.union([FourEyesOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
