import {
  ApproveProposalInput,
  ProposalOutput,
  ProposalParams,
  ProposalsOutput,
  ProposalsQuery,
  RejectProposalInput,
  WithdrawProposalInput,
} from "#schemas/approvals.ts";
import type { Endpoint } from "./endpoint.ts";

/** What one operator proposed, and a second one decides. */
export const APPROVALS_ENDPOINTS = {
  proposals: {
    method: "GET",
    path: "/api/admin/proposals",
    access: "admin",
    permission: "proposals.read",
    query: ProposalsQuery,
    output: ProposalsOutput,
  },
  approveProposal: {
    method: "POST",
    path: "/api/admin/proposals/:id/approve",
    access: "operator",
    permission: "proposals.decide",
    params: ProposalParams,
    input: ApproveProposalInput,
    output: ProposalOutput,
  },
  rejectProposal: {
    method: "POST",
    path: "/api/admin/proposals/:id/reject",
    access: "operator",
    permission: "proposals.decide",
    params: ProposalParams,
    input: RejectProposalInput,
    output: ProposalOutput,
  },
  withdrawProposal: {
    method: "POST",
    path: "/api/admin/proposals/:id/withdraw",
    access: "operator",
    permission: "proposals.decide",
    params: ProposalParams,
    input: WithdrawProposalInput,
    output: ProposalOutput,
  },
} as const satisfies Record<string, Endpoint>;
