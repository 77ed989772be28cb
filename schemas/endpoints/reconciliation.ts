import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { AcceptDifferenceInput, ReconciliationOutput } from "#schemas/reconciliation.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { ClaimInput, SuspenseListOutput, SuspenseOutput, SuspenseParams, SuspenseQuery } from "#schemas/suspense.ts";
import type { Endpoint } from "./endpoint.ts";

/** The records against the ledger, and money that fits nobody. */
export const RECONCILIATION_ENDPOINTS = {
  reconcile: {
    method: "POST",
    path: "/api/admin/reconcile",
    access: "admin",
    permission: "books.compare",
    output: ReconciliationOutput,
  },
  acceptDifference: {
    method: "POST",
    path: "/api/admin/reconcile/accept",
    access: "operator",
    permission: "books.decide",
    input: AcceptDifferenceInput,
    output: AwaitsApproval,
  },
  suspense: {
    method: "GET",
    path: "/api/admin/suspense",
    access: "admin",
    permission: "books.read",
    query: SuspenseQuery,
    output: SuspenseListOutput,
  },
  claimSuspense: {
    method: "POST",
    path: "/api/admin/suspense/:id/claim",
    access: "operator",
    permission: "books.decide",
    params: SuspenseParams,
    input: ClaimInput,
    output: v.union([SuspenseOutput, AwaitsApproval]),
  },
  returnSuspense: {
    method: "POST",
    path: "/api/admin/suspense/:id/return",
    access: "operator",
    permission: "books.decide",
    params: SuspenseParams,
    input: OperatorReasonInput,
    output: v.union([SuspenseOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
