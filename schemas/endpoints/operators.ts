import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { MessageOutput } from "#schemas/auth.ts";
import { RotateKeyInput, RotateKeyOutput } from "#schemas/custody.ts";
import {
  FreezeInput,
  OperatorActionsOutput,
  OperatorActionsQuery,
  OperatorPolicy,
  OperatorReasonInput,
  SecurityOutput,
  SettleNameInput,
  UserParams,
} from "#schemas/security.ts";
import {
  DecisionInput,
  ResolutionInput,
  SubmissionOutput,
  SubmissionParams,
  SubmissionsOutput,
} from "#schemas/wallet.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators ask of payments and do to people's accounts. */
export const OPERATORS_ENDPOINTS = {
  operatorPolicy: {
    method: "GET",
    path: "/api/admin/policy",
    access: "admin",
    output: OperatorPolicy,
  },
  setOperatorPolicy: {
    method: "PUT",
    path: "/api/admin/policy",
    access: "operator",
    input: OperatorPolicy,
    output: v.union([OperatorPolicy, AwaitsApproval]),
  },
  freezeUser: {
    method: "PUT",
    path: "/api/admin/users/:userId/frozen",
    access: "operator",
    params: UserParams,
    input: FreezeInput,
    output: v.union([SecurityOutput, AwaitsApproval]),
  },
  rotateKey: {
    method: "POST",
    path: "/api/admin/users/:userId/rotate-key",
    access: "operator",
    params: UserParams,
    input: RotateKeyInput,
    output: v.union([RotateKeyOutput, AwaitsApproval]),
    status: 202,
  },
  endUserSessions: {
    method: "POST",
    path: "/api/admin/users/:userId/sessions/end",
    access: "operator",
    params: UserParams,
    input: OperatorReasonInput,
    output: MessageOutput,
  },
  resetSecondFactor: {
    method: "POST",
    path: "/api/admin/users/:userId/second-factor/reset",
    access: "operator",
    params: UserParams,
    input: OperatorReasonInput,
    output: MessageOutput,
  },
  settleName: {
    method: "POST",
    path: "/api/admin/users/:userId/name",
    access: "operator",
    params: UserParams,
    input: SettleNameInput,
    output: MessageOutput,
  },
  operatorActions: {
    method: "GET",
    path: "/api/admin/operator-actions",
    access: "admin",
    query: OperatorActionsQuery,
    output: OperatorActionsOutput,
  },
  submissionsToDecide: {
    method: "GET",
    path: "/api/admin/submissions",
    access: "admin",
    output: SubmissionsOutput,
  },
  approveSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/approve",
    access: "operator",
    params: SubmissionParams,
    output: SubmissionOutput,
  },
  refuseSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/refuse",
    access: "operator",
    params: SubmissionParams,
    input: DecisionInput,
    output: SubmissionOutput,
  },
  resolveSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/resolve",
    access: "operator",
    params: SubmissionParams,
    input: ResolutionInput,
    output: v.union([SubmissionOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
