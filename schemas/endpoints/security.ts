import {
  AllowedAddressInput,
  AllowedAddressParams,
  AllowListInput,
  AllowListOutput,
  LimitsInput,
  SecurityOutput,
  SignInMailsInput,
  WaitingParams,
} from "#schemas/security.ts";
import type { Endpoint } from "./endpoint.ts";

/** The limits and locks of one's own account. */
export const SECURITY_ENDPOINTS = {
  security: {
    method: "GET",
    path: "/api/security",
    access: "user",
    output: SecurityOutput,
  },
  setLimits: {
    method: "PUT",
    path: "/api/security/limits",
    access: "confirmed",
    input: LimitsInput,
    output: SecurityOutput,
  },
  freezeOwn: {
    method: "POST",
    path: "/api/security/freeze",
    access: "user",
    output: SecurityOutput,
  },
  cancelWaiting: {
    method: "DELETE",
    path: "/api/security/waiting/:kind",
    access: "user",
    params: WaitingParams,
    output: SecurityOutput,
  },
  setSignInMails: {
    method: "PUT",
    path: "/api/security/sign-in-mails",
    access: "confirmed",
    input: SignInMailsInput,
    output: SecurityOutput,
  },
  allowList: {
    method: "GET",
    path: "/api/security/allow-list",
    access: "user",
    output: AllowListOutput,
  },
  setAllowList: {
    method: "PUT",
    path: "/api/security/allow-list",
    access: "confirmed",
    input: AllowListInput,
    output: AllowListOutput,
  },
  allowAddress: {
    method: "POST",
    path: "/api/security/allow-list/addresses",
    access: "confirmed",
    input: AllowedAddressInput,
    output: AllowListOutput,
  },
  disallowAddress: {
    method: "DELETE",
    path: "/api/security/allow-list/addresses/:id",
    access: "confirmed",
    params: AllowedAddressParams,
    output: AllowListOutput,
  },
} as const satisfies Record<string, Endpoint>;
