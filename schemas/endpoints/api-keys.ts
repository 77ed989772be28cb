import { ApiKeyParams, ApiKeysOutput, NewApiKeyInput, NewApiKeyOutput } from "#schemas/api-keys.ts";
import type { Endpoint } from "./endpoint.ts";

/** Keys by which programs act for a person; no key reaches these. */
export const API_KEYS_ENDPOINTS = {
  apiKeys: {
    method: "GET",
    path: "/api/api-keys",
    access: "user",
    output: ApiKeysOutput,
  },
  makeApiKey: {
    method: "POST",
    path: "/api/api-keys",
    access: "confirmed",
    input: NewApiKeyInput,
    output: NewApiKeyOutput,
    status: 201,
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api/api-keys/:id",
    access: "user",
    params: ApiKeyParams,
    output: ApiKeysOutput,
  },
} as const satisfies Record<string, Endpoint>;
