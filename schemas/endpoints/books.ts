import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { AcceptDifferenceInput, ReconciliationOutput } from "#schemas/reconciliation.ts";
import { ClaimInput, SuspenseListOutput, SuspenseOutput, SuspenseParams } from "#schemas/suspense.ts";
import type { Endpoint } from "./endpoint.ts";

/** The books against the ledger, and money that fits nobody. */
export const BOOKS_ENDPOINTS = {
  reconcile: {
    method: "POST",
    path: "/api/admin/reconcile",
    access: "admin",
    summary: "Compares the books with the ledger now; assets that differ are halted, those that pass go on",
    output: ReconciliationOutput,
    errors: ["network-unreachable"],
  },
  acceptDifference: {
    method: "POST",
    path: "/api/admin/reconcile/accept",
    access: "operator",
    summary:
      "Proposes to accept the difference of an asset as understood: with a second operator's word its payments go on",
    input: AcceptDifferenceInput,
    output: AwaitsApproval,
    errors: ["difference-unknown", "proposal-open", "operator-frozen"],
  },
  suspense: {
    method: "GET",
    path: "/api/admin/suspense",
    access: "admin",
    summary: "Money that arrived at the house and could not be matched, oldest first",
    output: SuspenseListOutput,
    errors: [],
  },
  claimSuspense: {
    method: "POST",
    path: "/api/admin/suspense/:id/claim",
    access: "operator",
    summary:
      "Pays such money on to the user it was meant for, once; to anybody but whom the memo names with a second operator",
    params: SuspenseParams,
    input: ClaimInput,
    output: v.union([SuspenseOutput, AwaitsApproval]),
    errors: [
      "suspense-unknown",
      "suspense-decided",
      "user-unknown",
      "approval-own",
      "balance-too-low",
      "wallet-not-ready",
      "network-unreachable",
      "proposal-open",
      "operator-frozen",
    ],
  },
  returnSuspense: {
    method: "POST",
    path: "/api/admin/suspense/:id/return",
    access: "operator",
    summary: "Pays such money back to where it came from, once",
    params: SuspenseParams,
    output: SuspenseOutput,
    errors: [
      "suspense-unknown",
      "suspense-decided",
      "approval-own",
      "balance-too-low",
      "wallet-not-ready",
      "network-unreachable",
    ],
  },
} as const satisfies Record<string, Endpoint>;
