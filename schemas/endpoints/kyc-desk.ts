import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import {
  ApproveIdentityInput,
  AskIdentityInput,
  IdentitiesOutput,
  IdentitiesQuery,
  IdentityCaseOutput,
  IdentityParams,
  IdentityPictureParams,
  RejectIdentityInput,
} from "#schemas/identity-desk.ts";
import { ByteParts } from "#schemas/values/bytes.ts";
import type { Endpoint } from "./endpoint.ts";

/** Identities as operators decide them; apart from people's, whose devices load none of this. */
export const KYC_DESK_ENDPOINTS = {
  identities: {
    method: "GET",
    path: "/api/admin/kyc",
    access: "admin",
    permission: "identities.read",
    query: IdentitiesQuery,
    output: IdentitiesOutput,
  },
  // What it tells of a person is for whoever decides, by a session of theirs, and each look is noted.
  identityCase: {
    method: "GET",
    path: "/api/admin/kyc/:id",
    access: "admin",
    permission: "identities.view",
    params: IdentityParams,
    output: IdentityCaseOutput,
  },
  identityPicture: {
    method: "GET",
    path: "/api/admin/kyc/:id/pictures/:slot",
    access: "admin",
    permission: "identities.view",
    params: IdentityPictureParams,
    media: "image/jpeg",
    output: ByteParts,
  },
  approveIdentity: {
    method: "POST",
    path: "/api/admin/kyc/:id/approve",
    access: "operator",
    permission: "identities.decide",
    params: IdentityParams,
    input: ApproveIdentityInput,
    output: v.union([IdentityCaseOutput, AwaitsApproval]),
  },
  askIdentityAgain: {
    method: "POST",
    path: "/api/admin/kyc/:id/ask",
    access: "operator",
    permission: "identities.decide",
    params: IdentityParams,
    input: AskIdentityInput,
    output: IdentityCaseOutput,
  },
  rejectIdentity: {
    method: "POST",
    path: "/api/admin/kyc/:id/reject",
    access: "operator",
    permission: "identities.decide",
    params: IdentityParams,
    input: RejectIdentityInput,
    output: v.union([IdentityCaseOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
