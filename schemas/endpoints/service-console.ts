import { AccountsOutput, AccountsQuery } from "#schemas/accounting.ts";
import {
  AllApiKeysOutput,
  AllApiKeysQuery,
  ApiKeyParams,
  NewApiKeyOutput,
  NewOperatorKeyInput,
} from "#schemas/api-keys.ts";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { MessageOutput } from "#schemas/auth.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { ServiceKeysOutput } from "#schemas/service-keys.ts";
import { ServiceSettingsOutput } from "#schemas/service-settings.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators see of the service as a whole. */
export const SERVICE_CONSOLE_ENDPOINTS = {
  serviceSettings: {
    method: "GET",
    path: "/api/admin/service-settings",
    access: "admin",
    permission: "service.read",
    output: ServiceSettingsOutput,
  },
  serviceKeys: {
    method: "GET",
    path: "/api/admin/keys",
    access: "admin",
    permission: "keys.read",
    output: ServiceKeysOutput,
  },
  rewrapVault: {
    method: "POST",
    path: "/api/admin/keys/rewrap",
    access: "operator",
    permission: "keys.rotate",
    input: OperatorReasonInput,
    output: AwaitsApproval,
  },
  allApiKeys: {
    method: "GET",
    path: "/api/admin/api-keys",
    access: "admin",
    permission: "api-keys.read",
    query: AllApiKeysQuery,
    output: AllApiKeysOutput,
  },
  makeOperatorKey: {
    method: "POST",
    path: "/api/admin/api-keys",
    access: "operator",
    permission: "api-keys.make",
    input: NewOperatorKeyInput,
    output: NewApiKeyOutput,
    status: 201,
  },
  revokeAnyApiKey: {
    method: "POST",
    path: "/api/admin/api-keys/:id/revoke",
    access: "operator",
    permission: "api-keys.revoke",
    params: ApiKeyParams,
    input: OperatorReasonInput,
    output: MessageOutput,
  },
  exportAccounts: {
    method: "GET",
    path: "/api/admin/accounting/export",
    access: "operator",
    permission: "accounting.read",
    query: AccountsQuery,
    output: AccountsOutput,
    media: "text/csv",
  },
} as const satisfies Record<string, Endpoint>;
