import {
  AllowedAddressInput,
  AllowedAddressParams,
  AllowListInput,
  AllowListOutput,
  LimitsInput,
  SecurityOutput,
} from "#schemas/security.ts";
import type { Endpoint } from "./endpoint.ts";

/** The limits and locks of one's own account. */
export const SECURITY_ENDPOINTS = {
  security: {
    method: "GET",
    path: "/api/security",
    access: "user",
    summary: "The limits and locks of one's own account",
    output: SecurityOutput,
    errors: [],
  },
  setLimits: {
    method: "PUT",
    path: "/api/security/limits",
    access: "confirmed",
    summary: "Sets one's own limits",
    input: LimitsInput,
    output: SecurityOutput,
    errors: [],
  },
  freezeOwn: {
    method: "POST",
    path: "/api/security/freeze",
    access: "user",
    summary: "Freezes one's own account at once; only an operator can let it go",
    output: SecurityOutput,
    errors: ["user-unknown"],
  },
  allowList: {
    method: "GET",
    path: "/api/security/allow-list",
    access: "user",
    summary: "The addresses that may be paid, where payments go to listed ones only",
    output: AllowListOutput,
    errors: [],
  },
  setAllowList: {
    method: "PUT",
    path: "/api/security/allow-list",
    access: "confirmed",
    summary: "Switches the list on or off and sets how long new addresses wait",
    input: AllowListInput,
    output: AllowListOutput,
    errors: [],
  },
  allowAddress: {
    method: "POST",
    path: "/api/security/allow-list/addresses",
    access: "confirmed",
    summary: "Lists an address",
    input: AllowedAddressInput,
    output: AllowListOutput,
    errors: ["address-malformed", "allow-list-full"],
  },
  disallowAddress: {
    method: "DELETE",
    path: "/api/security/allow-list/addresses/:address",
    access: "confirmed",
    summary: "Takes an address off the list",
    params: AllowedAddressParams,
    output: AllowListOutput,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
