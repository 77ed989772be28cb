import { MessageOutput } from "#schemas/auth.ts";
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
    summary: "Accepts the difference of an asset as understood: its payments go on until another is found",
    input: AcceptDifferenceInput,
    output: MessageOutput,
    errors: ["difference-unknown"],
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
    summary: "Pays such money on to the user it was meant for, once",
    params: SuspenseParams,
    input: ClaimInput,
    output: SuspenseOutput,
    errors: [
      "suspense-unknown",
      "suspense-decided",
      "user-unknown",
      "approval-own",
      "balance-too-low",
      "wallet-not-ready",
      "network-unreachable",
    ],
  },
  returnSuspense: {
    method: "POST",
    path: "/api/admin/suspense/:id/return",
    access: "operator",
    summary: "Pays such money back to where it came from, once",
    params: SuspenseParams,
    output: SuspenseOutput,
    errors: ["suspense-unknown", "suspense-decided", "balance-too-low", "wallet-not-ready", "network-unreachable"],
  },
} as const satisfies Record<string, Endpoint>;
