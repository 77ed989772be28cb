import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { MessageOutput } from "#schemas/auth.ts";
import { RotateKeyInput, RotateKeyOutput } from "#schemas/custody.ts";
import { PolicyTrialOutput, PolicyTrialQuery } from "#schemas/policy-trial.ts";
import {
  FreezeInput,
  OperatorActionsOutput,
  OperatorActionsQuery,
  OperatorPolicy,
  OperatorPolicyInput,
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
    permission: "policy.read",
    output: OperatorPolicy,
  },
  tryPolicy: {
    method: "GET",
    path: "/api/admin/policy/trial",
    access: "admin",
    permission: "policy.read",
    query: PolicyTrialQuery,
    output: PolicyTrialOutput,
  },
  setOperatorPolicy: {
    method: "PUT",
    path: "/api/admin/policy",
    access: "operator",
    permission: "policy.set",
    input: OperatorPolicyInput,
    output: v.union([OperatorPolicy, AwaitsApproval]),
  },
  freezeUser: {
    method: "PUT",
    path: "/api/admin/users/:userId/frozen",
    access: "operator",
    permission: "users.freeze",
    params: UserParams,
    input: FreezeInput,
    output: v.union([SecurityOutput, AwaitsApproval]),
  },
  rotateKey: {
    method: "POST",
    path: "/api/admin/users/:userId/rotate-key",
    access: "operator",
    permission: "users.rotate-key",
    params: UserParams,
    input: RotateKeyInput,
    output: v.union([RotateKeyOutput, AwaitsApproval]),
    status: 202,
  },
  endUserSessions: {
    method: "POST",
    path: "/api/admin/users/:userId/sessions/end",
    access: "operator",
    permission: "users.end-sessions",
    params: UserParams,
    input: OperatorReasonInput,
    output: MessageOutput,
  },
  resetSecondFactor: {
    method: "POST",
    path: "/api/admin/users/:userId/second-factor/reset",
    access: "operator",
    permission: "users.reset-factor",
    params: UserParams,
    input: OperatorReasonInput,
    output: MessageOutput,
  },
  settleName: {
    method: "POST",
    path: "/api/admin/users/:userId/name",
    access: "operator",
    permission: "users.settle-name",
    params: UserParams,
    input: SettleNameInput,
    output: MessageOutput,
  },
  operatorActions: {
    method: "GET",
    path: "/api/admin/operator-actions",
    access: "admin",
    permission: "actions.read",
    query: OperatorActionsQuery,
    output: OperatorActionsOutput,
  },
  submissionsToDecide: {
    method: "GET",
    path: "/api/admin/submissions",
    access: "admin",
    permission: "payments.read",
    output: SubmissionsOutput,
  },
  approveSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/approve",
    access: "operator",
    permission: "payments.decide",
    params: SubmissionParams,
    input: DecisionInput,
    output: SubmissionOutput,
  },
  refuseSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/refuse",
    access: "operator",
    permission: "payments.decide",
    params: SubmissionParams,
    input: DecisionInput,
    output: SubmissionOutput,
  },
  resolveSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/resolve",
    access: "operator",
    permission: "payments.decide",
    params: SubmissionParams,
    input: ResolutionInput,
    output: v.union([SubmissionOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
